/* Threads that share the parts of a task. */
#ifndef WL_SCRIPT_PROCESS_THREAD_POOL_H
#define WL_SCRIPT_PROCESS_THREAD_POOL_H

#include <stdbool.h>

struct wl_pool;

/* So many threads, which take no signals. NULL: not one could be started. */
struct wl_pool *wl_pool_create(unsigned threads);

/* Ends them. NULL is fine. */
void wl_pool_destroy(struct wl_pool *p);

/* Calls part(to, i) for each i below `parts`, in these threads and the calling one, and returns
 * when all have been done: then the threads are idle, and see and change nothing. NULL: in the
 * calling one alone. */
void wl_pool_run(struct wl_pool *p, void (*part)(void *to, unsigned i), void *to, unsigned parts);

#endif
