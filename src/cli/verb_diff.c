/* `warplens diff`: the runs that are compared. */
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/verbs.h"
#include "core/analysis/other_generation.h"
#include "core/trace/setting.h"
#include "report/diff/diff.h"

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
  out->setting_count = 0;
  for (size_t i = 0; i < (second ? c->setting_count : c->second); i++)
    put_setting(out->settings, &out->setting_count, &c->settings[i]);
}

static bool has_setting(const struct wl_command *c, const struct wl_setting *s) {
  for (size_t i = 0; i < c->setting_count; i++)
    if (strcmp(c->settings[i].name, s->name) == 0 && strcmp(c->settings[i].value, s->value) == 0)
      return true;
  return false;
}

/* Adds a setting behind `used` bytes; false, and an ellipsis, where it does not fit. */
static bool add_setting(const struct wl_setting *s, char *text, size_t size, size_t *used) {
  static const char more[] = " …";
  char word[128];
  size_t n = (size_t)snprintf(word, sizeof word, "%s%s=%s", *used ? " " : "", s->name, s->value);
  bool fits = n < sizeof word && *used + n + sizeof more <= size;
  const char *said = fits ? word : *used + sizeof more <= size ? more + !*used : "";
  *used += (size_t)snprintf(text + *used, size - *used, "%s", said);
  return fits;
}

/* Adds what the other group sets and this one leaves as the script has it. */
static void add_defaults(const struct wl_command *other, const struct wl_diff_side *side,
                         char value[WL_MAX_SETTINGS][32], struct wl_command *own) {
  const struct wl_head *head = wl_trace_head(side->trace);
  struct wl_param made;
  size_t given = own->setting_count;
  for (size_t i = 0; i < other->setting_count && own->setting_count < WL_MAX_SETTINGS; i++) {
    const char *name = other->settings[i].name;
    const struct wl_param *p = wl_param_find(head, side->arch->sm, name, &made);
    size_t k = 0;
    while (k < given && strcmp(own->settings[k].name, name) != 0) k++;
    if (!p || k < given) continue;
    memcpy(value[i], p->value, sizeof value[i]);
    own->settings[own->setting_count++] = (struct wl_setting){.name = name, .value = value[i]};
  }
}

/* All that a group runs with, what the other has not first, as there may be room for the
 * beginning only: "pad=1 n=64" beside "pad=0 n=64". Of a run that came to nothing
 * what was set is known, and no more. Whether all of it has room. */
static bool name_settings(const struct wl_command *c, bool second,
                          const struct wl_diff_side *side, char *text, size_t size) {
  struct wl_command own, other;
  char value[WL_MAX_SETTINGS][32];
  size_t used = 0;
  bool fits = true;
  choose_settings(c, second, &own);
  choose_settings(c, !second, &other);
  if (side->trace) add_defaults(&other, side, value, &own);
  text[0] = '\0';
  for (int shared = 0; shared < 2; shared++)
    for (size_t i = 0; i < own.setting_count && fits; i++)
      if (has_setting(&other, &own.settings[i]) == (shared == 1))
        fits = add_setting(&own.settings[i], text, size, &used);
  return fits;
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
  const char *number = !same ? "" : second ? "2: " : "1: ";
  int room = (int)(size - sizeof "2: …"), take = bytes[second];
  if (take > room) /* whole characters of it */
    for (take = room; take > 0 && ((unsigned char)name[second][take] & 0xc0) == 0x80;) take--;
  snprintf(text, size, "%s%.*s%s", number, take, name[second], take < bytes[second] ? "…" : "");
}

/* What `diff` compares: each group of settings on each generation. */
struct comparison {
  struct wl_input *run[WL_MAX_SIDES];
  size_t runs, sides;
  struct wl_target own[2]; /* what each group is counted on where there is no --arch */
  struct wl_diff_side side[WL_MAX_SIDES];
  char with[WL_DIFF_WORDS]; /* what all sides are given, where no label says it */
};

/* Of two scripts the one that an error is of. False, as errors are. */
static bool name_file(const struct wl_command *c, const struct wl_command *chosen,
                      struct wl_diag *d) {
  if (c->other && !d->file[0]) snprintf(d->file, sizeof d->file, "%s", chosen->file);
  return false;
}

/* The script with one group of settings: read, but not run. */
static bool read_side(const struct wl_command *c, bool second, struct wl_command *chosen,
                      struct wl_job *j, struct wl_diag *d) {
  choose_settings(c, second, chosen);
  return wl_job_read(chosen, j, d) || name_file(c, chosen, d);
}

/* The generation that it is counted on where there is no --arch. */
static bool own_target(const struct wl_command *c, bool second, struct wl_target *own,
                       struct wl_diag *d) {
  struct wl_job j;
  struct wl_command chosen;
  bool good = read_side(c, second, &chosen, &j, d);
  *own = j.target;
  wl_job_free(&j);
  return good;
}

/* Runs it on a generation, whatever it says itself. */
static struct wl_input *run_side(const struct wl_command *c, bool second,
                               const struct wl_arch *arch, struct comparison *k,
                               struct wl_diag *d) {
  struct wl_job j;
  struct wl_command chosen;
  bool good = read_side(c, second, &chosen, &j, d);
  j.run.arch = arch;
  struct wl_input *run = good ? wl_job_run(&j, d) : NULL;
  wl_job_free(&j);
  if (run) k->run[k->runs++] = run;
  else name_file(c, &chosen, d);
  return run;
}

/* What is said of a side beside its generation: "pad=1 n=64", "tiled", "tiled pad=1"; "as it
 * is" where nothing is set. Whether all settings have room. */
static bool name_side(const struct wl_command *c, bool second, const struct wl_diff_side *side,
                      char *text, size_t size) {
  text[0] = '\0';
  if (c->other) name_script(c, second, text, size - 2);
  size_t used = strlen(text);
  bool fits = name_settings(c, second, side, text + used + (used > 0), size - used - (used > 0));
  if (used > 0 && text[used + 1]) text[used] = ' ';
  if (!text[0]) snprintf(text, size, "as it is");
  return fits;
}

/* Two scripts may each say what they are counted on. */
static bool one_generation(const struct wl_command *c, const struct comparison *k) {
  bool same = k->own[0].arch == k->own[1].arch && k->own[0].chip == k->own[1].chip;
  return c->target_count ? c->target_count == 1 : same;
}

static void label_side(const struct wl_command *c, bool second, const struct comparison *k,
                       struct wl_diff_side *side) {
  char name[40], whole[WL_DIFF_WORDS - 40], arch[40] = "";
  bool named = c->divided || c->other;
  bool fits = !named || name_side(c, second, side, name, sizeof name);
  struct wl_target target = wl_target_make(side->arch, side->chip);
  bool chip = target.chip != wl_target_make(side->arch, NULL).chip;
  if (!named || !one_generation(c, k))
    snprintf(arch, sizeof arch, "%s%s%s%s%s", named || *side->arch->mode ? "" : "cc ",
             side->arch->cc, side->arch->mode, chip ? " " : "", chip ? target.chip->name : "");
  const char *gap = *arch && named ? " " : "";
  snprintf(side->label, sizeof side->label, "%s%s%s", arch, gap, named ? name : "");
  if (fits) return;
  name_side(c, second, side, whole, sizeof whole);
  snprintf(side->whole, sizeof side->whole, "%s%s%s", arch, gap, whole);
}

/* The settings of a single group, the last of each name. */
static void list_settings(const struct wl_command *c, struct comparison *k) {
  size_t used = 0;
  bool fits = true;
  for (size_t i = 0; i < c->setting_count && fits; i++) {
    bool last = true;
    for (size_t j = i + 1; j < c->setting_count; j++)
      last = last && strcmp(c->settings[j].name, c->settings[i].name) != 0;
    if (last) fits = add_setting(&c->settings[i], k->with, sizeof k->with, &used);
  }
}

/* What goes wrong on a generation names it. */
static void name_arch(struct wl_diff_side *side) {
  char name[32];
  struct wl_diag d = side->problem;
  snprintf(name, sizeof name, "cc %s", side->arch->cc);
  if (!strstr(d.what, name)) wl_diag_fail(&side->problem, d.status, "%s: %s", name, d.what);
}

/* One generation: it runs the script, as what that does may depend on it. False where that
 * is an error of the whole comparison. */
static bool add_side(const struct wl_command *c, bool second, struct wl_target target,
                     struct comparison *k, struct wl_diag *d) {
  struct wl_diff_side *side = &k->side[k->sides++]; /* the command line has seen that all fit */
  *side = (struct wl_diff_side){
    .arch = target.arch, .chip = target.chip, .second = second && c->other,
    .registers = wl_registers_given((uint32_t)c->value[WL_OPT_REGISTERS].number)};
  struct wl_input *run = run_side(c, second, side->arch, k, &side->problem);
  side->trace = run ? wl_input_trace(run) : NULL;
  label_side(c, second, k, side);
  side->analysis = run ? wl_reanalyze(side->trace, target, &side->problem) : NULL;
  if (side->analysis) return true;
  *d = side->problem;
  name_arch(side);
  return d->status == WL_SCRIPT;
}

/* Each generation runs the script for itself. Those that cannot are told of where any can:
 * they have its lines, without figures. */
static bool add_sides(const struct wl_command *c, bool second, struct comparison *k,
                      struct wl_diag *d) {
  size_t first = k->sides, targets = c->target_count ? c->target_count : 1;
  const struct wl_trace *good = NULL;
  struct wl_diag wrong = {.status = WL_OK}, *last = &wrong; /* of the first that cannot */
  for (size_t i = 0; i < targets; i++) {
    if (!add_side(c, second, c->target_count ? c->targets[i] : k->own[second], k, last)) {
      *d = *last;
      return false;
    }
    if (k->side[k->sides - 1].analysis) good = k->side[k->sides - 1].trace;
    if (wrong.status != WL_OK) last = d;
  }
  for (size_t i = first; good && i < k->sides; i++)
    if (!k->side[i].trace) k->side[i].trace = good;
  if (!good) *d = wrong;
  return good;
}

/* Two scripts stand beside each other on each generation. */
static void pair_sides(struct comparison *k) {
  struct wl_diff_side side[WL_MAX_SIDES];
  for (size_t i = 0; i < k->sides; i++) side[i] = k->side[(i % 2 ? k->sides : 0) / 2 + i / 2];
  memcpy(k->side, side, k->sides * sizeof side[0]);
}

static bool write_diff(const struct wl_command *c, const struct wl_diff *diff, FILE *f,
                       struct wl_diag *d) {
  return wl_verb_format(c) == WL_FORMAT_JSON ? wl_diff_json(f, diff, d)
                                             : wl_diff_text(f, diff, wl_wants_ascii(c), d);
}

enum wl_status wl_verb_diff(const struct wl_command *c, struct wl_diag *d) {
  struct comparison k = {.sides = 0};
  struct wl_output *o = wl_verb_open(c, d);
  if (!o) return d->status;
  bool two = c->divided || c->other;
  bool good = own_target(c, false, &k.own[0], d) && own_target(c, two, &k.own[1], d) &&
              add_sides(c, false, &k, d) && (!two || add_sides(c, true, &k, d));
  if (good && c->other) pair_sides(&k);
  struct wl_diff *diff = good ? wl_diff_create(k.side, k.sides) : NULL;
  if (good && !diff) wl_diag_fail(d, WL_LIMIT, "out of memory");
  if (good && !two) list_settings(c, &k);
  if (diff) diff->with = k.with;
  FILE *f = wl_output_file(o);
  good = diff && write_diff(c, diff, f, d);
  if (!wl_verb_close(c, o, good, d)) good = false;
  wl_diff_destroy(diff);
  for (size_t i = 0; i < k.sides; i++)
    wl_analysis_destroy((struct wl_analysis *)k.side[i].analysis);
  for (size_t i = 0; i < k.runs; i++) wl_input_destroy(k.run[i]);
  return good ? WL_OK : d->status;
}
