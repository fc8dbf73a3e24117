/* The selected step in words: verdict, rule, wavefront, picked lane. */
#include <stdio.h>
#include <string.h>

#include "core/texture.h"
#include "view/cells.h"
#include "view/figures.h"
#include "view/format.h"
#include "view/question.h"
#include "view/texels.h"
#include "view/view.h"

static enum wl_glyph_id sign_of(enum wl_grade g) {
  return g == WL_GRADE_GOOD ? WL_GLYPH_CHECK : g == WL_GRADE_BAD ? WL_GLYPH_FAIL : WL_GLYPH_BULLET;
}

/* Bytes of text that fit into `cells`, cut at a space where there is one. */
static size_t break_at(const struct wl_canvas *c, const char *text, int cells) {
  size_t size = strlen(text), best = 0;
  if (wl_canvas_cells(c, text, -1) <= cells) return size;
  for (size_t i = 0; i < size; i++)
    if (text[i] == ' ' && wl_canvas_cells(c, text, (int)i) <= cells) best = i;
  return best ? best : size;
}

enum { CERTAINTY = 12 }; /* cells of " [measured]", and one of air */

static void draw_rule(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  const struct wl_before *before = wl_figure_before(m);
  int end = r.x + r.w - 1;
  if (before && before->change[0]) {
    int cells = wl_canvas_cells(c, before->change, -1);
    end -= cells;
    wl_canvas_text(c, end, r.y, WL_STYLE_NOTE, before->change);
    end -= 2;
  }
  if (s->verdict.rule == WL_RULE_NONE) return;
  const struct wl_rule *rule = &wl_rules[s->verdict.rule];
  int x = wl_canvas_text(c, r.x + 1, r.y, WL_STYLE_DIM, "rule: ");
  char bank[96];
  int room = end - x - CERTAINTY, name = wl_canvas_cells(c, rule->name, -1) + 2;
  const char *how = s->explain.counts.ways > 1 ? wl_bank_text(m, room, bank) : NULL;
  if (!how || name + wl_canvas_cells(c, how, -1) <= room)
    x = wl_canvas_fit(c, x, r.y, room, WL_STYLE_DIM, rule->name, -1) + (how ? 2 : 0);
  if (how) x = wl_canvas_fit(c, x, r.y, room, WL_STYLE_DIM, how, -1);
  char text[96];
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)s->verdict.rule, wl_model_arch(m));
  bool exact = s->explain.exact || !wl_moves_sectors((enum wl_space)s->step.access.space);
  snprintf(text, sizeof text, " [%s]%s", wl_certainty_names[sure],
           exact ? "" : "  ≈ is an estimate");
  wl_canvas_fit(c, x, r.y, end - x, WL_STYLE_DIM, text, -1);
}

void wl_part_verdict(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_rect r = l->part[WL_PART_VERDICT];
  if (!s || r.h < 1 || wl_part_question(m, c, l)) return;
  const struct wl_verdict *v = &s->verdict;
  enum wl_style style = s->step.kind == WL_STEP_MARK ? WL_STYLE_NOTE : wl_grade_style(v->grade);
  wl_canvas_glyph(c, r.x + 1, r.y, sign_of(v->grade), 1, style);
  int x = r.x + 3, w = r.w - 4;
  if (r.h == 1) {
    wl_canvas_fit(c, x, r.y, w, style, v->text, -1);
  } else {
    size_t n = break_at(c, v->text, w);
    wl_canvas_fit(c, x, r.y, w, style, v->text, (int)n);
    int end = x;
    if (v->text[n]) end = wl_canvas_fit(c, x, r.y + 1, w, style, v->text + n + 1, -1);
    char bank[96];
    const char *how = s->covered ? NULL : wl_bank_text(m, x + w - end - 2, bank);
    if (how && wl_canvas_cells(c, how, -1) <= x + w - end - 2)
      wl_canvas_right(c, x + w, r.y + 1, WL_STYLE_DIM, how);
  }
  if (l->part[WL_PART_RULE].h > 0) draw_rule(m, c, l->part[WL_PART_RULE]);
}

/* "tag wavefront 1 of 8: lanes 0–3 find 4 lines". */
static void say_tag(const struct wl_explain *e, const struct wl_moment *t, char *text,
                    size_t size) {
  char lanes[48];
  unsigned lines = 0;
  for (int i = 0; i < e->line_count; i++) lines += e->line[i].tag == t->index;
  snprintf(text, size, "tag wavefront %u of %u: %s find %u line%s", t->index + 1, t->of,
           wl_format_lane_set(t->now, lanes, sizeof lanes), lines, lines == 1 ? "" : "s");
}

/* "transaction 1 of 2: 64 bytes for lanes 0–15". */
static void say_transaction(const struct wl_explain *e, const struct wl_moment *t, char *text,
                            size_t size) {
  char lanes[48];
  snprintf(text, size, "transaction %u of %u: %u bytes for %s", t->index + 1, t->of,
           e->transaction[t->index].bytes, wl_format_lane_set(t->now, lanes, sizeof lanes));
}

/* "quad 1 of 8: lanes 0–3 fetch from 2 sectors". */
static void say_quad(const struct wl_spot *s, const struct wl_moment *t, char *text, size_t size) {
  struct wl_access quad = s->step.access;
  struct wl_fetch_counts fetch;
  char lanes[48];
  quad.mask = t->now;
  wl_fetch_count(&quad, &fetch);
  snprintf(text, size, "quad %u of %u: %s fetch%s from %u sector%s", t->index + 1, t->of,
           wl_format_lane_set(t->now, lanes, sizeof lanes), wl_lanes_count(t->now) == 1 ? "es" : "",
           fetch.sectors, fetch.sectors == 1 ? "" : "s");
}

/* What one round of the banks is called. */
static const char *round_of(const struct wl_model *m, const struct wl_spot *s) {
  bool pass = s->step.access.space == WL_CONSTANT ||
              (s->step.access.space == WL_SHARED && wl_model_arch(m)->family == WL_COALESCED);
  return pass ? "pass" : "wavefront";
}

/* "wavefront 1 of 32: bank 0 serves word 0 to lane 0". */
static void say_data(const struct wl_model *m, const struct wl_spot *s, const struct wl_moment *t,
                     char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_word *word = NULL;
  char lanes[48];
  unsigned words = 0, banks = 0;
  bool busy[WL_MAX_BANKS] = {false};
  for (int i = 0; i < e->word_count; i++) {
    if (e->word[i].wavefront != t->index) continue;
    word = &e->word[i];
    words++;
    banks += !busy[word->bank];
    busy[word->bank] = true;
  }
  wl_format_lane_set(t->now, lanes, sizeof lanes);
  int n = snprintf(text, size, "%s %u of %u: ", round_of(m, s), t->index + 1, t->of);
  text += n;
  size -= (size_t)n;
  if (s->step.access.space == WL_CONSTANT)
    snprintf(text, size, "byte %llu for %s",
             (unsigned long long)e->wavefront[t->index].address, lanes);
  else if (e->wavefront[t->index].back) snprintf(text, size, "old values come back to %s", lanes);
  else if (e->wavefront[t->index].again)
    snprintf(text, size, "the second operands of %s", lanes);
  else if (words == 1)
    snprintf(text, size, "bank %u serves word %llu to %s", word->bank,
             (unsigned long long)word->index, lanes);
  else if (words > banks) /* cc 3.x */
    snprintf(text, size, "%u bank%s serve%s %u words, to %s", banks, banks == 1 ? "" : "s",
             banks == 1 ? "s" : "", words, lanes);
  else snprintf(text, size, "%u banks serve a word each, to %s", words, lanes);
}

/* What there is to replay, while nothing is. */
static void say_whole(struct wl_model *m, const struct wl_spot *s, char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  const char *unit = round_of(m, s), *plural = strcmp(unit, "pass") == 0 ? "es" : "s";
  const char *tags = e->exact ? "" : "≈"; /* stores do not go by tag wavefronts */
  const char *data = s->step.access.op == WL_STORE ? "" : tags;
  if (wl_model_waves(m) == 0) snprintf(text, size, "nothing to replay");
  else if (s->step.access.space == WL_TEXTURE)
    snprintf(text, size, "%u quad%s of four lanes each", e->counts.requests,
             e->counts.requests == 1 ? "" : "s");
  else if (!e->tag_count && !e->wavefront_count)
    snprintf(text, size, "%u transaction%s", e->transaction_count,
             e->transaction_count == 1 ? "" : "s");
  else if (e->tag_count)
    snprintf(text, size, "%s%u tag wavefront%s, then %s%u data wavefront%s", tags, e->tag_count,
             e->tag_count == 1 ? "" : "s", data, e->wavefront_count,
             e->wavefront_count == 1 ? "" : "s");
  else
    snprintf(text, size, "%u %s%s", e->wavefront_count, unit,
             e->wavefront_count == 1 ? "" : plural);
}

void wl_part_now(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  struct wl_moment t = wl_model_moment(m);
  char text[160];
  if (!s || r.h < 1 || wl_part_answers(m, c, r)) return;
  wl_canvas_fill(c, r, WL_STYLE_TAB);
  if (s->covered) snprintf(text, sizeof text, "the figures are hidden");
  else if (!t.replay) say_whole(m, s, text, sizeof text);
  else if (t.transaction) say_transaction(&s->explain, &t, text, sizeof text);
  else if (t.quad) say_quad(s, &t, text, sizeof text);
  else if (t.tag) say_tag(&s->explain, &t, text, sizeof text);
  else say_data(m, s, &t, text, sizeof text);
  unsigned waves = wl_model_waves(m);
  int bar = r.w >= 100 ? 24 : r.w >= 70 ? 12 : 0, end = r.x + r.w - 1;
  if (waves > 1 && bar && t.replay) {
    end -= bar;
    wl_canvas_bar(c, end, r.y, bar, (double)m->wave / waves, WL_STYLE_WARN, WL_STYLE_RULE);
    end -= 2;
  }
  if (m->playing) {
    end -= wl_canvas_cells(c, wl_model_rate(m), -1);
    wl_canvas_text(c, end, r.y, WL_STYLE_TAB, wl_model_rate(m));
    end -= 2;
  }
  int x = r.x + 1;
  if (m->playing) {
    wl_canvas_glyph(c, x, r.y, WL_GLYPH_PLAY, 1, WL_STYLE_TAB);
    x += 2;
  }
  x = wl_canvas_fit(c, x, r.y, end - x, t.replay ? WL_STYLE_NOW : WL_STYLE_TAB, text, -1);
  const char *how = "Space plays   . on   , back";
  if (!t.replay && !m->playing && waves > 1 && x + 2 + wl_canvas_cells(c, how, -1) <= end)
    wl_canvas_right(c, end, r.y, WL_STYLE_TAB, how);
}

/* Where the bytes of a lane are, and who serves them. */
static void say_hit(const struct wl_model *m, const struct wl_spot *s, unsigned lane, char *text,
                    size_t size) {
  const struct wl_arch *arch = wl_model_arch(m);
  const struct wl_access *a = &s->step.access;
  const struct wl_explain *e = &s->explain;
  uint64_t address = wl_lane_address(a, lane), word = address / 4;
  int wave = wl_word_wavefront(e, word, 1u << lane), n = 0;
  int transaction = wl_transaction_of(e, address, 1u << lane);
  if (a->space == WL_TEXTURE) {
    n = snprintf(text, size, "sector %u of %u, quad %u", wl_texel_sector(a, lane),
                 e->counts.sectors, lane / 4);
  } else if (transaction >= 0) {
    n = snprintf(text, size, "transaction %d of %u", transaction + 1, e->transaction_count);
  } else if (wl_moves_sectors((enum wl_space)a->space)) {
    for (int i = 0; i < e->line_count; i++) {
      if (!(e->line[i].lanes >> lane & 1)) continue;
      n = snprintf(text, size, "line %d, sector %u", i, wl_sector_of(arch, address));
      if (n > 0 && e->tag_count)
        n += snprintf(text + n, size - (size_t)n, ", tag %u", e->line[i].tag + 1);
      break;
    }
  } else if (a->space == WL_SHARED) {
    n = snprintf(text, size, "word %llu, bank %u", (unsigned long long)word,
                 wl_bank_of(arch, a->address[lane]));
  } else {
    for (int i = 0; i < e->wavefront_count; i++)
      if (e->wavefront[i].lanes >> lane & 1 && e->wavefront[i].address == a->address[lane])
        n = snprintf(text, size, "pass %d", i + 1);
  }
  if (n >= 0 && wave >= 0) snprintf(text + n, size - (size_t)n, ", %s %d", round_of(m, s), wave + 1);
}

static void say_value(const struct wl_step *s, bool covered, unsigned lane, char *text,
                      size_t size) {
  text[0] = '\0';
  if (!s->has_values) return;
  char value[24], result[24];
  wl_scalar_format((enum wl_scalar)s->type.scalar, s->value[lane], 12, value);
  if (s->kind == WL_STEP_VOTE && wl_name_matches(s->name))
    snprintf(result, sizeof result, "0x%08llx", (unsigned long long)s->result[lane]);
  else
    wl_scalar_format((enum wl_scalar)s->type.scalar, s->result[lane], 12, result);
  if (covered && s->kind != WL_STEP_ACCESS) snprintf(text, size, "gives %s", value);
  else if (s->kind == WL_STEP_SHUFFLE)
    snprintf(text, size, "sends %s, gets %s from lane %u", value, result, s->source[lane]);
  else if (s->kind == WL_STEP_VOTE)
    snprintf(text, size, "%s %s, gets %s",
             wl_name_matches(s->name) || wl_name_reduces(s->name) ? "gives" : "votes", value, result);
  else if (s->kind == WL_STEP_ACCESS && (s->access.op == WL_ATOMIC || s->access.op == WL_CAS))
    snprintf(text, size, " with %s, was %s", value, result);
  else if (s->kind == WL_STEP_ACCESS)
    snprintf(text, size, " = %s%s", value, s->type.components > 1 ? "…" : "");
}

void wl_part_lane(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  if (!s || r.h < 1) return;
  char text[256], element[64], value[96], hit[96] = "";
  unsigned lane = m->lane;
  int x = wl_canvas_printf(c, r.x + 1, r.y, WL_STYLE_PICK, " lane %u ", lane) + 1;
  if (s->lanes_covered) return;
  if (!(s->step.access.mask >> lane & 1)) {
    bool ended = !(s->step.live >> lane & 1);
    wl_canvas_text(c, x, r.y, WL_STYLE_DIM, ended ? "has ended"
                                            : wl_names_rows(&s->step) ? "names no row"
                                                                      : "is not active here");
    return;
  }
  const struct wl_head *head = wl_model_head(m);
  say_value(&s->step, s->covered, lane, value, sizeof value);
  if (s->step.kind == WL_STEP_ACCESS) {
    if (!s->covered) say_hit(m, s, lane, hit, sizeof hit);
    char byte[40] = "";
    if (s->step.access.op == WL_COPY)
      snprintf(byte, sizeof byte, ", to byte %u of shared memory", s->step.access.second[lane]);
    else if (s->step.access.space != WL_TEXTURE)
      snprintf(byte, sizeof byte, ", byte %llu",
               (unsigned long long)wl_lane_offset(head, &s->step, lane));
    snprintf(text, sizeof text, "%s%s%s%s%s",
             wl_format_element(head, &s->step, lane, true, element, sizeof element), value, byte,
             hit[0] ? " → " : "", hit);
  } else {
    snprintf(text, sizeof text, "%s", value[0] ? value : "takes part");
  }
  wl_canvas_fit(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TEXT, text, -1);
  if (r.w >= 100) wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_DIM, "[ ] pick a lane");
}

enum { ROOM_FOR_WAVEFRONTS = 24 };

/* As many lines as there are rows, the most important first. */
void wl_part_tiny(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_spot *s = wl_model_spot(m);
  char text[200], lanes[48];
  if (!s) return;
  uint32_t cost = 0, ideal = 0;
  struct wl_moment t = wl_model_moment(m);
  if (s->step.kind == WL_STEP_ACCESS && s->verdict.rule != WL_RULE_UNKNOWN && !s->covered) {
    unsigned space = s->step.access.space;
    wl_cost_of(&s->explain.counts, (enum wl_space)space, &cost, &ideal);
    const char *wave = r.w < ROOM_FOR_WAVEFRONTS ? "wave" : "wavefront";
    const char *ending = cost == 1 ? "" : "s";
    if (wl_moves_sectors((enum wl_space)space)) wave = "sector";
    else if (space == WL_CONSTANT) wave = "pass", ending = cost == 1 ? "" : "es";
    snprintf(text, sizeof text, "%u %s%s, ideal %u", cost, wave, ending, ideal);
  } else {
    snprintf(text, sizeof text, "%s", s->verdict.text);
  }
  enum wl_style style = wl_grade_style(s->verdict.grade);
  int y = r.y, end = r.y + r.h;
  wl_canvas_glyph(c, r.x, y, sign_of(s->verdict.grade), 1, style);
  wl_canvas_fit(c, r.x + 2, y++, r.w - 2, style, text, -1);
  if (y < end) wl_part_source(m, c, (struct wl_rect){r.x, y++, r.w, 1});
  if (y < end) {
    size_t of, n = wl_model_ordinal(m, &of);
    if (n)
      snprintf(text, sizeof text, "block %u warp %u %zu/%zu", s->step.block, s->step.warp, n, of);
    else
      snprintf(text, sizeof text, "step %zu/%zu", m->selected + 1, m->count);
    wl_canvas_fit(c, r.x, y++, r.w, WL_STYLE_DIM, text, -1);
  }
  if (y < end && wl_part_answers(m, c, (struct wl_rect){r.x, y, r.w, 1})) y++;
  else if (y < end) {
    if (t.replay) snprintf(text, sizeof text, "%u/%u %s", m->wave, wl_model_waves(m),
                           wl_format_lane_set(t.now, lanes, sizeof lanes));
    else snprintf(text, sizeof text, "active %s",
                  wl_format_lane_set(s->step.access.mask, lanes, sizeof lanes));
    wl_canvas_fit(c, r.x, y++, r.w, t.replay ? WL_STYLE_NOW : WL_STYLE_TEXT, text, -1);
  }
  if (end - y >= 2 + 2 && r.w >= 24) {
    wl_part_figures(m, c, (struct wl_rect){r.x, y, r.w, 2});
    y += 2;
  }
  const struct wl_head *head = wl_model_head(m);
  bool chosen = m->param >= 0 && head && m->param < head->params;
  if (m->message[0]) {
    snprintf(text, sizeof text, "%s", m->message);
  } else if (chosen) {
    const struct wl_param *p = &head->param[m->param];
    snprintf(text, sizeof text, "%s %s  + - p", p->name, wl_param_value(m, p));
  } else {
    if (y < end)
      wl_canvas_fit(c, r.x, end - 1, r.w, WL_STYLE_DIM, wl_sizes[WL_SIZE_TINY].hidden, -1);
    return;
  }
  struct wl_rect last = {r.x, end - 1, r.w, 1};
  wl_canvas_fill(c, last, WL_STYLE_BAR);
  wl_canvas_fit(c, r.x, last.y, r.w, WL_STYLE_TITLE, text, -1);
}
