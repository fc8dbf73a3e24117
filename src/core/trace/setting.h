/* Settings of a script, "name=value": which values a parameter takes, and lists of settings. */
#ifndef WL_CORE_TRACE_SETTING_H
#define WL_CORE_TRACE_SETTING_H

#include "core/base/diag.h"
#include "core/trace/trace_head.h"

struct wl_sm;

/* Makes a parameter offer the types that elements of `own` may have instead, by name:
 * scalars, and `own` itself, which it has. And whether it offers a name. */
void wl_param_types(struct wl_type own, struct wl_param *p);
bool wl_param_offers(const struct wl_param *p, const char *name);

/* The choice that a value means, by its text or, as numbers, in hexadecimal; -1: none. */
int wl_param_choice(const struct wl_param *p, const char *name);

/* Makes a parameter a choice of shapes of a grid or block: the one that is set, and the
 * script's own with its first length halved and doubled. */
void wl_param_shapes(const uint32_t own[3], const uint32_t now[3], bool block, struct wl_param *p);

/* Limits of a number that are none: a script may give one of two. Whole numbers up to here are
 * exact in a double. */
#define WL_PARAM_UNLIMITED 0x1p53

/* "from 1 to 8", "from 1", "up to 8"; "" where nothing limits it, or it is no number. */
enum { WL_PARAM_LIMITS = 64 };
const char *wl_param_limits(const struct wl_param *p, char text[WL_PARAM_LIMITS]);

/* What a name stands for: a parameter of the script, or its grid, its block, the type of an
 * array or a setting of caches (cache_setting.h), which is made in `made`. NULL: nothing of that
 * name can be set. */
const struct wl_param *wl_param_find(const struct wl_head *h, const struct wl_sm *sm,
                                     const char *name, struct wl_param *made);

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
