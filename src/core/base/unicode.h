/* What a code point does on a terminal, from tables of Unicode 15. */
#ifndef WL_CORE_BASE_UNICODE_H
#define WL_CORE_BASE_UNICODE_H

#include <stdint.h>

enum wl_unicode {
  WL_UNICODE_NARROW,  /* one cell */
  WL_UNICODE_WIDE,    /* two cells */
  WL_UNICODE_MARK,    /* combines with the character before it */
  WL_UNICODE_CONTROL, /* C0, DEL, C1 */
  WL_UNICODE_HIDDEN,  /* format, bidi, zero width, private, no character */
};

/* The class of a code point; the same in every locale. */
enum wl_unicode wl_unicode_class(uint32_t code);

#endif
