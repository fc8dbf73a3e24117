/* Plays key scripts on a model and holds what is drawn against goldens.
 *
 *   test_views GOLDEN_DIR [--update | --svg DIR] KEYS…
 *
 * A .keys file has a word and its arguments on each line:
 *   sizes 80x24 120x40 …   the screens to draw at the end
 *   opened                 the first picture, which says what a small screen leaves out
 *   ascii                  ASCII characters only
 *   ansi                   with colours: one golden for each depth, dark and light
 *   plain                  one golden of the sentences that say the same
 *   scene NAME [VALUE]     shows a recording (tests/view/scene.h)
 *   beside NAME [VALUE]    another recording beside it
 *   arch CC                the recording on another generation
 *   pose                   poses the questions of the script
 *   error                  shows an error
 *   type TEXT              types it, character by character
 *   answer TEXT            what an expression comes to; / ends a line of it
 *   progress DONE OF       a run goes on
 *   sweep DONE             the sweep of pad, 0 to 8 or further, of which DONE runs have come
 *   stopped FROM TO        the runs of it that were stopped
 * and else what a recording has (session/state/keymap.h): keys, `wait MS`, comments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/write.h"
#include "canvas/write/write_html.h"
#include "core/analysis/other_generation.h"
#include "core/base/text.h"
#include "core/gpu/occupancy.h"
#include "core/gpu/target.h"
#include "scene.h"
#include "session/playback.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/settings/sweep_choice.h"
#include "session/settings/undo.h"
#include "session/state/keymap.h"
#include "session/state/session_state.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/speech/speech.h"

enum { MAX_SIZES = 12, MAX_SCENES = 8, LINE = 256 };

struct play {
  const char *file, *dir; /* what is played; where its goldens are */
  char base[64];          /* of their names */
  bool update;
  struct wl_session *model, *beside;
  struct scene scene[MAX_SCENES];
  struct wl_analysis *other[MAX_SCENES];
  struct wl_sweep sweep;
  int scenes, others, sizes, size[MAX_SIZES][2];
  bool ascii, ansi, plain, opened;
};

static void die(const struct play *p, const char *what) {
  fprintf(stderr, "%s: %s\n", p->file, what);
  exit(1);
}

static void add_sizes(struct play *p, char *text) {
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    if (p->sizes == MAX_SIZES) die(p, "too many sizes");
    int *size = p->size[p->sizes++];
    if (sscanf(word, "%dx%d", &size[0], &size[1]) != 2) die(p, word);
  }
}

static void show_error(struct wl_session *m) {
  static const char text[] = "local x = 1\n  local v = tile[threadIdx.y][threadIdx.x + 33]\n";
  struct wl_diag d;
  wl_diag_fail(&d, WL_SCRIPT, "index 33 is out of bounds of 'tile', whose second extent is 33");
  wl_diag_hint(&d, "the last element is [32]: check the index, or make the array wider");
  wl_diag_place(&d, "patterns/transpose.lua", text, strlen(text),
                (struct wl_span){2, 13, 48});
  snprintf(d.where, sizeof d.where, "lane 0 of warp 3, thread (0, 6, 0) of block (0, 1, 0)");
  wl_session_fail(m, &d);
}

static void type_text(struct wl_session *m, const char *text) {
  struct wl_glyph g;
  for (const char *end = text + strlen(text); wl_text_next(&text, end, &g);)
    wl_session_key(m, g.code);
}

static void show_answer(struct wl_session *m, char *text) {
  for (char *s = text; (s = strchr(s, '/')) != NULL;) *s = '\n';
  wl_session_answer(m, text);
}

/* What a recording has, too. */
static void play_line(struct play *p, const char *line) {
  uint32_t value;
  switch (wl_keys_line(line, &value)) {
  case WL_KEYS_NOTHING: break;
  case WL_KEYS_KEY: wl_session_key(p->model, value); break;
  case WL_KEYS_WAIT: wl_session_tick(p->model, (int)value); break;
  case WL_KEYS_UNKNOWN: die(p, line);
  }
}

/* The conflicts of a transpose against its padding; 8 does not fit. */
static void show_sweep(struct play *p, unsigned done) {
  static const uint8_t waves[] = {32, 1, 2, 1, 4, 1, 2, 1, 0};
  struct wl_sweep *s = &p->sweep;
  wl_session_sweep(p->model, NULL);
  wl_sweep_clear(s);
  *s = (struct wl_sweep){.name = "pad", .initial = "0", .values = sizeof waves, .lines = 1,
                         .registers = WL_ASSUMED_REGISTERS};
  if (done > s->values) s->values = done;
  s->line[0].target = wl_target_make(wl_arch_default(), NULL);
  s->value = calloc(s->values, sizeof *s->value);
  if (!s->value || !wl_sweep_prepare(s)) die(p, "out of memory");
  for (size_t i = 0; i < s->values; i++) {
    struct wl_sweep_point *point = wl_sweep_at(s, 0, i);
    snprintf(s->value[i], WL_SWEEP_TEXT, "%zu", i);
    if (i >= done) continue;
    unsigned wave = i < sizeof waves ? waves[i] : 1;
    point->state = wave ? WL_POINT_DONE : WL_POINT_FAILED;
    wl_diag_fail(&point->problem, WL_SCRIPT, "shared(): \"tile\" does not fit");
    struct wl_sum *load = &point->outcome.sum[WL_SHARED][WL_LOAD];
    point->outcome.arch = wl_arch_default();
    point->outcome.launch.arch = wl_arch_default();
    point->outcome.launch.threads = 256;
    point->outcome.launch.shared_bytes = (uint32_t)(4096 + 128 * i);
    load->instructions = 32768;
    load->value[WL_WAVEFRONTS] = 32768u * wave;
    load->value[WL_IDEAL_WAVEFRONTS] = 32768;
  }
  wl_session_sweep(p->model, s);
}

static void stop_sweep(struct play *p, unsigned from, unsigned to) {
  for (unsigned i = from; i <= to && i < p->sweep.values; i++) {
    struct wl_sweep_point *point = wl_sweep_at(&p->sweep, 0, i);
    point->state = WL_POINT_FAILED;
    wl_diag_fail(&point->problem, WL_LIMIT, "the script was still running after 10 s");
  }
}

static void do_line(struct play *p, char *line) {
  char name[32] = "";
  int a = 0, b = 0;
  sscanf(line, "%31s", name);
  char *rest = line + strlen(name) + (line[strlen(name)] != 0);
  if (strcmp(name, "sizes") == 0) add_sizes(p, rest);
  else if (strcmp(name, "opened") == 0) p->opened = true;
  else if (strcmp(name, "ascii") == 0) p->ascii = true;
  else if (strcmp(name, "ansi") == 0) p->ansi = true;
  else if (strcmp(name, "plain") == 0) p->plain = true;
  else if (strcmp(name, "pose") == 0) wl_session_pose(p->model, true);
  else if (strcmp(name, "slow") == 0) wl_session_wait(p->model);
  else if (strcmp(name, "error") == 0) show_error(p->model);
  else if (strcmp(name, "type") == 0) type_text(p->model, rest);
  else if (strcmp(name, "answer") == 0) show_answer(p->model, rest);
  else if (sscanf(line, "sweep %d", &a) == 1) show_sweep(p, (unsigned)a);
  else if (sscanf(line, "stopped %d %d", &a, &b) == 2) stop_sweep(p, (unsigned)a, (unsigned)b);
  else if (sscanf(line, "progress %d %d", &a, &b) == 2)
    wl_session_progress(p->model, (uint64_t)a, (uint64_t)b);
  else if (sscanf(line, "arch %31s", name) == 1) {
    struct wl_diag d;
    const struct wl_trace *trace = p->scenes ? p->scene[p->scenes - 1].trace : NULL;
    struct wl_target target;
    bool known = wl_target_find(name, &target, &d);
    if (!trace || !known || p->others == MAX_SCENES) die(p, line);
    struct wl_analysis *analysis = p->other[p->others++] = wl_reanalyze(trace, target, &d);
    if (!analysis) die(p, d.what);
    scene_cache(analysis, trace);
    wl_session_show(p->model, trace, analysis);
  } else if (sscanf(line, "scene %31s %d", name, &a) >= 1) {
    if (p->scenes == MAX_SCENES) die(p, "too many scenes");
    struct scene s = p->scene[p->scenes++] = scene_create(name, a);
    wl_session_event(p->model, WL_EVENT_STARTED);
    wl_session_show(p->model, s.trace, s.analysis);
    wl_session_event(p->model, WL_EVENT_COMPLETE);
  } else if (sscanf(line, "beside %31s %d", name, &a) >= 1) {
    if (p->scenes == MAX_SCENES || p->beside) die(p, "too many scenes");
    struct scene s = p->scene[p->scenes++] = scene_create(name, a);
    p->beside = wl_session_create();
    wl_session_show(p->beside, s.trace, s.analysis);
    wl_second_run_set(p->model, p->beside);
  } else {
    play_line(p, line);
  }
}

/* Reads a whole file; NULL if there is none. */
static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  char *text = NULL;
  size_t room = 0;
  ssize_t n = getdelim(&text, &room, EOF, f);
  *size = n > 0 ? (size_t)n : 0;
  fclose(f);
  return text;
}

/* 0 if the golden is the same; else says where they part. */
static int compare(const char *path, const char *text, size_t size, bool update) {
  size_t old_size = 0, i = 0;
  char *old = read_file(path, &old_size);
  bool same = old && old_size == size && memcmp(old, text, size) == 0;
  if (!same && update) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(text, 1, size, f) != size || fclose(f)) perror(path), exit(1);
    printf("updated %s\n", path);
    same = true;
  } else if (!same) {
    int line = 1;
    for (; old && i < old_size && i < size && old[i] == text[i]; i++) line += text[i] == '\n';
    printf("%s:%d differs; is now:\n%s\n", path, line, text);
  }
  free(old);
  return !same;
}

/* `tier`: -1 for text without colours. */
static int check(const struct play *p, struct wl_canvas *c, const char *suffix, int tier,
                 enum wl_scheme scheme) {
  char path[512], *text = NULL;
  size_t size = 0;
  struct wl_diag d;
  FILE *f = open_memstream(&text, &size);
  bool good = tier < 0 ? wl_write_text(f, c, &d)
                       : wl_write_ansi(f, c, (enum wl_tier)tier, scheme, &d);
  fclose(f);
  if (!good) die(p, d.what);
  snprintf(path, sizeof path, "%s/%s-%dx%d%s", p->dir, p->base, wl_canvas_width(c),
           wl_canvas_height(c), suffix);
  int bad = compare(path, text, size, p->update);
  free(text);
  return bad;
}

/* As SVG and as HTML: both are XML. */
static void write_svg(const char *dir, const char *base, const struct wl_canvas *c,
                      enum wl_scheme scheme) {
  char path[512];
  struct wl_diag d;
  snprintf(path, sizeof path, "%s/%s-%dx%d-%s.svg", dir, base, wl_canvas_width(c),
           wl_canvas_height(c), scheme == WL_DARK ? "dark" : "light");
  FILE *f = fopen(path, "wb");
  struct wl_html_options page = {.title = base, .scheme = scheme, .follows = scheme == WL_DARK};
  if (!f || !wl_write_svg(f, c, scheme, base, base, &d) || fclose(f)) perror(path), exit(1);
  memcpy(path + strlen(path) - 3, "htm", 3);
  f = fopen(path, "wb");
  if (!f || !wl_write_html(f, c, &page, base, &d) || fclose(f)) perror(path), exit(1);
}

/* As small as can be, so that no other is the first, or becomes smaller; since then something has
 * been done. */
static void draw_first(struct play *p) {
  struct wl_canvas *c = wl_canvas_create(wl_sizes[0].width, wl_sizes[0].height, p->ascii);
  wl_session_draw(p->model, c);
  p->model->drawn.shrunk = 0;
  wl_canvas_destroy(c);
}

static int draw(struct play *p, const char *svg) {
  static const char *const tiers[] = {"mono", "16", "256", "true"};
  int bad = 0;
  for (int i = 0; i < p->sizes; i++) {
    struct wl_canvas *c = wl_canvas_create(p->size[i][0], p->size[i][1], p->ascii);
    if (i == 0 && !p->opened) draw_first(p);
    wl_session_draw(p->model, c);
    if (svg) write_svg(svg, p->base, c, WL_DARK), write_svg(svg, p->base, c, WL_LIGHT);
    else bad += check(p, c, p->ascii ? "-ascii.txt" : ".txt", -1, WL_DARK);
    for (int t = 0; p->ansi && !svg && t < WL_TIERS; t++)
      for (int s = 0; s < WL_SCHEMES; s++) {
        char suffix[32];
        snprintf(suffix, sizeof suffix, "-%s-%s.ansi", tiers[t], wl_schemes[s].name);
        bad += check(p, c, suffix, t, (enum wl_scheme)s);
      }
    wl_canvas_destroy(c);
  }
  return bad;
}

/* Sentences are for ears: no line is long, no sign has to be seen, nothing moves. What is
 * quoted may be as long as it is. */
static int check_sentences(const char *file, const char *text) {
  for (const char *s = text; *s;) {
    size_t size = strcspn(s, "\n"), bad = 0;
    while (bad < size && s[bad] >= ' ' && s[bad] <= '~') bad++;
    bool quoted = memmem(s, size, "Line ", 5) || memmem(s, size, "At: ", 4) ||
                  memmem(s, size, "line is: ", 9) || memmem(s, size, "shell: ", 7);
    if (bad < size || s[size] != '\n' || (size > 79 && !quoted)) {
      printf("%s is no sentence to hear: %.*s\n", file, (int)size, s);
      return 1;
    }
    s += size + 1;
  }
  return text[0] ? 0 : 1;
}

static int speak(struct play *p) {
  char path[512], *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  wl_speak(p->model, &(struct wl_prose){f, false});
  fclose(f);
  snprintf(path, sizeof path, "%s/%s.plain", p->dir, p->base);
  int bad = check_sentences(p->file, text);
  if (p->plain) bad += compare(path, text, size, p->update);
  free(text);
  return bad;
}

static int play_file(const char *file, const char *dir, bool update, const char *svg) {
  struct play p = {.file = file, .dir = dir, .update = update, .model = wl_session_create()};
  char line[LINE];
  const char *slash = strrchr(file, '/');
  FILE *f = fopen(file, "r");
  if (!f) perror(file), exit(1);
  snprintf(p.base, sizeof p.base, "%.*s", (int)strcspn(slash ? slash + 1 : file, "."),
           slash ? slash + 1 : file);
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = '\0';
    do_line(&p, line);
  }
  fclose(f);
  int bad = draw(&p, svg);
  if (!svg) bad += speak(&p);
  wl_sweep_clear(&p.sweep);
  for (int i = 0; i < p.others; i++) wl_analysis_destroy(p.other[i]);
  for (int i = 0; i < p.scenes; i++) scene_destroy(p.scene[i]);
  wl_session_destroy(p.model);
  wl_session_destroy(p.beside);
  return bad;
}

int main(int argc, char **argv) {
  bool update = argc > 2 && strcmp(argv[2], "--update") == 0;
  const char *svg = argc > 3 && strcmp(argv[2], "--svg") == 0 ? argv[3] : NULL;
  int first = update ? 3 : svg ? 4 : 2, bad = 0;
  if (argc <= first) return fprintf(stderr, "usage: test_views DIR [--update] KEYS…\n"), 2;
  for (int i = first; i < argc; i++) bad += play_file(argv[i], argv[1], update, svg);
  if (bad) printf("%d pictures differ; look at them, then run with --update\n", bad);
  return bad != 0;
}
