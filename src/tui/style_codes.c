#include "tui/style_codes.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

/* Capabilities; NULL: the terminal has it not. */
enum cap { SGR0, OP, SETAF, SETAB, BOLD, DIM, SMUL, REV, CAPS };
static const char *const cap_names[CAPS] = {
  [SGR0] = "sgr0", [OP] = "op", [SETAF] = "setaf", [SETAB] = "setab", [BOLD] = "bold",
  [DIM] = "dim", [SMUL] = "smul", [REV] = "rev",
};
static const struct { uint8_t attribute; enum cap cap; int ncv; } attributes[] = {
  {WL_BOLD, BOLD, 32}, {WL_FAINT, DIM, 16}, {WL_UNDERLINE, SMUL, 2}, {WL_REVERSE, REV, 4},
};
enum { ATTRIBUTES = sizeof attributes / sizeof attributes[0], LOOKS = WL_STYLES + 1 };

struct turn { bool made; char *bytes; size_t size; };

struct wl_style_codes {
  char *cap[CAPS];
  const char *none;       /* what makes an end of all attributes */
  int taken;              /* attributes that cannot go with colours, as terminfo's ncv has them */
  bool erases;            /* clearing leaves the background that is set */
  bool moves;             /* the cursor can be placed while attributes are on */
  bool direct;            /* colours are written as RGB, whatever setaf says */
  enum wl_tier tier;
  struct wl_look look[LOOKS];
  uint8_t alike[LOOKS];   /* the first style that looks the same */
  uint8_t ground[LOOKS];  /* … in which a blank does */
  struct turn turn[LOOKS][LOOKS]; /* terminfo's language takes its time: each is made once */
  uint8_t distance[LOOKS][LOOKS]; /* their bytes, side by side; 0: not known */
};

/* In the manner of all terminals that know it; anything else could be no colour at all. */
static bool has_direct_colours(void) {
  const char *says = getenv("COLORTERM");
  char *set = tigetstr("setaf");
  int colours = tigetnum("colors");
  if (!says || (strcmp(says, "truecolor") != 0 && strcmp(says, "24bit") != 0)) return false;
  return colours >= 256 && colours < 1 << 24 && set && set != (char *)-1 && strstr(set, "38;5");
}

enum wl_tier wl_style_codes_tier(void) {
  const char *plain = getenv("NO_COLOR");
  int colours = tigetnum("colors");
  if ((plain && *plain) || colours < 8) return WL_MONO;
  return colours >= 1 << 24 || has_direct_colours() ? WL_TRUE : colours >= 256 ? WL_256 : WL_16;
}

/* sgr0 goes back to letters from line drawing, too, to which we never go. */
static const char *skip_prefix(const char *text, const char *prefix) {
  if (!text || !prefix || prefix == (char *)-1) return text;
  size_t size = strlen(prefix);
  return strncmp(text, prefix, size) == 0 && text[size] ? text + size : text;
}

struct wl_style_codes *wl_style_codes_create(enum wl_tier tier) {
  struct wl_style_codes *pen = calloc(1, sizeof *pen);
  if (!pen) return NULL;
  for (int i = 0; i < CAPS; i++) {
    char *text = tigetstr(cap_names[i]);
    pen->cap[i] = text == (char *)-1 ? NULL : text;
  }
  int taken = tigetnum("ncv");
  pen->taken = taken > 0 && tier != WL_MONO ? taken : 0;
  pen->erases = tigetflag("bce") > 0;
  pen->moves = tigetflag("msgr") > 0;
  pen->none = skip_prefix(pen->cap[SGR0], tigetstr("rmacs"));
  pen->tier = tier;
  pen->direct = tier == WL_TRUE && has_direct_colours();
  return pen;
}

static void forget_turns(struct wl_style_codes *pen) {
  for (int from = 0; from < LOOKS; from++)
    for (int to = 0; to < LOOKS; to++) {
      pen->distance[from][to] = 0;
      free(pen->turn[from][to].bytes);
      pen->turn[from][to] = (struct turn){false, NULL, 0};
    }
}

void wl_style_codes_destroy(struct wl_style_codes *pen) {
  if (!pen) return;
  forget_turns(pen);
  free(pen);
}

/* With 8 colours, the bright half of 16 is the other half in bold. */
static void fold(struct wl_look *look) {
  if (look->fg >= 8) look->attributes |= WL_BOLD, look->fg -= 8;
  if (look->bg >= 8) look->bg -= 8;
}

/* The colour of letters shows in a blank, too, where that is underlined or reversed. */
static bool same_ground(const struct wl_look *a, const struct wl_look *b) {
  bool shows = (a->attributes | b->attributes) & (WL_UNDERLINE | WL_REVERSE);
  return wl_look_alike(a, b) || (!shows && a->bg == b->bg);
}

void wl_style_codes_scheme(struct wl_style_codes *pen, enum wl_scheme scheme) {
  forget_turns(pen);
  pen->look[WL_STYLE_CODES_PLAIN] = (struct wl_look){-1, -1, 0};
  for (int style = 0; style < WL_STYLES; style++) {
    struct wl_look *look = &pen->look[style];
    *look = *wl_theme_look(scheme, pen->tier, (enum wl_style)style);
    if (pen->tier == WL_16 && tigetnum("colors") < 16) fold(look);
    for (size_t i = 0; i < ATTRIBUTES; i++)
      if (!pen->cap[attributes[i].cap] || pen->taken & attributes[i].ncv)
        look->attributes &= (uint8_t)~attributes[i].attribute;
  }
  for (uint8_t style = 0, first; style < LOOKS; style++) {
    for (first = 0; !wl_look_alike(&pen->look[first], &pen->look[style]);) first++;
    pen->alike[style] = first;
    for (first = 0; !same_ground(&pen->look[first], &pen->look[style]);) first++;
    pen->ground[style] = first;
  }
}

bool wl_style_codes_suits(const struct wl_style_codes *pen, unsigned style,
                          const struct wl_cell *cell) {
  const uint8_t *class = cell->code == ' ' ? pen->ground : pen->alike;
  return class[style] == class[cell->style];
}

bool wl_style_codes_clears(const struct wl_style_codes *pen, unsigned style) {
  const struct wl_look *look = &pen->look[style];
  return !(look->attributes & (WL_REVERSE | WL_UNDERLINE)) && (look->bg < 0 || pen->erases);
}

bool wl_style_codes_moves(const struct wl_style_codes *pen, unsigned style) {
  return pen->moves || !pen->look[style].attributes;
}

int wl_style_codes_place(int32_t colour) {
  enum { TAKEN = 22 };
  int part[3], level[3], place;
  for (int i = 0; i < 3; i++) {
    part[i] = colour >> (16 - 8 * i) & 255;
    level[i] = part[i] < 95 ? 0 : (part[i] - 55) / 40;
  }
  bool grey = part[0] == part[1] && part[1] == part[2], cube = true;
  for (int i = 0; i < 3; i++) cube &= part[i] == (level[i] ? 55 + 40 * level[i] : 0);
  place = 16 + 36 * level[0] + 6 * level[1] + level[2];
  if (cube) return place < TAKEN ? -1 : place;
  return grey && part[0] % 10 == 8 && part[0] < 248 ? 232 + part[0] / 10 : -1;
}

static void put_colour(const struct wl_style_codes *pen, bool background, int32_t colour,
                       struct wl_bytes *out) {
  char text[32];
  if (colour < 0) return;
  if (!pen->direct) {
    char *set = pen->cap[background ? SETAB : SETAF];
    if (set) wl_bytes_put(out, tiparm(set, (int)colour));
    return;
  }
  int what = background ? 48 : 38, place = wl_style_codes_place(colour);
  int n = place >= 0 ? snprintf(text, sizeof text, "\033[%d;5;%dm", what, place)
                     : snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", what, colour >> 16 & 255,
                                colour >> 8 & 255, colour & 255);
  wl_bytes_add(out, text, (size_t)n);
}

void wl_style_codes_reset(const struct wl_style_codes *pen, struct wl_bytes *out) {
  wl_bytes_put(out, pen->cap[SGR0]);
}

void wl_style_codes_leave(const struct wl_style_codes *pen, struct wl_bytes *out) {
  wl_style_codes_reset(pen, out);
  if (pen->tier != WL_MONO) wl_bytes_put(out, pen->cap[OP]);
}

/* What takes the terminal from one look to another, by way of none where `anew`. False if there
 * is no other way than that. */
static bool go(const struct wl_style_codes *pen, const struct wl_look *from,
               const struct wl_look *to,
               bool anew, struct wl_bytes *out) {
  if (anew) {
    wl_bytes_put(out, pen->none);
    from = &pen->look[WL_STYLE_CODES_PLAIN];
  }
  bool defaults = (to->fg < 0 && from->fg >= 0) || (to->bg < 0 && from->bg >= 0);
  if (from->attributes & ~to->attributes || (defaults && !pen->cap[OP])) return false;
  for (size_t i = 0; i < ATTRIBUTES; i++)
    if (to->attributes & ~from->attributes & attributes[i].attribute)
      wl_bytes_put(out, pen->cap[attributes[i].cap]);
  if (defaults) wl_bytes_put(out, pen->cap[OP]);
  if (defaults || to->fg != from->fg) put_colour(pen, false, to->fg, out);
  if (defaults || to->bg != from->bg) put_colour(pen, true, to->bg, out);
  return true;
}

/* The length of ESC [ numbers m, which sets what each of the numbers says, and nothing where there
 * is none; 0: something else. */
static size_t length_of_sgr(const char *s, size_t size) {
  size_t n = 2;
  if (size < 3 || s[0] != '\033' || s[1] != '[') return 0;
  while (n < size && ((s[n] >= '0' && s[n] <= '9') || s[n] == ';')) n++;
  return n < size && s[n] == 'm' ? n + 1 : 0;
}

/* Those that follow each other become one. */
static void join(struct wl_bytes *b) {
  size_t end = 0, last = 0; /* of what is kept; the length of a sequence that ends there */
  for (size_t at = 0; at < b->size;) {
    size_t length = length_of_sgr(b->at + at, b->size - at), size = length ? length : 1;
    if (last && length) {
      b->at[end - 1] = ';'; /* for its m */
      memmove(b->at + end, b->at + at + 2, length - 2);
      end += length - 2;
    } else {
      memmove(b->at + end, b->at + at, size);
      end += size;
    }
    last = length;
    at += size;
  }
  b->size = end;
}

static struct turn make_turn(const struct wl_style_codes *pen, unsigned from, unsigned to) {
  struct wl_bytes on = {0}, anew = {0};
  bool good = go(pen, &pen->look[from], &pen->look[to], false, &on);
  go(pen, &pen->look[from], &pen->look[to], true, &anew);
  join(&on);
  join(&anew);
  bool first = good && on.size <= anew.size, made = !on.lost && !anew.lost;
  struct wl_bytes best = first ? on : anew, other = first ? anew : on;
  free(other.at);
  return (struct turn){made, best.at, best.size};
}

/* NULL: they are the same to those who look. */
static const struct turn *turn_of(struct wl_style_codes *pen, unsigned from, unsigned to) {
  from = pen->alike[from], to = pen->alike[to];
  if (from == to) return NULL;
  struct turn *turn = &pen->turn[from][to];
  if (turn->made) return turn;
  free(turn->bytes);
  *turn = make_turn(pen, from, to);
  return turn;
}

void wl_style_codes_turn(struct wl_style_codes *pen, unsigned from, unsigned to,
                         struct wl_bytes *out) {
  const struct turn *turn = turn_of(pen, from, to);
  if (!turn) return;
  if (!turn->made) out->lost = true;
  wl_bytes_add(out, turn->bytes, turn->size);
}

size_t wl_style_codes_distance(struct wl_style_codes *pen, unsigned from, unsigned to) {
  uint8_t *known = &pen->distance[from][to];
  if (*known) return *known;
  const struct turn *turn = turn_of(pen, from, to);
  if (turn && turn->made && turn->size <= UINT8_MAX) *known = (uint8_t)turn->size;
  return turn ? turn->size : 0;
}
