/* `warplens diff`: the runs that are compared. */
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "out/diff.h"
#include "verbs.h"
#include "view/reanalyze.h"

/* Replaces the value of a setting among the first `*count`, or adds it. */
static void put_setting(struct wl_setting list[WL_MAX_SETTINGS], size_t *count,
                        const struct wl_setting *s) {
  size_t i = 0;
  while (i < *count && strcmp(list[i].name, s->name) != 0) i++;
  list[i] = *s;
  if (i == *count) ++*count;
}

/* The settings of one group of `diff`: those after "--" change those before it. */
static void choose_settings(const struct wl_command *c, bool second, struct wl_command *out) {
  *out = *c;
  if (second && c->other) out->file = c->other;
  if (!c->divided) return;
  if (second && c->apart) {
    out->setting_count -= c->second;
    memmove(out->settings, &c->settings[c->second], out->setting_count * sizeof out->settings[0]);
    return;
  }
  out->setting_count = c->second;
  for (size_t i = c->second; second && i < c->setting_count; i++)
    put_setting(out->settings, &out->setting_count, &c->settings[i]);
}

/* "pad=1 n=64", or "as it is" where a group has no settings of its own. */
static void name_settings(const struct wl_command *c, bool second, char *text, size_t size) {
  size_t used = 0, from = second ? c->second : 0, to = second ? c->setting_count : c->second;
  snprintf(text, size, "as it is");
  for (size_t i = from; i < to && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "",
                             c->settings[i].name, c->settings[i].value);
}

/* The name of the file without the way there; the number as well, where both have it. */
static void name_script(const struct wl_command *c, bool second, char *text, size_t size) {
  const char *file[2] = {c->file, c->other}, *name[2];
  int bytes[2];
  for (int i = 0; i < 2; i++) {
    const char *slash = strrchr(file[i], '/');
    name[i] = slash ? slash + 1 : file[i];
    size_t n = strlen(name[i]);
    bytes[i] = (int)(n > 4 && strcmp(name[i] + n - 4, ".lua") == 0 ? n - 4 : n);
  }
  bool same = bytes[0] == bytes[1] && memcmp(name[0], name[1], (size_t)bytes[0]) == 0;
  snprintf(text, size, "%s%.*s", !same ? "" : second ? "2: " : "1: ", bytes[second], name[second]);
}

/* What `diff` compares: each group of settings on each generation. */
struct comparison {
  struct wl_run *run[WL_MAX_SIDES + 2];
  size_t runs, sides;
  struct wl_diff_side side[WL_MAX_SIDES];
};

/* Runs the script with one group of settings on one generation, whatever it says
 * itself: that is its `own`, where there is no --arch. */
static struct wl_run *run_side(const struct wl_command *c, bool second,
                               const struct wl_arch *arch, struct comparison *k,
                               struct wl_target *own, struct wl_diag *d) {
  struct wl_job j;
  struct wl_command chosen;
  choose_settings(c, second, &chosen);
  bool read = wl_job_read(&chosen, &j, d);
  *own = j.target;
  j.run.arch = arch;
  struct wl_run *run = read ? wl_job_run(&j, d) : NULL;
  wl_job_free(&j);
  if (run) k->run[k->runs++] = run;
  else if (c->other && !d->file[0]) snprintf(d->file, sizeof d->file, "%s", chosen.file);
  return run;
}

/* What is said of a side beside its generation: "pad=1 n=64", "tiled", "tiled pad=1". */
static void name_side(const struct wl_command *c, bool second, char *text, size_t size) {
  size_t used = 0;
  if (c->other) {
    name_script(c, second, text, size);
    used = strlen(text);
    bool any = c->divided && (second ? c->setting_count > c->second : c->second > 0);
    if (!any || used + 2 > size) return;
    text[used++] = ' ';
  }
  name_settings(c, second, text + used, size - used);
}

static void label_side(const struct wl_command *c, bool second, struct wl_diff_side *side) {
  char name[32];
  bool named = c->divided || c->other;
  name_side(c, second, name, sizeof name);
  struct wl_target target = wl_target_make(side->arch, side->chip);
  bool chip = target.chip != wl_target_make(side->arch, NULL).chip;
  if (named && c->target_count < 2) snprintf(side->label, sizeof side->label, "%s", name);
  else
    snprintf(side->label, sizeof side->label, "%s%s%s%s%s%s%s",
             named || *side->arch->mode ? "" : "cc ", side->arch->cc, side->arch->mode,
             chip ? " " : "", chip ? target.chip->name : "", named ? " " : "", named ? name : "");
}

/* The script runs once for all generations, on the one with the widest limits: the
 * others are checked afterwards. What -e has ready may be less on some of them, so
 * that it gets another chance there. */
static bool add_sides(const struct wl_command *c, bool second, struct comparison *k,
                      struct wl_diag *d) {
  size_t targets = c->target_count ? c->target_count : 1;
  struct wl_registers registers =
    wl_registers_given((uint32_t)c->value[WL_OPT_REGISTERS].number);
  struct wl_target own;
  struct wl_run *run = run_side(c, second, wl_arch_default(), k, &own, d);
  if (!run) return false;
  for (size_t i = 0; i < targets; i++) { /* the command line has seen that all fit */
    struct wl_diff_side *side = &k->side[k->sides++];
    struct wl_target target = c->target_count ? c->targets[i] : own;
    *side = (struct wl_diff_side){.arch = target.arch, .chip = target.chip,
                                  .registers = registers, .second = second && c->other};
    label_side(c, second, side);
    side->trace = wl_run_trace(run);
    side->analysis = wl_reanalyze(side->trace, side->arch, &side->problem);
    if (side->analysis || !c->expression) continue;
    struct wl_diag again;
    struct wl_run *rerun = run_side(c, second, side->arch, k, &own, &again);
    if (!rerun) continue;
    side->trace = wl_run_trace(rerun);
    side->analysis = wl_reanalyze(side->trace, side->arch, &side->problem);
  }
  return true;
}

/* Two scripts stand beside each other on each generation. */
static void pair_sides(struct comparison *k) {
  struct wl_diff_side side[WL_MAX_SIDES];
  for (size_t i = 0; i < k->sides; i++) side[i] = k->side[(i % 2 ? k->sides : 0) / 2 + i / 2];
  memcpy(k->side, side, k->sides * sizeof side[0]);
}

static bool write_page(const struct wl_command *c, const struct wl_diff *diff, FILE *f,
                       struct wl_diag *d) {
  struct wl_verb_page page;
  bool good = wl_verb_page(&page, d) && wl_diff_text(page.file, diff, false, d);
  return wl_verb_put_page(c, &page, good, f, d);
}

static bool write_diff(const struct wl_command *c, const struct wl_diff *diff, FILE *f,
                       struct wl_diag *d) {
  switch (wl_verb_format(c)) {
  case WL_FORMAT_JSON: return wl_diff_json(f, diff, d);
  case WL_FORMAT_CSV: return wl_diff_csv(f, diff, d);
  case WL_FORMAT_SVG:
    return wl_diff_svg(f, diff, (enum wl_scheme)c->value[WL_OPT_THEME].choice, d);
  case WL_FORMAT_HTML: return write_page(c, diff, f, d);
  default: return wl_diff_text(f, diff, wl_wants_ascii(c), d);
  }
}

enum wl_status wl_verb_diff(const struct wl_command *c, struct wl_diag *d) {
  struct comparison k = {.sides = 0};
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  bool two = c->divided || c->other;
  bool good = add_sides(c, false, &k, d) && (!two || add_sides(c, true, &k, d));
  if (good && c->other) pair_sides(&k);
  struct wl_diff *diff = good ? wl_diff_create(k.side, k.sides) : NULL;
  if (good && !diff) wl_diag_fail(d, WL_LIMIT, "out of memory");
  FILE *f = wl_output_file(o);
  good = diff && write_diff(c, diff, f, d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  wl_diff_destroy(diff);
  for (size_t i = 0; i < k.sides; i++) wl_analysis_destroy((struct wl_analysis *)k.side[i].analysis);
  for (size_t i = 0; i < k.runs; i++) wl_run_destroy(k.run[i]);
  return good ? WL_OK : d->status;
}
