#include "cli/command.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "canvas/theme.h"
#include "core/base/text.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/sm.h"
#include "session/state/layout.h"

static bool hint_help(enum wl_verb verb, struct wl_diag *d) {
  const char *name = wl_verbs[verb].name;
  return wl_diag_hint(d, "`warplens%s%s --help` lists the options", *name ? " " : "", name);
}

static bool unknown_option(const char *arg, enum wl_verb verb, struct wl_diag *d) {
  const char *names[WL_OPTIONS];
  char word[64] = "";
  for (size_t i = 0; i < WL_OPTIONS; i++) names[i] = wl_options[i].name;
  size_t length = strcspn(arg + 2, "=");
  if (length < sizeof word) memcpy(word, arg + 2, length);
  const char *near = wl_nearest(word, names, WL_OPTIONS);
  wl_diag_fail(d, WL_USAGE, "unknown option '%.*s'", (int)length + 2, arg);
  if (near) return wl_diag_hint(d, "did you mean --%s?", near);
  if (!arg[2 + length] || !wl_verb_runs(verb)) return hint_help(verb, d);
  return wl_diag_hint(d, "a parameter of the script is set without dashes: %s", arg + 2);
}

static bool set_number(const struct wl_option_row *row, const char *text, double *out,
                       struct wl_diag *d) {
  char *end;
  const char *digits = text + (text[0] == '-'); /* no " 1", "inf" or "+1" */
  double v = *digits == '.' || (*digits >= '0' && *digits <= '9') ? strtod(text, &end) : NAN;
  if (!isfinite(v) || *end || v < row->min || v > row->max ||
      (row->kind == WL_INTEGER && v != floor(v)))
    return wl_diag_fail(d, WL_USAGE, "--%s needs a %snumber from %.15g to %.15g, not '%s'",
                        row->name, row->kind == WL_INTEGER ? "whole " : "", row->min, row->max,
                        text);
  *out = v;
  return true;
}

/* "120x40" */
static bool set_size(const struct wl_option_row *row, const char *text, double *width, int *height,
                     struct wl_diag *d) {
  unsigned w = 0, h = 0;
  char after;
  bool plain = strspn(text, "0123456789x") == strlen(text) && strlen(text) < 12;
  if (!plain || sscanf(text, "%ux%u%c", &w, &h, &after) != 2 || w < row->min || h < row->min ||
      w > row->max || h > row->max)
    return wl_diag_fail(d, WL_USAGE, "--%s needs columns and rows up to %gx%g, as 120x40, not '%s'",
                        row->name, row->max, row->max, text);
  if ((int)w < wl_sizes[0].width || (int)h < wl_sizes[0].height)
    return wl_diag_fail(d, WL_USAGE, "a picture has at least %dx%d columns and rows, not %s",
                        wl_sizes[0].width, wl_sizes[0].height, text);
  *width = w;
  *height = (int)h;
  return true;
}

static bool set_choice(enum wl_verb verb, const struct wl_option_row *row, const char *text,
                       int *out, struct wl_diag *d) {
  int index = 0;
  size_t length = strlen(text);
  for (const char *s = row->choices; *s; index++) {
    size_t n = strcspn(s, " ");
    if (n == length && memcmp(s, text, n) == 0) {
      *out = index;
      return true;
    }
    s += n + (s[n] == ' ');
  }
  wl_diag_fail(d, WL_USAGE, "--%s cannot be '%s'", row->name, text);
  if (row == &wl_options[WL_OPT_FORMAT]) {
    char list[128] = ""; /* the screen writes none */
    wl_verb_formats(verb, list, sizeof list);
    if (*list) return wl_diag_hint(d, "%s writes %s", wl_verbs[verb].name, list);
  }
  return wl_diag_hint(d, "it is one of: %s", row->choices);
}

static bool registers_fit(const struct wl_command *c, const struct wl_arch *arch,
                          struct wl_diag *d) {
  bool given = c->value[WL_OPT_REGISTERS].given;
  const struct wl_sm *sm = arch->sm;
  return !given || c->value[WL_OPT_REGISTERS].number <= sm->thread_registers ||
         wl_diag_fail(d, WL_USAGE, "--registers %s: cc %s has at most %u a thread (%s)",
                      c->value[WL_OPT_REGISTERS].text, sm->cc, sm->thread_registers,
                      wl_limit_source(arch, "thread_registers"));
}

bool wl_command_target(const struct wl_command *c, struct wl_target own, struct wl_target *out,
                       struct wl_diag *d) {
  *out = c->value[WL_OPT_ARCH].given ? c->target : own;
  return registers_fit(c, out->arch, d);
}

/* One generation, or several with commas between them. */
static bool set_targets(struct wl_command *c, struct wl_diag *d) {
  char name[128];
  c->target = wl_target_make(wl_arch_default(), NULL);
  for (const char *s = c->value[WL_OPT_ARCH].text, *next; s; s = next) {
    size_t n = strcspn(s, ",");
    next = s[n] ? s + n + 1 : NULL;
    if (c->target_count == WL_MAX_COMPARED)
      return wl_diag_fail(d, WL_USAGE, "--arch takes at most %d generations", WL_MAX_COMPARED);
    snprintf(name, sizeof name, "%.*s", (int)n, s);
    if (!wl_target_find(name, &c->targets[c->target_count++], d)) return false;
  }
  if (c->target_count) c->target = c->targets[0];
  return true;
}

static bool set_option(struct wl_command *c, enum wl_option id, const char *text,
                       struct wl_diag *d) {
  const struct wl_option_row *row = &wl_options[id];
  c->value[id].given = true;
  c->value[id].text = text;
  switch ((enum wl_option_kind)row->kind) {
  case WL_FLAG:
  case WL_TEXT:
  case WL_READS:
  case WL_WRITES:
  case WL_ARCH: return true; /* set_targets() reads it */
  case WL_CHOICE: return set_choice(c->verb, row, text, &c->value[id].choice, d);
  case WL_SIZE: return set_size(row, text, &c->value[id].number, &c->value[id].choice, d);
  case WL_INTEGER:
  case WL_NUMBER: return set_number(row, text, &c->value[id].number, d);
  }
  return false;
}

/* An operand is a setting when a Lua name stands before its first '='. */
static bool is_setting(const char *arg) {
  size_t n = strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return n > 0 && arg[n] == '=' && !(arg[0] >= '0' && arg[0] <= '9');
}

static bool find_verb(const char *name, enum wl_verb *verb) {
  for (size_t i = WL_REPORT; i < WL_VERBS; i++)
    if (strcmp(wl_verbs[i].name, name) == 0) {
      *verb = (enum wl_verb)i;
      return true;
    }
  return false;
}

static bool set_topic(struct wl_command *c, const char *arg, struct wl_diag *d) {
  const char *names[WL_VERBS];
  if (c->topic == WL_HELP && find_verb(arg, &c->topic)) return true;
  for (size_t i = 0; i < WL_VERBS; i++) names[i] = wl_verbs[i].name;
  const char *near = wl_nearest(arg, names, WL_VERBS);
  wl_diag_fail(d, WL_USAGE, "no help on '%s'", arg);
  return near ? wl_diag_hint(d, "did you mean `warplens help %s`?", near)
              : wl_diag_hint(d, "`warplens --help` lists the verbs");
}

/* The verb that a file was meant to be; NULL where there is such a file. */
static const char *nearest_verb(const char *file) {
  const char *names[WL_VERBS];
  for (size_t i = 0; i < WL_VERBS; i++) names[i] = wl_verbs[i].name;
  return access(file, F_OK) == 0 ? NULL : wl_nearest(file, names, WL_VERBS);
}

/* `first`: no operand came before, so that it may be a verb. */
static bool take_operand(struct wl_command *c, char *arg, bool first, struct wl_diag *d) {
  if (first && find_verb(arg, &c->verb)) {
    c->topic = c->verb;
    return true;
  }
  if (c->verb == WL_HELP) return set_topic(c, arg, d);
  if (is_setting(arg)) {
    if (c->setting_count == WL_MAX_SETTINGS)
      return wl_diag_fail(d, WL_USAGE, "more than %d settings", WL_MAX_SETTINGS);
    char *equals = strchr(arg, '=');
    *equals = 0;
    c->settings[c->setting_count++] = (struct wl_setting){arg, equals + 1};
    return true;
  }
  if (c->verb == WL_DIFF && c->file && !c->other) {
    c->other = arg;
    c->apart = c->divided;
    return true;
  }
  if (c->file) {
    if (c->other) wl_diag_fail(d, WL_USAGE, "diff compares two files: '%s' is a third", arg);
    else wl_diag_fail(d, WL_USAGE, "one file at a time: '%s' comes after '%s'", arg, c->file);
    const char *near = c->verb == WL_SCREEN ? nearest_verb(c->file) : NULL;
    if (near) return wl_diag_hint(d, "did you mean `warplens %s %s`?", near, arg);
    return wl_diag_hint(d, "a parameter of the script is set as name=value");
  }
  c->file = arg;
  return true;
}

/* What the screen writes to a file are a report, or the list where it has no script. */
static enum wl_verb writing_verb(const struct wl_command *c) {
  if (c->verb != WL_SCREEN) return c->verb;
  return c->file || c->expression ? WL_REPORT : WL_LIST;
}

/* The format that the name of the file says. True where it says none that can be written. */
static bool is_misnamed(const struct wl_command *c, enum wl_format *format) {
  const char *path = c->value[WL_OPT_OUTPUT].text;
  *format = WL_FORMAT_TEXT;
  if (!path || c->value[WL_OPT_FORMAT].given || c->value[WL_OPT_JSON].given) return false;
  return !wl_verb_named_format(writing_verb(c), path, format);
}

bool wl_command_named(const struct wl_command *c, struct wl_diag *d) {
  char list[128];
  enum wl_format format;
  enum wl_verb verb = writing_verb(c);
  const char *path = c->value[WL_OPT_OUTPUT].text;
  if (!is_misnamed(c, &format)) return true;
  wl_diag_fail(d, WL_USAGE, "%s cannot write what '%s' ends in", wl_verbs[verb].name, path);
  wl_verb_endings(verb, list, sizeof list);
  if (c->verb == WL_SCREEN && wl_verb_named_format(WL_SHOW, path, &format))
    return wl_diag_hint(d, "it writes %s; `warplens show` draws pictures", list);
  bool given = wl_options[WL_OPT_FORMAT].verbs >> c->verb & 1;
  return wl_diag_hint(d, "it writes %s%s", list,
                      given ? "; --format=text writes text to any name" : "");
}

/* Takes the format from the name of the file, where nothing else says it. */
static void set_format(struct wl_command *c) {
  enum wl_format format;
  bool said = c->value[WL_OPT_FORMAT].given || c->value[WL_OPT_JSON].given;
  if (!said && c->value[WL_OPT_OUTPUT].text && !is_misnamed(c, &format))
    c->value[WL_OPT_FORMAT].choice = (int)format;
}

static bool check_format(const struct wl_command *c, struct wl_diag *d) {
  char list[128];
  int format = c->value[WL_OPT_FORMAT].choice;
  if (c->value[WL_OPT_FORMAT].given && !wl_verb_writes(c->verb, (enum wl_format)format)) {
    wl_diag_fail(d, WL_USAGE, "%s cannot write --format=%s", wl_verbs[c->verb].name,
                 c->value[WL_OPT_FORMAT].text);
    wl_verb_formats(c->verb, list, sizeof list);
    return wl_diag_hint(d, "it writes %s", list);
  }
  if (c->value[WL_OPT_HINT].given && format != WL_FORMAT_TEXT)
    return wl_diag_fail(d, WL_USAGE, "--hint is for people: only --format=text has hints");
  if (c->value[WL_OPT_REPLAY].given && format != WL_FORMAT_HTML) {
    wl_diag_fail(d, WL_USAGE, "one picture has no room for a replay");
    return wl_diag_hint(d, "add --format=html");
  }
  return true;
}

static bool check_options(const struct wl_command *c, struct wl_diag *d) {
  for (size_t i = 0; i < WL_OPTIONS; i++) {
    if (!c->value[i].given || wl_options[i].verbs >> c->verb & 1) continue;
    const char *verb = wl_verbs[c->verb].name;
    wl_diag_fail(d, WL_USAGE, "--%s does not belong to `warplens%s%s`", wl_options[i].name,
                 *verb ? " " : "", verb);
    bool format = wl_options[WL_OPT_FORMAT].verbs >> c->verb & 1;
    if (i == WL_OPT_JSON && format && wl_verb_writes(c->verb, WL_FORMAT_JSON))
      return wl_diag_hint(d, "write --format=json");
    return hint_help(c->verb, d);
  }
  for (size_t i = 0; i < c->target_count; i++)
    if (!registers_fit(c, c->targets[i].arch, d)) return false;
  return true;
}

/* Whether the verb has what it is about, and no more than that. */
static bool check_operands(const struct wl_command *c, struct wl_diag *d) {
  bool script = c->file || c->expression;
  if (c->file && c->expression)
    return wl_diag_fail(d, WL_USAGE, "either -e or a file, not both: '%s'", c->file);
  if (!wl_verb_runs(c->verb) && c->setting_count)
    return wl_diag_fail(d, WL_USAGE, "%s runs no script and takes no '%s='",
                        wl_verbs[c->verb].name, c->settings[0].name);
  if (c->verb == WL_NEW && !c->file) {
    wl_diag_fail(d, WL_USAGE, "new needs a name");
    return wl_diag_hint(d, "`warplens new reduction` writes reduction.lua");
  }
  if (c->target_count > 1 && c->verb != WL_DIFF && c->verb != WL_SWEEP) {
    wl_diag_fail(d, WL_USAGE, "--arch takes one generation, not '%s'", c->value[WL_OPT_ARCH].text);
    return wl_diag_hint(d, "`warplens diff` compares several");
  }
  if (c->verb == WL_DIFF && script && c->target_count < 2 && !c->divided && !c->other) {
    wl_diag_fail(d, WL_USAGE, "diff needs two things to compare");
    return wl_diag_hint(d, "--arch=1.3,9.0, or a second script, or settings on both sides of "
                        "\"--\": pad=0 -- pad=1");
  }
  if ((c->divided || c->other) && 2 * c->target_count > WL_MAX_COMPARED)
    return wl_diag_fail(d, WL_USAGE, "diff has at most %d sides: 2 of each of %zu generations",
                        WL_MAX_COMPARED, c->target_count);
  if (wl_verb_runs(c->verb) && c->verb != WL_SCREEN && !script) {
    wl_diag_fail(d, WL_USAGE, "%s needs a script", wl_verbs[c->verb].name);
    return wl_diag_hint(d, "name a file or give -e EXPR; `warplens` alone lists bundled scripts");
  }
  if (c->verb == WL_SCREEN && !script && c->setting_count)
    return wl_diag_fail(d, WL_USAGE, "'%s=%s' has no script to go to", c->settings[0].name,
                        c->settings[0].value);
  return true;
}

/* What only the whole command line can tell. */
static bool check_command(const struct wl_command *c, struct wl_diag *d) {
  if (!check_options(c, d) || !check_operands(c, d) || !check_format(c, d)) return false;
  if (c->value[WL_OPT_STEP].given && c->value[WL_OPT_LINE].given)
    return wl_diag_fail(d, WL_USAGE, "either --step or --line, not both");
  return true;
}

/* getopt's tables, from ours. */
static void lay_out(struct option longs[WL_OPTIONS + 1], char shorts[3 * WL_OPTIONS]) {
  char *s = stpcpy(shorts, "-:"); /* operands in order; a missing argument is told apart */
  for (size_t i = 0; i < WL_OPTIONS; i++) {
    const struct wl_option_row *row = &wl_options[i];
    longs[i] = (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                               256 + (int)i};
    if (row->letter) {
      *s++ = row->letter;
      if (row->argument) *s++ = ':';
    }
  }
  *s = 0;
  longs[WL_OPTIONS] = (struct option){0};
}

static enum wl_option option_of(int code) {
  if (code >= 256) return (enum wl_option)(code - 256);
  size_t i = 0;
  while (wl_options[i].letter != code) i++;
  return (enum wl_option)i;
}

static bool bad_option(int code, const char *arg, enum wl_verb verb, struct wl_diag *d) {
  if (code == ':' || (optopt >= 256 && strchr(arg, '='))) {
    const struct wl_option_row *row = &wl_options[option_of(optopt)];
    return row->argument
               ? wl_diag_fail(d, WL_USAGE, "--%s needs a value, as --%s=%s", row->name,
                              row->name, row->argument)
               : wl_diag_fail(d, WL_USAGE, "--%s takes no value", row->name);
  }
  if (optopt == 0 && strncmp(arg, "--", 2) == 0) return unknown_option(arg, verb, d);
  wl_diag_fail(d, WL_USAGE, "unknown option '-%c'", optopt);
  return hint_help(verb, d);
}

bool wl_command_parse(int argc, char **argv, struct wl_command *c, struct wl_diag *d) {
  struct option longs[WL_OPTIONS + 1];
  char shorts[3 * WL_OPTIONS];
  bool first = true;
  lay_out(longs, shorts);
  *c = (struct wl_command){.verb = WL_SCREEN, .topic = WL_HELP};
  opterr = 0;
  optind = 0; /* glibc: start afresh */
  for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
    if (code == 1) {
      if (!take_operand(c, optarg, first, d)) return false;
      first = false;
    } else if (code == '?' || code == ':') {
      return bad_option(code, argv[optind - 1], c->verb, d);
    } else if (!set_option(c, option_of(code), optarg, d)) {
      return false;
    }
  }
  c->divided = c->verb == WL_DIFF && optind < argc;
  c->second = c->setting_count;
  for (; optind < argc; optind++) { /* after "--" */
    if (c->divided && strncmp(argv[optind], "--", 2) == 0) {
      wl_diag_fail(d, WL_USAGE, "'%s' comes after \"--\"", argv[optind]);
      return wl_diag_hint(d, "options come before it, settings of the second side after it: "
                             "warplens diff --json FILE n=1 -- n=2");
    }
    if (!take_operand(c, argv[optind], false, d)) return false;
  }
  c->expression = c->value[WL_OPT_EXPRESSION].text;
  if (!c->value[WL_OPT_THEME].given)
    c->value[WL_OPT_THEME].choice = wl_scheme_default(c->value[WL_OPT_PRESENT].given);
  c->help = c->value[WL_OPT_HELP].given || c->verb == WL_HELP;
  c->version = c->value[WL_OPT_VERSION].given;
  set_format(c);
  return c->help || c->version || (set_targets(c, d) && check_command(c, d));
}
