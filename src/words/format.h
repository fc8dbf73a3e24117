/* Numbers, sets of lanes and places in arrays as text. */
#ifndef WL_WORDS_FORMAT_H
#define WL_WORDS_FORMAT_H

#include "core/trace/trace.h"

/* Each writes into `text`, with a final NUL, and returns it. */

/* 1234567 as "1,234,567"; needs 28 bytes. */
const char *wl_format_count(uint64_t n, char *text);

/* At most seven cells: 1,048,576 becomes 1.05 M; five where it is `narrow`: 1.05M. */
const char *wl_format_brief(uint64_t n, bool narrow, char text[32]);

/* Bytes as "4.19 MB", with three digits; a size of memory as "126.5 MiB". Both
 * need 16 bytes. */
const char *wl_format_bytes(uint64_t bytes, char text[16]);
const char *wl_format_size(double bytes, char text[16]);

/* Lanes of a mask, shortest form: "0–7, 9", cut with "…"; "none" if empty. */
const char *wl_format_lanes(uint32_t mask, char *text, size_t size);

/* "lane 5" or "lanes 0–7". */
const char *wl_format_lane_set(uint32_t mask, char *text, size_t size);

/* The same in `cells` cells, without the word: "0–7", "0, 4 … 28", or how many, "9 lanes":
 * then false. */
bool wl_format_lanes_short(uint32_t mask, int cells, char *text, size_t size);

/* The element that a lane of an access uses, with or without the array's name. */
const char *wl_format_element(const struct wl_head *h, const struct wl_step *s, unsigned lane,
                              bool name, char *text, size_t size);

/* Byte offset of a lane: in its array; in all of shared or constant memory, as words, banks and
 * passes are counted there; its address where it is in no array. */
uint64_t wl_lane_offset(const struct wl_head *h, const struct wl_step *s, unsigned lane);

/* "0", "0,0" or "0,0,0": a block by as many coordinates as the grid has dimensions. */
void wl_format_block(const struct wl_head *h, uint32_t block, const char *between, char *text,
                     size_t size);

/* An efficiency as "12.5 %". */
const char *wl_format_percent(double share, char *text, size_t size);

/* Whether lanes of a step only name rows of matrices: those that do not take part
 * all the same. And what to say of a lane outside the mask: "inactive". */
bool wl_names_rows(const struct wl_step *s);
const char *wl_lane_absence(const struct wl_step *s, unsigned lane);

/* Where the first byte of a lane lies, as lines and words count: the lanes of
 * local memory in turn. */
uint64_t wl_lane_address(const struct wl_access *a, unsigned lane);

/* The bank of an address, and its sector in its line. */
unsigned wl_bank_of(const struct wl_arch *arch, uint64_t address);
unsigned wl_sector_of(const struct wl_arch *arch, uint64_t address);

/* Whether lanes wait for a bank one by one, also with equal words, as those of atomics and copies
 * do: what it serves are lanes then, and words else. */
bool wl_bank_serves_lanes(const struct wl_access *a);

/* Lanes in a mask. */
unsigned wl_lanes_count(uint32_t mask);

#endif
