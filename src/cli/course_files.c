#include "cli/course_files.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/patterns.h"
#include "core/base/text.h"

/* A lesson that can be opened, and where it lies; NULL: among the bundled ones. */
struct entry { struct wl_beyond b; const char *directory; };

struct wl_course {
  const struct wl_script_setup *first;
  bool looked;                 /* at what there is, where nobody gave it */
  char *directory;             /* of the script, where it is not a bundled one */
  struct wl_pattern *pattern, *bundled; /* what lies there; the bundled ones, where others do */
  size_t patterns, bundles;
  struct entry *entry;         /* lessons, in the order of a clicker */
  size_t entries;
  long at;                     /* … of which this was the first that was shown; -1: none of them */
  char end[80];                /* said behind the last of a level; "": nothing */
  struct wl_tally_file *votes;
  unsigned opened;             /* stages so far: each has a number for its votes */
  struct wl_script_setup stage[2];    /* one is shown, or none; the other is opened next */
};

/* Adds one. False where memory is short. */
static bool add_entry(struct wl_course *c, struct wl_beyond b, const char *directory) {
  struct entry *grown = realloc(c->entry, (c->entries + 1) * sizeof *grown);
  if (!grown) return false;
  c->entry = grown;
  c->entry[c->entries++] = (struct entry){b, directory};
  return true;
}

/* Where the script lies, for a path; NULL: where the bundled ones are. */
static bool find_directory(struct wl_course *c) {
  const char *path = c->first->job.path, *slash = strrchr(path, '/');
  if (wl_script_setup_bundled(c->first)) return true;
  c->directory = slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
  return c->directory != NULL;
}

/* Whether a script is the one that is shown first. */
static bool is_first(const struct wl_course *c, const char *name) {
  const char *path = c->first->job.path, *slash = strrchr(path, '/');
  const char *file = slash ? slash + 1 : path;
  size_t n = strlen(name);
  return strncmp(file, name, n) == 0 && strcmp(file + n, ".lua") == 0;
}

/* What comes behind the last lesson of a level: the first one of the next. */
static void say_end(struct wl_course *c, unsigned level) {
  for (size_t i = 0; i < c->patterns; i++)
    if (c->pattern[i].lesson.level == level + 1 && !*c->end)
      snprintf(c->end, sizeof c->end, "end of level %u; level %u begins with %s", level,
               level + 1, c->pattern[i].name);
}

/* Adds the scripts of a list that have the level of `like`: lessons of one level are a lecture.
 * One that is no lesson stands by itself. Returns the place of `like`; SIZE_MAX: no memory. */
static size_t add_level(struct wl_course *c, const struct wl_pattern *list, size_t count,
                        size_t like, const char *directory) {
  size_t at = SIZE_MAX;
  for (size_t i = 0; i < count; i++) {
    const struct wl_pattern *p = &list[i];
    if (i != like && (!p->lesson.level || p->lesson.level != list[like].lesson.level)) continue;
    if (i == like) at = c->entries;
    if (!add_entry(c, (struct wl_beyond){p->name, p->lesson.title}, directory)) return SIZE_MAX;
  }
  return at;
}

/* None where the script is not one of them. */
static void look_beside(struct wl_course *c) {
  if (c->looked) return;
  c->looked = true;
  c->at = -1;
  if (c->first->job.path && !find_directory(c)) return;
  c->pattern = wl_pattern_list(c->directory, &c->patterns);
  size_t here = 0;
  while (here < c->patterns && !(c->first->job.path && is_first(c, c->pattern[here].name))) here++;
  if (here == c->patterns || !c->pattern[here].lesson.level) return;
  size_t at = add_level(c, c->pattern, c->patterns, here, c->directory);
  if (at == SIZE_MAX) c->entries = 0;
  else c->at = (long)at;
  say_end(c, c->pattern[here].lesson.level);
}

/* The lesson that many after the first; NULL: there is none. */
static const struct entry *lesson_at(const struct wl_course *c, int lesson) {
  long at = c->at + lesson;
  return at >= 0 && (size_t)at < c->entries ? &c->entry[at] : NULL;
}

static void look(void *of, int lesson, struct wl_beyond beyond[WL_SIDES]) {
  struct wl_course *c = of;
  look_beside(c);
  const struct entry *before = lesson_at(c, lesson - 1), *after = lesson_at(c, lesson + 1);
  if (before) beyond[WL_BEFORE] = before->b;
  if (after) beyond[WL_AFTER] = after->b;
  else if (*c->end) beyond[WL_AFTER].title = c->end;
}

/* Where a script of that name is in a list; the count: nowhere. */
static size_t place_of(const struct wl_pattern *list, size_t count, const char *name) {
  size_t i = 0;
  while (i < count && strcmp(list[i].name, name) != 0) i++;
  return i;
}

static bool fail_unknown(const struct wl_course *c, const char *name, struct wl_diag *d) {
  const char **names = calloc(c->patterns + c->bundles + 1, sizeof *names), *near = NULL;
  size_t count = 0;
  for (size_t i = 0; names && i < c->patterns; i++) names[count++] = c->pattern[i].name;
  for (size_t i = 0; names && i < c->bundles; i++) names[count++] = c->bundled[i].name;
  if (names) near = wl_nearest(name, names, count);
  free(names);
  wl_diag_fail(d, WL_USAGE, "there is no lesson '%s'", name);
  return near ? wl_diag_hint(d, "did you mean '%s'?", near)
              : wl_diag_hint(d, "`warplens list` has them");
}

/* Those that a clicker goes through come first, then what lies beside the script, then the bundled
 * ones, with the others of their level. */
static bool find_lesson(void *of, const char *name, int *lesson, struct wl_diag *d) {
  struct wl_course *c = of;
  size_t at = 0;
  look_beside(c);
  while (at < c->entries && strcmp(c->entry[at].b.name, name) != 0) at++;
  if (at == c->entries) {
    if (c->directory && !c->bundled) c->bundled = wl_pattern_list(NULL, &c->bundles);
    size_t own = place_of(c->pattern, c->patterns, name);
    size_t other = place_of(c->bundled, c->bundles, name);
    if (own < c->patterns) at = add_level(c, c->pattern, c->patterns, own, c->directory);
    else if (other < c->bundles) at = add_level(c, c->bundled, c->bundles, other, NULL);
    else return fail_unknown(c, name, d);
  }
  if (at == SIZE_MAX) return wl_diag_refused(d, "out of memory");
  *lesson = (int)((long)at - c->at);
  return true;
}

static const struct wl_tui_options *open_lesson(void *of, const struct wl_tui_options *now,
                                                int lesson, struct wl_diag *d) {
  struct wl_course *c = of;
  const struct entry *e = lesson_at(c, lesson);
  struct wl_script_setup *s = &c->stage[now == &c->stage[0].options];
  struct wl_command command = c->first->command;
  char *file = NULL;
  if (!e || asprintf(&file, "%s%s%s%s", e->directory ? e->directory : "", e->directory ? "/" : "",
                     e->b.name, e->directory ? ".lua" : "") < 0) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  wl_source_span_leave(&command);
  command.listed = true;
  command.expression = NULL;
  wl_script_setup_close(s);
  if (!wl_script_setup_open(s, &command, file, c->votes, ++c->opened, d)) return NULL;
  s->options.course = now->course;
  s->options.lesson = lesson;
  return &s->options;
}

struct wl_course *wl_course_create(struct wl_script_setup *first, const struct wl_lessons *given,
                                   struct wl_tally_file *votes) {
  struct wl_course *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->first = first;
  c->votes = votes;
  if (given) {
    c->looked = true;
    c->directory = given->directory ? strdup(given->directory) : NULL;
    c->pattern = wl_pattern_list(c->directory, &c->patterns);
    c->at = (long)given->at;
    for (size_t i = 0; i < given->count; i++)
      if ((given->directory && !c->directory) || !add_entry(c, given->list[i], c->directory)) {
        wl_course_destroy(c);
        return NULL;
      }
  }
  first->options.course = (struct wl_tui_course){c, look, find_lesson, open_lesson};
  return c;
}

void wl_course_destroy(struct wl_course *c) {
  for (int i = 0; i < 2; i++) wl_script_setup_close(&c->stage[i]);
  wl_pattern_free(c->pattern, c->patterns);
  wl_pattern_free(c->bundled, c->bundles);
  free(c->entry);
  free(c->directory);
  free(c);
}
