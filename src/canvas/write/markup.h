/* What SVG and HTML share. */
#ifndef WL_CANVAS_WRITE_MARKUP_H
#define WL_CANVAS_WRITE_MARKUP_H

#include <stdint.h>
#include <stdio.h>

/* One safe code point, or text made harmless, as content or in an attribute. */
void wl_markup_code(FILE *f, uint32_t code);
void wl_markup_text(FILE *f, const char *text);

/* Fonts of equal advance that have the glyphs of theme.h, as a list for CSS; and those
 * for words around pictures. */
extern const char wl_markup_fonts[], wl_markup_sans[];

#endif
