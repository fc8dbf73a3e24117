#include "script/process/thread_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { STACK_BYTES = 1 << 19 };

/* The work at hand: parts from `next` on are still to be had, `left` have not been done. */
struct wl_pool {
  pthread_mutex_t lock;
  pthread_cond_t begin, done;
  void (*part)(void *to, unsigned i);
  void *to;
  unsigned parts, next, left, threads;
  bool over;
  pthread_t thread[];
};

/* Does parts while there are any; the lock is held before and after. */
static void do_parts(struct wl_pool *p) {
  while (p->next < p->parts) {
    unsigned i = p->next++;
    pthread_mutex_unlock(&p->lock);
    p->part(p->to, i);
    pthread_mutex_lock(&p->lock);
    if (--p->left == 0) pthread_cond_signal(&p->done);
  }
}

static void *live(void *pool) {
  struct wl_pool *p = pool;
  pthread_mutex_lock(&p->lock);
  while (!p->over) {
    do_parts(p);
    if (!p->over) pthread_cond_wait(&p->begin, &p->lock);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

/* Signals are for the thread that has the screen. */
static void start(struct wl_pool *p, unsigned threads) {
  sigset_t all, old;
  pthread_attr_t attributes;
  sigfillset(&all);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  while (p->threads < threads &&
         pthread_create(&p->thread[p->threads], &attributes, live, p) == 0)
    p->threads++;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attributes);
}

struct wl_pool *wl_pool_create(unsigned threads) {
  struct wl_pool *p = calloc(1, sizeof *p + threads * sizeof *p->thread);
  if (p == NULL) return NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->begin, NULL);
  pthread_cond_init(&p->done, NULL);
  start(p, threads);
  if (p->threads > 0) return p;
  wl_pool_destroy(p);
  return NULL;
}

void wl_pool_destroy(struct wl_pool *p) {
  if (p == NULL) return;
  pthread_mutex_lock(&p->lock);
  p->over = true;
  pthread_cond_broadcast(&p->begin);
  pthread_mutex_unlock(&p->lock);
  for (unsigned i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
  pthread_cond_destroy(&p->begin);
  pthread_cond_destroy(&p->done);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

void wl_pool_run(struct wl_pool *p, void (*part)(void *to, unsigned i), void *to, unsigned parts) {
  for (unsigned i = 0; p == NULL && i < parts; i++) part(to, i);
  if (p == NULL) return;
  pthread_mutex_lock(&p->lock);
  p->part = part;
  p->to = to;
  p->next = 0;
  p->left = p->parts = parts;
  if (parts > 1) pthread_cond_broadcast(&p->begin);
  do_parts(p);
  while (p->left > 0) pthread_cond_wait(&p->done, &p->lock);
  p->parts = p->next = 0;
  pthread_mutex_unlock(&p->lock);
}
