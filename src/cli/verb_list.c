/* `warplens list`: the scripts of a directory, lessons first. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/page.h"
#include "canvas/write/write.h"
#include "cli/job.h"
#include "cli/patterns.h"
#include "cli/verbs.h"

enum { NAME = 20, TITLE = 45, LEVEL = 5, MINUTES = 5 }; /* cells */

struct list {
  const char *directory; /* NULL: of the bundled scripts */
  struct wl_pattern *pattern;
  size_t count;
  bool exercises;        /* these only */
};

static bool is_lesson(const struct wl_pattern *p) { return p->lesson.topic[0] != '\0'; }

/* Keeps the lessons of one level, unless it is 0, and if asked only the exercises. */
static void keep(struct list *l, unsigned level, bool exercises) {
  size_t kept = 0;
  for (size_t i = 0; i < l->count; i++) {
    const struct wl_pattern *each = &l->pattern[i];
    bool right = !level || (is_lesson(each) && each->lesson.level == level);
    if (right && (each->exercise || !exercises)) {
      struct wl_pattern p = l->pattern[i];
      l->pattern[i] = l->pattern[kept];
      l->pattern[kept++] = p;
    }
  }
  for (size_t i = kept; i < l->count; i++) free(l->pattern[i].name);
  l->count = kept;
}

static bool take_list(const struct wl_command *c, struct list *l, struct wl_diag *d) {
  l->directory = c->file;
  l->pattern = wl_pattern_list(l->directory, &l->count);
  int error = l->pattern ? 0 : errno;
  if (error == ENOMEM) return wl_diag_fail(d, WL_LIMIT, "not enough memory for the list");
  if (l->count == 0) {
    char *bundled = wl_pattern_directory();
    const char *where = l->directory ? l->directory : bundled ? bundled : "the bundled directory";
    if (error) wl_diag_fail(d, WL_INPUT, "no scripts in %s: %s", where, strerror(error));
    else wl_diag_fail(d, WL_INPUT, "no scripts in %s", where);
    if (!l->directory)
      wl_diag_hint(d, "name a file, or set WARPLENS_DATA to the directory that has patterns/");
    free(bundled);
    return false;
  }
  keep(l, (unsigned)c->value[WL_OPT_LEVEL].number, l->exercises);
  if (l->count > 0 || !l->exercises) return true;
  wl_diag_fail(d, WL_INPUT, "no exercises in %s",
               l->directory ? l->directory : "the bundled scripts");
  return wl_diag_hint(d, "an exercise is a script with a rubric of its name in rubrics/");
}

static void put_text(FILE *f, bool ascii, const char *text, size_t cells) {
  size_t used = wl_page_fit(f, ascii, text, strlen(text), cells);
  fprintf(f, "%*s", (int)(cells - used), "");
}

/* The head of a topic, with what its lessons take together. */
static void put_topic(FILE *f, bool ascii, const struct list *l, size_t from) {
  const char *topic = l->pattern[from].lesson.topic;
  char head[sizeof l->pattern->lesson.topic + 32];
  unsigned minutes = 0;
  for (size_t i = from; i < l->count && strcmp(l->pattern[i].lesson.topic, topic) == 0; i++)
    minutes += l->pattern[i].lesson.minutes;
  putc('\n', f);
  snprintf(head, sizeof head, "%s, %u minutes", topic, minutes);
  const char *said = *topic ? head : "Other scripts";
  size_t used = wl_page_fit(f, ascii, said, strlen(said), 2 + NAME + TITLE);
  if (*topic && from == 0)
    fprintf(f, "%*s%*s", (int)(2 + NAME + TITLE + LEVEL - used), "level", MINUTES, "min");
  putc('\n', f);
}

static void put_pattern(FILE *f, bool ascii, const struct wl_pattern *p) {
  fputs("  ", f);
  put_text(f, ascii, p->name, NAME - 1);
  putc(' ', f);
  if (!is_lesson(p)) {
    wl_page_fit(f, ascii, p->lesson.title, strlen(p->lesson.title), TITLE);
    putc('\n', f);
    return;
  }
  put_text(f, ascii, p->lesson.title, TITLE);
  fprintf(f, "%*u%*u\n", LEVEL, p->lesson.level, MINUTES, p->lesson.minutes);
}

/* Those that wanted a place, or may have. */
static void put_lost(FILE *f, bool ascii, const struct list *l) {
  unsigned lost = 0;
  for (size_t i = 0; i < l->count; i++) {
    if (!l->pattern[i].lesson.lost) continue;
    fputs(lost++ ? ", " : "\nNo place was found for ", f);
    wl_page_fit(f, ascii, l->pattern[i].name, strlen(l->pattern[i].name), SIZE_MAX);
  }
  if (lost) fputs(": `warplens check FILE` says why.\n", f);
}

/* What to do with those that come with the program. */
static const char after_lessons[] =
    "\nA lecture, and its notes in a second terminal:\n"
    "  warplens vadd --present    warplens vadd --notes\n"
    "Exercises, and how to have them graded:  warplens list --exercises\n"
    "Or one line of your own:  warplens -e 'g[tid * stride]' stride=2\n"
    "`warplens --help` lists verbs and options.\n";
static const char after_exercises[] =
    "\nEach is worth 10 points. Solve a copy; its grade has the points by criterion:\n"
    "  warplens new mine --from exercise_scan\n"
    "  warplens mine.lua\n"
    "  warplens check mine.lua\n";

static void write_text(FILE *f, const struct list *l, bool ascii) {
  const char *topic = NULL;
  unsigned lessons[WL_LESSON_LEVELS + 1] = {0}, minutes[WL_LESSON_LEVELS + 1] = {0};
  fprintf(f, l->directory ? "Each is started by its path, as  warplens DIRECTORY/NAME.lua\n"
                          : "Each is started by its name, as  warplens %s\n",
          l->exercises ? "exercise_scan" : "stride");
  for (size_t i = 0; i < l->count; i++) {
    const struct wl_lesson *lesson = &l->pattern[i].lesson;
    if (!topic || strcmp(topic, lesson->topic) != 0) put_topic(f, ascii, l, i);
    topic = lesson->topic;
    put_pattern(f, ascii, &l->pattern[i]);
    if (!*lesson->topic || l->pattern[i].exercise) continue; /* nothing for a lecture to sum up */
    lessons[lesson->level]++;
    minutes[lesson->level] += lesson->minutes;
  }
  if (!l->exercises) putc('\n', f);
  for (unsigned i = 1; i <= WL_LESSON_LEVELS; i++)
    if (lessons[i])
      fprintf(f, "Level %u: %u lesson%s, %u minutes%s\n", i, lessons[i],
              lessons[i] == 1 ? "" : "s", minutes[i],
              i == 1 && !l->directory ? ", a first lecture with time to vote" : "");
  put_lost(f, ascii, l);
  if (!l->directory) fputs(l->exercises ? after_exercises : after_lessons, f);
}

static json_t *lesson_json(const struct wl_pattern *p) {
  const struct wl_lesson *l = &p->lesson;
  json_t *object = json_pack("{s:o, s:o, s:o}", "name", wl_json_text(p->name, strlen(p->name)),
                             "title", wl_json_text(l->title, strlen(l->title)),
                             "about", wl_json_text(l->about, strlen(l->about)));
  if (!object || !is_lesson(p)) return object;
  json_object_set_new(object, "topic", wl_json_text(l->topic, strlen(l->topic)));
  json_object_set_new(object, "order", json_integer(l->order));
  json_object_set_new(object, "level", json_integer(l->level));
  json_object_set_new(object, "minutes", json_integer(l->minutes));
  if (l->flip[0]) json_object_set_new(object, "flip", wl_json_text(l->flip, strlen(l->flip)));
  return object;
}

/* What goes wrong here, wl_out_finish() tells: a write that failed, or memory that ran out. */
static void write_json(FILE *f, const struct list *l) {
  json_t *lessons = json_array();
  for (size_t i = 0; i < l->count; i++)
    json_array_append_new(lessons, lesson_json(&l->pattern[i]));
  wl_json_line(f, json_pack("{s:i, s:o}", "schema", 1, "scripts", lessons), JSON_SORT_KEYS);
}

enum wl_status wl_verb_list(const struct wl_command *c, struct wl_diag *d) {
  struct list l = {.exercises = c->value[WL_OPT_EXERCISES].given};
  struct wl_output *o = wl_output_open(c->value[WL_OPT_OUTPUT].text, d);
  if (!o) return d->status;
  bool good = take_list(c, &l, d);
  FILE *f = wl_output_file(o);
  if (good && wl_verb_format(c) == WL_FORMAT_JSON) write_json(f, &l);
  else if (good) write_text(f, &l, wl_wants_ascii(c));
  good = good && wl_out_finish(f, d);
  wl_pattern_free(l.pattern, l.count);
  if (!wl_verb_close(c, o, good, d)) good = false;
  return good ? WL_OK : d->status;
}
