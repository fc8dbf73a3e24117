/* A small terminal that reads what is painted. It fails the test on what terminals do not agree
 * about, and on what it does not know. */
#ifndef TESTS_TUI_READER_H
#define TESTS_TUI_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { READER_BOLD = 1, READER_FAINT = 2, READER_UNDERLINE = 4, READER_REVERSE = 7 };

struct reader_ink { int fg, bg; unsigned attributes; /* bit n: of ESC [ n m */ };
struct reader_glyph { uint32_t code; struct reader_ink ink; }; /* code 0: half of a wide one */

struct reader {
  int width, height, x, y;
  int top, bottom; /* rows outside of them stay where others move */
  bool full; /* the last cell of the row was written: the next character wraps */
  bool direct; /* colours are 24 bits; those of the table of 256 are read as what they look like */
  struct reader_ink ink;
  struct reader_glyph *glyph;
};

/* Its glyphs are the caller's to free. */
struct reader reader_open(int width, int height);
void reader_feed(struct reader *r, const char *s, size_t size);

#endif
