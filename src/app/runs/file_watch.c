/* Watches directories, since an editor may replace the file. Where the system cannot tell, it
 * looks at the file many times a second. */
#include "app/runs/file_watch.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

void wl_debounce_note(struct wl_debounce *s, enum wl_debounce_event event, int64_t now) {
  if (!s->pending) *s = (struct wl_debounce){.pending = true, .first = now};
  s->last = now;
  if (event != WL_DEBOUNCE_TOUCHED) s->held = event == WL_DEBOUNCE_BEGUN;
}

int wl_debounce_wait(const struct wl_debounce *s, int64_t now) {
  if (!s->pending) return -1;
  int64_t due = s->first + WL_DEBOUNCE_HELD;
  if (!s->held) {
    int64_t quiet = s->last + WL_DEBOUNCE_QUIET, bound = s->first + WL_DEBOUNCE_BOUND;
    due = quiet < bound ? quiet : bound;
  }
  return due > now ? (int)(due - now) : 0;
}

bool wl_debounce_take(struct wl_debounce *s, int64_t now) {
  if (wl_debounce_wait(s, now) != 0) return false;
  s->pending = s->held = false;
  return true;
}

enum {
  POLL_MS = 50,
  PLACES = 2, /* where the path leads to, and where a link there does */
  DIRECTORY_EVENTS = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT,
  EVENTS = IN_CREATE | IN_MODIFY | IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_MOVED_TO |
           IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF,
};

/* What an event says about a save; IN_CREATE has its IN_CLOSE_WRITE to come. */
static const struct { uint32_t mask; enum wl_debounce_event event; } meaning[] = {
  {IN_CREATE | IN_MODIFY | IN_DELETE | IN_MOVED_FROM, WL_DEBOUNCE_BEGUN},
  {IN_CLOSE_WRITE | IN_MOVED_TO, WL_DEBOUNCE_DONE},
  {IN_ATTRIB, WL_DEBOUNCE_TOUCHED},
};

/* File systems whose changes come from elsewhere, so that this kernel does not see
 * them (magic numbers: statfs(2), linux/magic.h). */
static const uint32_t remote[] = {
  0x6969 /* NFS */, 0x517b /* SMB */, 0xff534d42 /* CIFS */, 0xfe534d42 /* SMB2 */,
  0x01021997 /* 9P */, 0x65735546 /* FUSE */, 0x786f4256 /* VirtualBox */,
};

/* A directory, and the name in it that matters. */
struct place { int wd; char name[NAME_MAX + 1]; };

/* What can be seen of a file without opening it. */
struct look {
  int error; /* errno of stat(), 0: none */
  dev_t device;
  ino_t inode;
  mode_t mode;
  off_t size;
  struct timespec changed, written;
};

struct wl_file_watch {
  char *path;
  int fd;               /* -1: no inotify */
  bool polled, warned;
  char warning[96];
  struct place place[PLACES];
  struct wl_debounce settle;
  struct look look;     /* as it was last seen; polled only */
  int64_t looked;
};

static struct look look_at(const char *path) {
  struct stat st;
  if (stat(path, &st) != 0) return (struct look){.error = errno};
  return (struct look){0, st.st_dev, st.st_ino, st.st_mode, st.st_size, st.st_ctim, st.st_mtim};
}

static bool same_time(struct timespec a, struct timespec b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool same_look(const struct look *a, const struct look *b) {
  return a->error == b->error && a->device == b->device && a->inode == b->inode &&
         a->mode == b->mode && a->size == b->size && same_time(a->changed, b->changed) &&
         same_time(a->written, b->written);
}

static bool is_remote(const char *directory) {
  struct statfs fs;
  if (statfs(directory, &fs) != 0) return false;
  for (size_t i = 0; i < sizeof remote / sizeof remote[0]; i++)
    if ((uint32_t)fs.f_type == remote[i]) return true;
  return false;
}

/* Watches the directory of `path`. False where it cannot be watched; errno is 0
 * where that is no surprise. */
static bool watch_place(struct wl_file_watch *w, struct place *p, const char *path) {
  char directory[PATH_MAX], name[PATH_MAX];
  snprintf(directory, sizeof directory, "%s", path);
  snprintf(name, sizeof name, "%s", path);
  const char *in = dirname(directory);
  errno = 0;
  if (is_remote(in)) return false;
  p->wd = inotify_add_watch(w->fd, in, EVENTS | IN_ONLYDIR);
  snprintf(p->name, sizeof p->name, "%s", basename(name));
  if (p->wd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES)) errno = 0;
  return p->wd >= 0;
}

/* Falls back to looking; `error`: what is wrong with inotify, 0: nothing. */
static void poll_file(struct wl_file_watch *w, int error) {
  w->polled = true;
  w->look = look_at(w->path);
  if (error && !w->warned)
    snprintf(w->warning, sizeof w->warning, "changes of the script are polled for: inotify: %s",
             strerror(error));
}

/* Watches where the path leads to now: directories come and go, links change. */
static void arm(struct wl_file_watch *w) {
  struct place old[PLACES];
  char target[PATH_MAX];
  if (w->fd < 0) return;
  memcpy(old, w->place, sizeof old);
  w->polled = false;
  w->place[0].wd = w->place[1].wd = -1;
  bool good = watch_place(w, &w->place[0], w->path);
  if (good && realpath(w->path, target) != NULL) good = watch_place(w, &w->place[1], target);
  if (!good) poll_file(w, errno);
  for (int i = 0; i < PLACES; i++)
    if (old[i].wd >= 0 && old[i].wd != w->place[0].wd && old[i].wd != w->place[1].wd)
      inotify_rm_watch(w->fd, old[i].wd);
}

struct wl_file_watch *wl_file_watch_create(const char *path) {
  struct wl_file_watch *w = calloc(1, sizeof *w);
  if (!w || !(w->path = strdup(path))) {
    free(w);
    return NULL;
  }
  for (int i = 0; i < PLACES; i++) w->place[i].wd = -1;
  w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (w->fd < 0) poll_file(w, errno);
  arm(w);
  wl_debounce_note(&w->settle, WL_DEBOUNCE_DONE, 0);
  return w;
}

void wl_file_watch_destroy(struct wl_file_watch *w) {
  if (!w) return;
  if (w->fd >= 0) close(w->fd);
  free(w->path);
  free(w);
}

int wl_file_watch_descriptor(const struct wl_file_watch *w) { return w->fd; }

int wl_file_watch_wait(const struct wl_file_watch *w, int64_t now) {
  int wait = wl_debounce_wait(&w->settle, now);
  if (!w->polled) return wait;
  int64_t next = w->looked + POLL_MS - now;
  if (next < 0) next = 0;
  return wait >= 0 && wait < next ? wait : (int)next;
}

static bool concerns(const struct wl_file_watch *w, const struct inotify_event *e) {
  for (int i = 0; i < PLACES; i++)
    if (e->wd == w->place[i].wd && e->len && strcmp(e->name, w->place[i].name) == 0) return true;
  return false;
}

static void take_event(struct wl_file_watch *w, const struct inotify_event *e, int64_t now) {
  if (e->mask & IN_Q_OVERFLOW) wl_debounce_note(&w->settle, WL_DEBOUNCE_DONE, now);
  bool own = e->wd == w->place[0].wd || e->wd == w->place[1].wd;
  if (own && e->mask & DIRECTORY_EVENTS) wl_debounce_note(&w->settle, WL_DEBOUNCE_BEGUN, now);
  if (!concerns(w, e)) return;
  for (size_t i = 0; i < sizeof meaning / sizeof meaning[0]; i++)
    if (e->mask & meaning[i].mask) wl_debounce_note(&w->settle, meaning[i].event, now);
}

static void take_events(struct wl_file_watch *w, int64_t now) {
  _Alignas(struct inotify_event) char buffer[16384];
  ssize_t n = read(w->fd, buffer, sizeof buffer);
  for (ssize_t at = 0; at < n;) {
    const struct inotify_event *e = (const void *)(buffer + at);
    take_event(w, e, now);
    at += (ssize_t)(sizeof *e + e->len);
  }
}

static void look_again(struct wl_file_watch *w, int64_t now) {
  if (now - w->looked < POLL_MS) return;
  struct look l = look_at(w->path);
  w->looked = now;
  if (same_look(&l, &w->look)) return;
  w->look = l;
  wl_debounce_note(&w->settle, l.error ? WL_DEBOUNCE_BEGUN : WL_DEBOUNCE_DONE, now);
}

bool wl_file_watch_pump(struct wl_file_watch *w, bool input, int64_t now) {
  if (input && w->fd >= 0) take_events(w, now);
  if (w->polled) look_again(w, now);
  if (!wl_debounce_take(&w->settle, now)) return false;
  arm(w); /* before the file is read, so that no change goes unseen */
  return true;
}

void wl_file_watch_again(struct wl_file_watch *w, int64_t now) {
  wl_debounce_note(&w->settle, WL_DEBOUNCE_DONE, now);
}

const char *wl_file_watch_warning(struct wl_file_watch *w) {
  if (w->warned || !w->warning[0]) return NULL;
  w->warned = true;
  return w->warning;
}
