/* Makes text from outside harmless: every string that does not come from warplens passes through
 * here before it reaches a terminal or a file. */
#ifndef WL_CORE_BASE_TEXT_H
#define WL_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One visible character: its code point, and the cells it fills (1 or 2).
 * Never a control, a format character (bidi overrides, zero width, BOM), a
 * combining mark or a surrogate: those become visible stand-ins. */
struct wl_glyph {
  uint32_t code;
  uint8_t cells;
};

/* Takes the next character from [*s, end) and moves *s on; false at the end.
 * Controls 0x00-0x1F and 0x7F become U+2400.. (their pictures), C1 controls,
 * bidi and zero-width characters U+FFFD, bytes that are not UTF-8 U+FFFD (one
 * per maximal invalid run). Combining marks are dropped; without a base before
 * them, a run of them is one U+FFFD. Regional indicators and skin tones, which
 * some terminals merge with a neighbour, are U+FFFD, too. Widths come from our
 * own table (core/base/unicode.c), so the result is the same in every locale. */
bool wl_text_next(const char **s, const char *end, struct wl_glyph *glyph);

/* How many of the first bytes are glyphs of one cell that stand for themselves: ASCII. */
size_t wl_text_simple(const char *s, const char *end);

/* Cells that the string fills when shown. */
size_t wl_text_cells(const char *s, size_t size);

/* Writes the harmless form of `s` as UTF-8 (or as ASCII, where everything else
 * becomes one '?' per cell), at most `size` bytes with the final NUL, never
 * cutting a character; returns the bytes wanted without the NUL. */
size_t wl_text_clean(const char *s, size_t n, bool ascii, char *buffer, size_t size);

/* Copies `s`, with bytes that are not UTF-8 as U+FFFD (one per run) and all else
 * as it is: for formats that escape by themselves. Size and result as above. */
size_t wl_text_utf8(const char *s, size_t n, char *buffer, size_t size);

/* Length of the first line of `s` without its end; *next is where the next line
 * starts, `n` if there is none. Ends are those of Lua: LF, CR, CR LF, LF CR. */
size_t wl_text_line(const char *s, size_t n, size_t *next);

/* Writes a number in decimals with a final NUL; returns its length. For where there are many:
 * printf() takes ten times as long. */
enum { WL_TEXT_NUMBER = 21 };
size_t wl_text_number(uint64_t n, char out[WL_TEXT_NUMBER]);

/* Encodes one code point as UTF-8 into `out` (4 bytes); returns its length. */
size_t wl_text_encode(uint32_t code, char out[4]);

/* Distance of two names for "did you mean": edits, a swap counting as one. */
unsigned wl_text_distance(const char *a, const char *b);

/* The closest of the candidates so far; all 0: none. */
struct wl_guess { const char *name; unsigned distance; };

/* Keeps a candidate that is closer to `name`; capitals and underscores count as one edit. */
void wl_guess_try(struct wl_guess *n, const char *name, const char *candidate);

/* Whether it is close enough to be what was meant. */
bool wl_guess_good(const struct wl_guess *n, const char *name);

/* The one of `count` names that was meant; NULL: none is close enough. */
const char *wl_nearest(const char *name, const char *const *names, size_t count);

static inline bool wl_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool wl_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What a name of Lua may have in it (and, but for digits, begin with). */
static inline bool wl_in_name(char c) { return wl_is_letter(c) || wl_is_digit(c) || c == '_'; }

static inline bool wl_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline char wl_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

#endif
