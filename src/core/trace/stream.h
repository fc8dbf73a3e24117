/* The streams of a run: which blocks follow each other if several streams run in turn. */
#ifndef WL_CORE_TRACE_STREAM_H
#define WL_CORE_TRACE_STREAM_H

#include "core/trace/trace_head.h"

/* Blocks are dealt to the multiprocessors of the head one by one, and multiprocessors to streams
 * in ranges: all blocks of a multiprocessor come in one stream, in ascending order. Which stream
 * has a block of the grid. Where nobody says how many multiprocessors there are, each block has
 * its own. */
unsigned wl_stream_of(const struct wl_head *head, unsigned streams, uint64_t block);

/* The first block of a stream that is not before `block`; the number of blocks: there is none. */
uint64_t wl_stream_next(const struct wl_head *head, unsigned streams, unsigned stream,
                        uint64_t block);

/* Blocks of a stream that come before `block`. */
uint64_t wl_stream_rank(const struct wl_head *head, unsigned streams, unsigned stream,
                        uint64_t block);

/* Multiprocessors that have blocks at all: block b stands on number b % so many. */
uint64_t wl_head_multiprocessors(const struct wl_head *head);

#endif
