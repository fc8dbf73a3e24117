#include "course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"

struct wl_course {
  const struct wl_stage *first;
  struct wl_lessons lessons;
  bool looked;                 /* at what there is, where nobody gave it */
  char *directory;             /* of lessons, where it is not that of the menu */
  struct wl_pattern *pattern;  /* what lies there */
  size_t patterns;
  struct wl_beyond *list;      /* of lessons, where it is not that of the menu */
  char end[80];                /* said behind the last of a level; "": nothing */
  struct wl_votes *votes;
  unsigned opened;             /* stages so far: each has a number for its votes */
  struct wl_stage stage[2];    /* one is shown, or none; the other is opened next */
};

/* Where the script lies, for a path; NULL: where the bundled ones are. */
static bool find_directory(struct wl_course *c) {
  const char *path = c->first->job.path, *slash = strrchr(path, '/');
  if (wl_stage_bundled(c->first)) return true;
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
      snprintf(c->end, sizeof c->end, "that was level %u; level %u begins with %s", level,
               level + 1, c->pattern[i].name);
}

/* Lessons of one level are a lecture. None where the script is not one of them. */
static void look_beside(struct wl_course *c) {
  if (c->looked || !c->first->job.path) return;
  c->looked = true;
  if (!find_directory(c)) return;
  c->pattern = wl_pattern_list(c->directory, &c->patterns);
  c->list = calloc(c->patterns + 1, sizeof *c->list);
  size_t here = 0, n = 0;
  while (here < c->patterns && !is_first(c, c->pattern[here].name)) here++;
  if (!c->list || here == c->patterns || !c->pattern[here].lesson.level) return;
  for (size_t i = 0; i < c->patterns; i++) {
    const struct wl_pattern *p = &c->pattern[i];
    if (p->lesson.level != c->pattern[here].lesson.level) continue;
    if (i == here) c->lessons.at = n;
    c->list[n++] = (struct wl_beyond){p->name, p->lesson.title};
  }
  say_end(c, c->pattern[here].lesson.level);
  c->lessons.directory = c->directory;
  c->lessons.list = c->list;
  c->lessons.count = n;
}

/* The lesson that many after the first; NULL: there is none. */
static const struct wl_beyond *lesson_at(const struct wl_course *c, int lesson) {
  long at = (long)c->lessons.at + lesson;
  return at >= 0 && (size_t)at < c->lessons.count ? &c->lessons.list[at] : NULL;
}

static void look(void *of, int lesson, struct wl_beyond beyond[WL_SIDES]) {
  struct wl_course *c = of;
  look_beside(c);
  const struct wl_beyond *before = lesson_at(c, lesson - 1), *after = lesson_at(c, lesson + 1);
  if (before) beyond[WL_BEFORE] = *before;
  if (after) beyond[WL_AFTER] = *after;
  else if (*c->end) beyond[WL_AFTER].title = c->end;
}

static const struct wl_tui_options *open_lesson(void *of, const struct wl_tui_options *now, bool on,
                                                struct wl_diag *d) {
  struct wl_course *c = of;
  int lesson = now->lesson + (on ? 1 : -1);
  const struct wl_beyond *b = lesson_at(c, lesson);
  struct wl_stage *s = &c->stage[now == &c->stage[0].options];
  struct wl_command command = c->first->command;
  const char *directory = c->lessons.directory;
  char *file = NULL;
  if (!b || asprintf(&file, "%s%s%s%s", directory ? directory : "", directory ? "/" : "", b->name,
                     directory ? ".lua" : "") < 0) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  wl_bookmark_leave(&command);
  command.listed = true;
  wl_stage_close(s);
  if (!wl_stage_open(s, &command, file, c->votes, ++c->opened, d)) return NULL;
  s->options.course = now->course;
  s->options.lesson = lesson;
  return &s->options;
}

struct wl_course *wl_course_create(struct wl_stage *first, const struct wl_lessons *given,
                                   struct wl_votes *votes) {
  struct wl_course *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->first = first;
  c->votes = votes;
  c->looked = given != NULL;
  if (given) c->lessons = *given;
  first->options.course = (struct wl_tui_course){c, look, open_lesson};
  return c;
}

void wl_course_destroy(struct wl_course *c) {
  for (int i = 0; i < 2; i++) wl_stage_close(&c->stage[i]);
  wl_pattern_free(c->pattern, c->patterns);
  free(c->list);
  free(c->directory);
  free(c);
}
