/* Settings of a script, "name=value": what a parameter takes, and lists of them. */
#ifndef WL_CORE_TRACE_SETTING_H
#define WL_CORE_TRACE_SETTING_H

#include "core/base/diag.h"
#include "core/trace/trace_head.h"

/* Whether a parameter takes the value; false and a diag (WL_USAGE) that says what it takes. */
bool wl_setting_suits(const struct wl_param *p, const char *value, struct wl_diag *d);

/* What lesson{ flip } lists, as words of a command line: "stride=8, stride=1 pad=1" are two, of
 * which the second sets two parameters. A comma with a blank behind it ends one. */
enum { WL_VARIANT_TEXT = 128, WL_FLIPS = 12 };
extern const char wl_setting_arch[]; /* "--arch", which stands there for a generation */
struct wl_setting_pair { char name[32], value[32]; };
unsigned wl_variant_count(const char *flips);

/* Number `n`, from 1, as words for a command line; "" where there is none such. */
const char *wl_variant_text(const char *flips, unsigned n, char text[WL_VARIANT_TEXT]);

/* The first pair of `*words`, which then begins behind it; a backslash makes a space or another one
 * part of the value. False: there is none, or what stands there is no pair: *words is at it. */
bool wl_setting_next(const char **words, struct wl_setting_pair *out);

/* Adds a pair to words. False where it does not fit: they stay. */
bool wl_setting_add(char *words, size_t size, const char *name, const char *value);

#endif
