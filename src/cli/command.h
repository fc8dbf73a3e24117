/* The parsed command line. */
#ifndef WL_CLI_COMMAND_H
#define WL_CLI_COMMAND_H

#include "cli/options.h"
#include "core/gpu/target.h"
#include "script/process/run.h"

enum { WL_MAX_SETTINGS = 64, WL_MAX_COMPARED = 8 };

/* Strings point into argv. */
struct wl_command {
  enum wl_verb verb;
  bool help, version;
  enum wl_verb topic;     /* help: the verb it is about; WL_HELP: all of them */
  const char *file;       /* NULL: none given */
  bool listed;            /* … but chosen from the menu */
  const char *other;      /* diff: the second of two files, else NULL */
  bool apart;             /* … which came after "--", and takes no setting from before it */
  const char *expression; /* -e */
  struct wl_target target;      /* the first of --arch, or the default */
  struct wl_target targets[WL_MAX_COMPARED]; /* all of --arch, which diff compares */
  size_t target_count;          /* 0: not given */
  bool divided;                 /* diff: settings from `second` on come after "--" */
  size_t second;
  struct wl_setting settings[WL_MAX_SETTINGS];
  size_t setting_count;
  struct {
    bool given;
    const char *text;
    double number; /* INTEGER, NUMBER; SIZE: the width */
    int choice;    /* CHOICE: index into choices; SIZE: the height */
  } value[WL_OPTIONS];
};

/* Reads the arguments; those of the form name=value are cut at the '='. False
 * and a diag (WL_USAGE) when they make no sense. */
bool wl_command_parse(int argc, char **argv, struct wl_command *c, struct wl_diag *d);

/* What a script is counted on that asks for `own`, or for nothing: --arch, else that.
 * False and a diag where it has fewer registers than --registers. */
bool wl_command_target(const struct wl_command *c, struct wl_target own, struct wl_target *out,
                       struct wl_diag *d);

/* False and a diag where the name of the output ends in what the verb cannot write, and nothing
 * else says the format. */
bool wl_command_named(const struct wl_command *c, struct wl_diag *d);

#endif
