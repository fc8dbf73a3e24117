/* Sentences for the parts around the view: title, instruction, figures, question, panels. */
#include <stdlib.h>
#include <string.h>

#include "core/trace/setting.h"
#include "session/compare/figure_text.h"
#include "session/compare/variants.h"
#include "session/course/presentation.h"
#include "session/predict/redact_source.h"
#include "session/restore/restore.h"
#include "session/search/hazard_summary.h"
#include "session/select/second_run.h"
#include "session/settings/adjust.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "session/state/window.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "session/why/why_subjects.h"
#include "view/draw/counted_figures.h"
#include "view/help/prompt.h"
#include "view/keys/typed_commands.h"
#include "view/screen/view_functions.h"
#include "view/slides/slide_hazards.h"
#include "view/slides/slide_parts.h"
#include "view/speech/speech.h"
#include "view/text/active_lanes.h"
#include "view/text/phrases.h"
#include "view/text/step_sentences.h"
#include "words/figures.h"
#include "words/format.h"

void wl_speak_title(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_head *head = wl_session_head(m);
  char title[WL_TARGET_TEXT];
  if (!head) return;
  wl_say(p, "%s", head->title[0] ? head->title : wl_source_name(m));
  if (*wl_source_about(m)) wl_say(p, "%s", wl_source_about(m));
  wl_speak_params(m, p);
  wl_say(p, "It is counted on %s", wl_target_title(wl_session_target(m), title));
}

static void speak_where(struct wl_session *m, const struct wl_step_info *s,
                        const struct wl_prose *p) {
  char block[40], kind[WL_PHRASE], iteration[WL_FLOW_TEXT];
  size_t of, ordinal = wl_session_ordinal(m, &of), size;
  wl_format_block(wl_session_head(m), s->step.block, ", ", block, sizeof block);
  if (ordinal)
    wl_say(p, "Step %zu: instruction %zu of %zu of warp %u, block %s", m->selected, ordinal, of,
           s->step.warp, block);
  else wl_say(p, "Step %zu of warp %u, block %s", m->selected, s->step.warp, block);
  const struct wl_source_span *at = &s->step.place;
  const char *line = wl_source_line(m, at->line, &size);
  char before[40];
  snprintf(before, sizeof before, "Line %u: ", at->line);
  if (line) wl_say_quoted(p, before, line, size);
  wl_phrase_kind(&s->step, kind);
  wl_flow_iteration(&s->step, false, iteration);
  bool part = line && at->column && at->end_column > at->column && at->end_column - 1u <= size;
  if (part && s->step.kind != WL_STEP_MARK) {
    snprintf(before, sizeof before, "At: ");
    wl_say_quoted(p, before, line + at->column - 1, at->end_column - at->column);
  }
  wl_say(p, "%s%s%s", kind, iteration[0] ? ", " : "", iteration);
}

static void speak_lanes(struct wl_session *m, const struct wl_step_info *s,
                        const struct wl_prose *p) {
  char lanes[160], flow[WL_FLOW_TEXT], pattern[160];
  uint32_t mask = s->step.access.mask;
  if (s->lanes_covered || s->step.kind == WL_STEP_MARK) return;
  wl_flow_lanes(m, flow);
  if (mask == UINT32_MAX) wl_say(p, "All 32 lanes are active");
  else
    wl_say(p, "%u of 32 lanes %s: %s%s%s", wl_lanes_count(mask),
           wl_names_rows(&s->step) ? "name rows" : "are active",
           wl_format_lanes(mask, lanes, sizeof lanes), flow[0] ? "; " : "", flow);
  if (s->step.kind == WL_STEP_ACCESS && mask)
    wl_say(p, "Addresses: %s", wl_pattern(&s->step.access, pattern, sizeof pattern));
}

static void speak_rule(struct wl_session *m, const struct wl_prose *p, enum wl_rule_id rule) {
  enum wl_certainty sure = wl_rule_certainty(rule, wl_session_arch(m));
  wl_say(p, "Rule, %s: %s", wl_certainty_names[sure], wl_rules[rule].name);
}

static void speak_verdict(struct wl_session *m, const struct wl_step_info *s,
                          const struct wl_prose *p) {
  static const char *const grades[] = {
    [WL_GRADE_NONE] = "", [WL_GRADE_GOOD] = "Good: ", [WL_GRADE_WARN] = "Not ideal: ",
    [WL_GRADE_BAD] = "Bad: ",
  };
  const struct wl_verdict *v = &s->verdict;
  char hazard[WL_HAZARD_TEXT + 48];
  if (m->poll.state == WL_PREDICT_ASKED) return; /* its text is the question */
  if (wl_hazard_phrase(m, hazard)) wl_say_words(p, "%s", hazard);
  wl_say(p, "%s%s", s->step.kind == WL_STEP_MARK ? "Mark: " : grades[v->grade], v->text);
  if (v->rule == WL_RULE_NONE) return;
  char how[96];
  const char *bank = s->explain.counts.ways > 1 ? wl_bank_text(m, sizeof how, how) : NULL;
  speak_rule(m, p, (enum wl_rule_id)v->rule);
  if (bank) wl_say(p, "%s", bank);
}

/* " ideally 1,", where a figure has an ideal. */
static void ideal_of(struct wl_session *m, unsigned figure, char text[64]) {
  struct wl_figure_text least;
  unsigned ideal = figure == WL_SECTORS      ? (unsigned)WL_IDEAL_SECTORS
                   : figure == WL_WAVEFRONTS ? (unsigned)WL_IDEAL_WAVEFRONTS
                                             : WL_SHOW_NOTHING;
  text[0] = '\0';
  if (wl_figure_show(m, ideal, &least)) snprintf(text, 64, ", ideally %s", least.value);
}

static void speak_figures(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  char text[1024] = "", ideal[64];
  size_t used = 0;
  struct wl_figure_text f;
  if (s->step.kind != WL_STEP_ACCESS) return;
  const struct wl_before *before = wl_figure_before(m);
  if (before && before->change[0]) wl_say(p, "Changed: %s", before->change);
  if (s->covered && !s->uncovered) {
    wl_say(p, "The figures are hidden");
    return;
  }
  for (unsigned i = 0; i < WL_SHOW_GAUGE; i++) {
    if (i == WL_IDEAL_SECTORS || i == WL_IDEAL_WAVEFRONTS || !wl_figure_show(m, i, &f)) continue;
    if (f.hidden) continue;
    ideal_of(m, i, ideal);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s%s%s%s", used ? "; " : "",
                             f.title, f.unknown ? "not known" : f.value,
                             f.before[0] ? ", before " : "", f.before, ideal);
  }
  if (used) wl_say(p, "Figures: %s%s", text, s->covered ? "; the others are hidden" : "");
}

void wl_speak_step(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *s = wl_session_spot(m);
  speak_where(m, s, p);
  speak_lanes(m, s, p);
  speak_verdict(m, s, p);
  speak_figures(m, p);
}

void wl_speak_now(struct wl_session *m, const struct wl_prose *p) {
  char text[WL_PHRASE];
  struct wl_replay_state now = wl_session_moment(m);
  enum wl_rule_id rule = now.replay ? wl_replay_state_rule(wl_session_spot(m), &now) : WL_RULE_NONE;
  wl_phrase_now(m, text);
  wl_say_words(p, "%s", text);
  if (m->beside && m->view == WL_VIEW_COMPARE && wl_second_run_meet(m) &&
      wl_session_moment(m->beside).over) {
    char label[WL_SECOND_RUN_LABEL];
    wl_second_run_label(m, true, label);
    wl_phrase_now(m->beside, text);
    wl_say(p, "%s: %s", label, text);
  }
  if (wl_phrase_reason(m, text)) wl_say(p, "Why: %s", text);
  if (rule != WL_RULE_NONE) speak_rule(m, p, rule);
}

void wl_speak_fact(struct wl_session *m, const struct wl_prose *p) {
  unsigned place, of;
  const struct wl_step_info *s = wl_session_spot(m);
  enum wl_fact fact = wl_present_fact(m, &place, &of);
  struct wl_variant_change change;
  wl_say(p, "Fact %u of %u, %s", place, of, wl_present_title(m));
  bool opens = fact == WL_FACT_STOP && wl_present_opens(m);
  if (opens && wl_variant_change(m, &change)) {
    wl_say(p, "%s", change.text);
    wl_news_say(m, p);
  }
  switch (fact) {
  case WL_FACT_STOP: case WL_FACT_ASK:
    speak_where(m, s, p);
    speak_lanes(m, s, p);
    if (fact == WL_FACT_STOP) speak_verdict(m, s, p);
    return;
  case WL_FACT_GO:
    if (place == 1) {
      speak_where(m, s, p);
      speak_lanes(m, s, p);
    }
    wl_view_say(m, wl_present_view(s), p);
    if (wl_present_sums_up(m)) speak_verdict(m, s, p);
    return;
  case WL_FACT_CHANCE: wl_hazard_summary_say(m, p); return;
  case WL_FACT_DO: speak_verdict(m, s, p); return;
  case WL_FACT_COST: speak_figures(m, p); return;
  case WL_FACT_COUNTED: wl_counted_say(m, p); return;
  default: break;
  }
  if (s->verdict.rule == WL_RULE_NONE) return;
  const struct wl_rule *rule = &wl_rules[s->verdict.rule];
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)s->verdict.rule, wl_session_arch(m));
  wl_say(p, "Rule, %s: %s", wl_certainty_names[sure], rule->name);
  wl_say(p, "%s", rule->sentence);
}

void wl_speak_question(struct wl_session *m, bool whole, const struct wl_prose *p) {
  const struct wl_poll *q = &m->poll;
  bool open = q->state == WL_PREDICT_ASKED;
  char text[WL_OUTCOME_TEXT];
  if (q->state == WL_PREDICT_FREE) return;
  if (!open) {
    wl_poll_outcome(q, text);
    wl_say_words(p, "%s", text);
    bool because = q->question.because[0];
    wl_say_words(p, "%s", because ? q->question.because : wl_session_spot(m)->verdict.text);
  }
  whole = open && (whole || !q->count);
  if (whole) wl_say(p, "Question: %s", q->question.text);
  for (unsigned i = 0; i < q->question.choices && whole; i++)
    wl_say(p, "%c: %s", 'a' + (int)i, q->said[i].answer);
  if (open && q->count)
    wl_say(p, "%u answer%s so far. An empty line shows the right one", q->count,
           q->count == 1 ? "" : "s");
  for (unsigned i = 0; i < q->rows && !open && q->count; i++)
    wl_say(p, "%s was said %u time%s", q->said[i].answer, q->said[i].count,
           q->said[i].count == 1 ? "" : "s");
}

void wl_speak_param(struct wl_session *m, const struct wl_prose *p) {
  struct wl_param made;
  const struct wl_param *a = wl_adjustable_chosen(m, &made);
  const char *help = wl_source_help(m, a);
  char range[WL_PARAM_LIMITS];
  wl_param_limits(a, range);
  wl_say(p, "Parameter %s is %s%s%s%s%s", a->name, wl_param_value(m, a), *range ? ", " : "", range,
         help[0] ? ": " : "", help);
  char list[WL_MAX_CHOICES * (sizeof a->choice[0] + 2)] = "";
  for (unsigned i = 0; i < a->choices; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", a->choice[i]);
  if (list[0]) wl_say(p, "It may be %s", list);
}

void wl_speak_why(struct wl_session *m, const struct wl_prose *p) {
  struct wl_why w;
  char source[512];
  if (!wl_why_subject_why(m, wl_why_subject_now(m), &w)) {
    wl_say(p, "This step has no figures");
    return;
  }
  wl_say(p, "Why %s %s%s: %s", w.title, w.value, w.estimate ? ", an estimate" : "", w.help);
  wl_say(p, "Rule: %s", w.rule->name);
  wl_say(p, "%s", w.rule->sentence);
  for (size_t i = 0; i < w.count; i++) {
    const struct wl_why_row *row = &w.row[i];
    wl_say_words(p, "%s%s%s%s%s", row->label, row->text[0] ? ": " : "", row->text,
           row->value[0] ? ": " : "", row->value);
  }
  wl_say(p, "Source, %s: %s", wl_certainty_names[w.certainty],
         wl_why_source(&w, source, sizeof source));
  if (w.profiler[0]) wl_say(p, "Profiler: %s", w.profiler);
  else if (w.profiled) wl_say(p, "The profiler has no counter for it");
}

void wl_speak_help(const struct wl_prose *p) {
  const char *group = "";
  wl_say(p, "A command is a line:");
  for (unsigned i = 0; i < WL_ORDER_ROWS; i++)
    wl_say(p, "%s: %s", wl_order_rows[i].form, wl_order_rows[i].help);
  for (enum wl_action a = 0; a < WL_ACTION_COUNT; a++) {
    const struct wl_action_row *row = &wl_actions[a];
    if (strcmp(row->group, group) != 0) wl_say(p, "To %s:", row->group);
    group = row->group;
    wl_say(p, "%s (%s): %s", row->name, row->keys, row->help);
  }
  wl_say(p, "Behind a colon:");
  for (unsigned i = 0; i < WL_PROMPT_ROWS; i++)
    wl_say(p, "%s: %s", wl_prompt_rows[i].form, wl_prompt_rows[i].help);
}

void wl_speak_error(const struct wl_diag *d, const struct wl_prose *p) {
  char calls[160];
  if (d->file[0] && d->line) wl_say(p, "Error: %s, line %u: %s", d->file, d->line, d->what);
  else if (d->file[0]) wl_say(p, "Error: %s: %s", d->file, d->what);
  else wl_say(p, "Error: %s", d->what);
  size_t size = strlen(d->source), from = d->column ? d->column - 1u : 0;
  if (size) wl_say_quoted(p, "The line is: ", d->source, size);
  if (d->column && d->end_column > d->column && d->end_column - 1u <= size)
    wl_say_quoted(p, "It is here: ", d->source + from, d->end_column - d->column);
  if (d->where[0]) wl_say(p, "It was %s", d->where);
  wl_diag_calls(d, calls, sizeof calls);
  if (calls[0]) wl_say(p, "%s", calls);
  if (d->hint[0]) wl_say(p, "Hint: %s", d->hint);
}

void wl_speak_bookmark(struct wl_session *m, const struct wl_prose *p) {
  char *text = wl_restore_write(m, ' ');
  char what[64];
  snprintf(what, sizeof what, "%s ", wl_file_heading(m));
  *what = (char)(*what - 'a' + 'A');
  if (text) wl_say_quoted(p, what, text, strlen(text));
  free(text);
}
