/* at(): stops and questions at labels of a kernel. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/gpu/arch.h"
#include "core/gpu/target.h"
#include "core/trace/question.h"
#include "script/advice/c_habits.h"
#include "script/language/api_functions.h"
#include "script/language/arguments.h"
#include "script/language/array_ref.h"
#include "script/machine/errors.h"
#include "script/machine/sealed_tables.h"
#include "script/machine/value.h"

static const char function[] = "at";
static const char *const at_fields[] = {"title", "notes", "ask", "block", "warp", "pass", NULL};
static const char *const ask_fields[] = {"figure", "text", "choices", "answer", "because", "array",
                                         "lane", "counted", NULL};

/* Copies the string on top of the stack, all of it, and pops it. */
static void take_string(lua_State *L, const char *table, const char *name, char *to, size_t size) {
  if (lua_type(L, -1) != LUA_TSTRING)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "%s: %s is %s, not a string", table, name,
             wl_value_kind(L, -1));
  const char *text = wl_api_whole(L, -1);
  if (strlen(text) >= size)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "say it in fewer words", "%s: %s has more than %zu bytes",
             table,
             name, size - 1);
  wl_api_copy(to, size, text);
  lua_pop(L, 1);
}

/* A field that is a string; false where it is not given. */
static bool take_text(lua_State *L, const char *table, const char *name, char *to, size_t size) {
  if (lua_getfield(L, 1, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return false;
  }
  take_string(L, table, name, to, size);
  return true;
}

/* The number at `index` as answers are compared, by its text: 4.0 is 4. */
static void number_text(lua_State *L, int index, const char *called, char to[WL_ANSWER_TEXT]) {
  lua_Number v = lua_tonumber(L, index);
  lua_Integer i;
  if (isnan(v))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "such as 0 / 0 is none", "%s: a number that is none", called);
  if (lua_numbertointeger(v, &i) && v == floor(v))
    snprintf(to, WL_ANSWER_TEXT, "%lld", (long long)i);
  else snprintf(to, WL_ANSWER_TEXT, "%.6g", (double)v);
}

/* The answer on top of the stack, as it is compared. Pops it. */
static void take_answer(lua_State *L, const char *name, char to[WL_ANSWER_TEXT]) {
  if (lua_type(L, -1) != LUA_TNUMBER) {
    take_string(L, "ask", name, to, WL_ANSWER_TEXT);
    if (!to[0]) wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "ask: %s is empty", name);
    return;
  }
  number_text(L, -1, "ask", to);
  lua_pop(L, 1);
}

static bool is_among(const char answer[WL_ANSWER_TEXT], char list[][WL_ANSWER_TEXT],
                     unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (strcmp(list[i], answer) == 0) return true;
  return false;
}

static void take_choices(lua_State *L, struct wl_question *q) {
  if (lua_getfield(L, 1, "choices") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_istable(L, -1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  choices = {1, 2, 32}", "ask: choices is not a table");
  wl_sealed_open(L, -1);
  lua_Unsigned n = lua_rawlen(L, -1);
  if (n < 2 || n > WL_MAX_ANSWERS)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "without choices, a number is typed",
             "ask: choices must have 2 to %d entries", WL_MAX_ANSWERS);
  for (lua_Unsigned k = 1; k <= n; k++) {
    char *to = q->choice[q->choices];
    lua_rawgeti(L, -1, (lua_Integer)k);
    take_answer(L, "a choice", to);
    if (is_among(to, q->choice, q->choices))
      wl_raise(L, WL_SOURCE_SPAN_CALL, "write  choices = offer(…):  each once",
               "ask: the choice %s comes twice", to);
    q->choices++;
  }
  lua_pop(L, 1);
}

static void take_figure(lua_State *L, struct wl_question *q) {
  char name[32];
  struct wl_guess near = {0};
  q->asked = WL_ASK_NOTHING;
  if (!take_text(L, "ask", "figure", name, sizeof name)) return;
  for (unsigned a = 0; a < WL_ASK_NOTHING; a++) {
    wl_guess_try(&near, name, wl_asked_name(a));
    if (strcmp(name, wl_asked_name(a)) == 0) q->asked = (uint8_t)a;
  }
  if (q->asked == WL_ASK_NOTHING)
    wl_raise(L, WL_SOURCE_SPAN_CALL,
             "wavefronts, sectors, excess, efficiency, active_lanes, result, source … are known",
             "ask: unknown figure \"%.20s\"%s%s%s", name,
             wl_guess_good(&near, name) ? "; did you mean " : "",
             wl_guess_good(&near, name) ? near.name : "",
             wl_guess_good(&near, name) ? "?" : "");
}

/* The array that the step accesses; false: the script has none now, as with  sum = way and … */
static void take_array(lua_State *L, struct wl_question *q) {
  const struct wl_vm *vm = wl_lane_of(L)->vm;
  int type = lua_getfield(L, 1, "array");
  q->array = WL_NO_ARRAY;
  if (type == LUA_TLIGHTUSERDATA && !wl_ref_is_type(L, -1))
    q->array = vm->view[wl_ref_view((wl_ref)(uintptr_t)lua_touserdata(L, -1))].array;
  else if (lua_toboolean(L, -1))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  array = tile", "ask: array is %s, not an array",
             wl_value_kind(L, -1));
  lua_pop(L, 1);
}

/* counted = { chip = "H200", wavefronts = 16 }: what counters said of just this. */
static void take_counted(lua_State *L, struct wl_question *q) {
  static const char example[] = "write  counted = { chip = \"H200\", wavefronts = 16 }";
  struct wl_target target;
  struct wl_diag d;
  int type = lua_getfield(L, 1, "counted"), at = lua_gettop(L), figures = 0;
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wl_raise(L, WL_SOURCE_SPAN_CALL, example, "ask: counted is %s, not a table",
             wl_value_kind(L, -1));
  wl_sealed_open(L, at);
  for (lua_pushnil(L); type != LUA_TNIL && lua_next(L, at);) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    unsigned figure = 0;
    while (figure < WL_FIGURES && strcmp(wl_metrics[figure].key, key) != 0) figure++;
    if (strcmp(key, "chip") == 0) {
      take_string(L, "ask", "the chip", q->chip, sizeof q->chip);
      continue;
    }
    if (figure == WL_FIGURES)
      wl_raise(L, WL_SOURCE_SPAN_CALL, example, "ask: counted has no figure \"%.20s\"", key);
    q->figure = (uint8_t)figure;
    q->counted = (uint32_t)wl_api_integer(L, lua_gettop(L), function, "counted", 0, 1 << 20);
    figures++;
    lua_pop(L, 1);
  }
  if (type != LUA_TNIL && (figures != 1 || !q->chip[0]))
    wl_raise(L, WL_SOURCE_SPAN_CALL, example, "ask: counted is one figure of one chip");
  if (q->chip[0] && !wl_target_find(q->chip, &target, &d))
    wl_raise(L, WL_SOURCE_SPAN_CALL, d.hint, "ask: the chip: %s", d.what);
  lua_settop(L, at - 1);
}

/* A whole number; `otherwise` where it is not given. */
static uint32_t take_number(lua_State *L, const char *name, lua_Integer min, lua_Integer max,
                            uint32_t otherwise) {
  if (lua_getfield(L, 1, name) != LUA_TNIL)
    otherwise = (uint32_t)wl_api_integer(L, lua_gettop(L), function, name, min, max);
  lua_pop(L, 1);
  return otherwise;
}

/* What is asked where the script does not say it; constant memory and early generations have
 * passes where others have wavefronts. */
static void default_text(const struct wl_vm *vm, struct wl_question *q) {
  static const char *const texts[] = {
    [WL_ASK_EXCESS - WL_FIGURES] = "How much more than the ideal does it take?",
    [WL_ASK_LANES - WL_FIGURES] = "How many lanes are active?",
    [WL_ASK_EFFICIENCY - WL_FIGURES] = "How efficient is it, in percent?",
  };
  bool constant = q->array < vm->head.arrays && vm->head.array[q->array].space == WL_CONSTANT;
  bool passes = constant || vm->options->arch->family == WL_COALESCED;
  const char *unit = q->asked >= WL_FIGURES ? ""
                   : passes && q->asked == WL_WAVEFRONTS ? "passes" : wl_metrics[q->asked].title;
  const char *array = q->array < vm->head.arrays ? vm->head.array[q->array].name : NULL;
  bool needs = q->asked == WL_REQUESTS || q->asked == WL_SECTORS || q->asked == WL_WAVEFRONTS;
  if (needs)
    snprintf(q->text, sizeof q->text, "How many %s does the warp need%s%s?", unit,
             array ? " for " : "", array ? array : "");
  else if (q->asked < WL_FIGURES)
    snprintf(q->text, sizeof q->text, "How many %s?", unit);
  else if (q->asked == WL_ASK_SOURCE)
    snprintf(q->text, sizeof q->text, "From which lane does lane %u read?", q->lane);
  else if (q->asked == WL_ASK_RESULT)
    snprintf(q->text, sizeof q->text, "What does lane %u get?", q->lane);
  else
    snprintf(q->text, sizeof q->text, "%s", texts[q->asked - WL_FIGURES]);
}

/* The question that the table at index 1 asks. */
static void take_question(lua_State *L, struct wl_question *q) {
  memset(q, 0, sizeof *q);
  wl_sealed_open(L, 1);
  wl_api_table(L, 1, function, "ask", ask_fields);
  take_figure(L, q);
  take_choices(L, q);
  take_array(L, q);
  q->lane = (uint8_t)take_number(L, "lane", 0, WL_LANES - 1, 0);
  take_text(L, "ask", "because", q->because, sizeof q->because);
  take_counted(L, q);
  bool given = lua_getfield(L, 1, "answer") != LUA_TNIL;
  if (given) take_answer(L, "the answer", q->answer);
  else lua_pop(L, 1);
  if (given == (q->asked != WL_ASK_NOTHING))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  figure = \"wavefronts\"  or  answer = …",
             given ? "ask: the answer is worked out from the figure: give one of them"
                   : "ask: neither a figure nor an answer is given");
  if (given && !wl_question_choosable(q, q->answer))
    wl_raise(L, WL_SOURCE_SPAN_CALL, "name it there: no choice is the answer",
             "ask: the answer %s is not among the choices", q->answer);
  if (take_text(L, "ask", "text", q->text, sizeof q->text) && q->text[0]) return;
  if (q->asked == WL_ASK_NOTHING)
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL,
             "ask: a question with an answer of its own needs a text");
  default_text(wl_lane_of(L)->vm, q);
}

static bool is_label(const struct wl_source *s, uint32_t i) {
  return s->token[i].word == WL_W_LABEL && s->token[i].match > i;
}

static void copy_name(const struct wl_source *s, uint32_t token, char name[WL_LABEL_TEXT]) {
  const struct wl_token *t = &s->token[token];
  snprintf(name, WL_LABEL_TEXT, "%.*s", (int)t->size, s->text + t->offset);
}

/* No label has this name: names one that is near. */
static _Noreturn void refuse_label(lua_State *L, const struct wl_source *s, const char *name) {
  struct wl_guess near = {0};
  char known[WL_LABEL_TEXT], best[WL_LABEL_TEXT] = "";
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (!is_label(s, i)) continue;
    copy_name(s, i + 1, known);
    wl_guess_try(&near, name, known);
    if (near.name == known) memcpy(best, known, sizeof best), near.name = best;
  }
  bool good = wl_guess_good(&near, name);
  wl_raise(L, WL_SOURCE_SPAN_CALL,
           "write  ::load::  on a line of the kernel, and  at(\"load\", …)  behind it",
           "at(): no label ::%.40s::%s%s%s", name, good ? "; did you mean ::" : "",
           good ? best : "", good ? "::?" : "");
}

/* The token that ends the label of this name; hooks are there (instrument.h). */
static uint32_t find_label(lua_State *L, const char *name) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  uint32_t found = 0;
  for (uint32_t i = 1; i <= s->tokens; i++) {
    if (s->token[i].word == WL_W_GOTO && wl_source_names(s, i + 1, name))
      wl_raise(L, WL_SOURCE_SPAN_CALL, "put a label of another name beside it",
               "at(): a goto leads to ::%.40s::", name);
    if (!is_label(s, i) || !wl_source_names(s, i + 1, name)) continue;
    if (found != 0)
      wl_raise(L, WL_SOURCE_SPAN_CALL, "give each a name of its own",
               "at(): ::%.40s:: stands in lines %u and %u", name, s->token[found].line,
               s->token[i].line);
    found = i + 2;
  }
  if (found == 0) refuse_label(L, s, name);
  return found;
}

static void take_at(lua_State *L, struct wl_at *at, struct wl_lesson_stop *stop) {
  wl_sealed_open(L, 1);
  wl_api_table(L, 1, function, "at()", at_fields);
  take_text(L, "at()", "title", at->title, sizeof at->title);
  take_text(L, "at()", "notes", stop->notes, sizeof stop->notes);
  if (stop->notes[0] && !at->title[0])
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  title = \"…\",  too", "at(): notes without a title");
  at->block = take_number(L, "block", 0, UINT32_MAX, 0);
  at->warp = take_number(L, "warp", 0, WL_MAX_THREADS / WL_LANES - 1, 0);
  at->pass = take_number(L, "pass", 1, UINT32_MAX, 1);
  int type = lua_getfield(L, 1, "ask");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write  ask = { figure = \"sectors\" }",
             "at(): ask is %s, not a table", wl_value_kind(L, -1));
  if (type == LUA_TNIL && !at->title[0])
    wl_raise(L, WL_SOURCE_SPAN_CALL, NULL, "at(): neither a title nor a question is given");
  if (type == LUA_TNIL) return;
  lua_replace(L, 1);
  take_question(L, &stop->question);
  stop->asks = 1;
}

int wl_api_at(lua_State *L) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  wl_api_in_file(L, function);
  lua_settop(L, 2);
  uint32_t label = find_label(L, wl_api_string(L, 1, function, "the label"));
  unsigned number = vm->lesson.stops;
  if (number == WL_MAX_STOPS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d calls of at()", WL_MAX_STOPS);
  lua_remove(L, 1);
  vm->at[number] = (struct wl_at){.label = label};
  vm->lesson.stop[number] = (struct wl_lesson_stop){.asks = 0};
  take_at(L, &vm->at[number], &vm->lesson.stop[number]);
  vm->lesson.stops++;
  return 0;
}

/* Which of the arguments are kept, smallest first: each answer once. */
struct offered {
  unsigned count;
  int arg[WL_MAX_ANSWERS];
  char text[WL_MAX_ANSWERS][WL_ANSWER_TEXT];
};

static void add_offer(lua_State *L, struct offered *o, int arg) {
  char text[WL_ANSWER_TEXT];
  if (lua_type(L, arg) != LUA_TNUMBER)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "write texts as a table:  choices = {\"yes\", \"no\"}",
             "offer(): argument %d is %s, not a number", arg, wl_value_kind(L, arg));
  number_text(L, arg, "offer()", text);
  if (is_among(text, o->text, o->count)) return;
  if (o->count == WL_MAX_ANSWERS)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "leave out unlikely choices",
             "offer(): more than %d different numbers", WL_MAX_ANSWERS);
  memcpy(o->text[o->count], text, sizeof text);
  unsigned k = o->count++;
  for (; k > 0 && lua_compare(L, arg, o->arg[k - 1], LUA_OPLT); k--) o->arg[k] = o->arg[k - 1];
  o->arg[k] = arg;
}

int wl_api_offer(lua_State *L) {
  struct offered o = {0};
  int given = lua_gettop(L);
  for (int arg = 1; arg <= given; arg++) add_offer(L, &o, arg);
  if (given == 0)
    wl_raise(L, WL_SOURCE_SPAN_CALL, wl_api_usage(L, "offer"), "offer(): no numbers are given");
  if (o.count < 2)
    wl_raise(L, WL_SOURCE_SPAN_CALL, "name another number that one might say",
             "offer(): all numbers are %s: there is nothing to choose", o.text[0]);
  lua_createtable(L, (int)o.count, 0);
  for (unsigned i = 0; i < o.count; i++) {
    lua_pushvalue(L, o.arg[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}
