#include "tui/notes_socket.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { READERS = 8 /* notes, and screens that wait for the end of this one */ };

struct wl_notes_socket {
  int listener, reader[READERS]; /* -1: none */
  struct sockaddr_un address;
  uint8_t last[4096];            /* for who comes later */
  size_t size;
};

/* FNV-1a (Fowler, Noll, Vo): 64 bits name a script among those of one user. */
static uint64_t hash(const char *text) {
  uint64_t h = 0xcbf29ce484222325;
  for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3;
  return h;
}

/* The directory of our sockets: ours, and closed to all others. */
static bool make_directory(const char *path, struct wl_diag *d) {
  struct stat s;
  if (mkdir(path, 0700) != 0 && errno != EEXIST)
    return wl_diag_fail(d, WL_OUTPUT, "cannot make %s: %s", path, strerror(errno));
  if (lstat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && !(s.st_mode & 077))
    return true;
  return wl_diag_fail(d, WL_OUTPUT, "%s is not a directory that only you can read", path);
}

/* A variable that names a directory; NULL: it does not. */
static const char *directory_of(const char *variable) {
  const char *text = getenv(variable);
  return text && text[0] == '/' ? text : NULL;
}

/* Where all sockets of the user lie; beside what others have, the name has the user in it.
 * Returns the variable that says so. */
static const char *find_directory(char *path, size_t size) {
  const char *runtime = directory_of("XDG_RUNTIME_DIR"), *temporary = directory_of("TMPDIR");
  if (runtime) snprintf(path, size, "%s/warplens", runtime);
  else snprintf(path, size, "%s/warplens-%lu", temporary ? temporary : "/tmp",
                (unsigned long)geteuid());
  return runtime ? "XDG_RUNTIME_DIR" : "TMPDIR";
}

static bool find_address(const char *script, struct sockaddr_un *a, struct wl_diag *d) {
  char directory[sizeof a->sun_path];
  const char *variable = find_directory(directory, sizeof directory);
  char *real = realpath(script, NULL);
  *a = (struct sockaddr_un){.sun_family = AF_UNIX};
  int size = snprintf(a->sun_path, sizeof a->sun_path, "%s/%016llx", directory,
                      (unsigned long long)hash(real ? real : script));
  free(real);
  if (size < 0 || (size_t)size >= sizeof a->sun_path)
    return wl_diag_fail(d, WL_OUTPUT, "%s is too long for a socket", variable);
  return make_directory(directory, d);
}

static int open_socket(int flags) {
  return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0);
}

/* Binds; a socket that a dead program left is no obstacle. */
static bool bind_to(int fd, const struct sockaddr_un *a, struct wl_diag *d) {
  const struct sockaddr *address = (const struct sockaddr *)a;
  if (bind(fd, address, sizeof *a) == 0) return true;
  int probe = errno == EADDRINUSE ? open_socket(0) : -1;
  bool alive = probe >= 0 && connect(probe, address, sizeof *a) == 0;
  bool dead = probe >= 0 && !alive && errno == ECONNREFUSED;
  if (probe >= 0) close(probe);
  if (alive)
    return wl_diag_fail(d, WL_OUTPUT, "another screen presents this script: notes show that one");
  if (dead && unlink(a->sun_path) == 0 && bind(fd, address, sizeof *a) == 0) return true;
  return wl_diag_fail(d, WL_OUTPUT, "no notes: %s: %s", a->sun_path, strerror(errno));
}

/* From here on somebody can join. */
static bool open_listener(struct wl_notes_socket *c, struct wl_diag *d) {
  c->listener = open_socket(SOCK_NONBLOCK);
  if (c->listener >= 0 && !bind_to(c->listener, &c->address, d)) return false;
  if (c->listener >= 0 && listen(c->listener, READERS) == 0) return true;
  return wl_diag_fail(d, WL_OUTPUT, "no notes: %s", strerror(errno));
}

struct wl_notes_socket *wl_notes_socket_serve(const char *script, struct wl_diag *d) {
  struct wl_notes_socket *c = calloc(1, sizeof *c);
  if (!c) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  for (int i = 0; i < READERS; i++) c->reader[i] = -1;
  c->listener = -1;
  if (find_address(script, &c->address, d) && open_listener(c, d)) return c;
  if (c->listener >= 0) close(c->listener);
  free(c);
  return NULL;
}

void wl_notes_socket_close(struct wl_notes_socket *c) {
  if (!c) return;
  unlink(c->address.sun_path);
  for (int i = 0; i < READERS; i++)
    if (c->reader[i] >= 0) close(c->reader[i]);
  close(c->listener);
  free(c);
}

int wl_notes_socket_descriptor(const struct wl_notes_socket *c) { return c->listener; }

static void send_to(struct wl_notes_socket *c, int i) {
  if (c->reader[i] < 0 || c->size == 0) return;
  ssize_t n = send(c->reader[i], c->last, c->size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (n == (ssize_t)c->size) return;
  close(c->reader[i]);
  c->reader[i] = -1;
}

void wl_notes_socket_accept(struct wl_notes_socket *c) {
  for (int fd; (fd = accept4(c->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
    int i = 0;
    while (i < READERS && c->reader[i] >= 0) i++;
    if (i == READERS) { /* the one that came first has gone, or goes now */
      i = 0;
      close(c->reader[i]);
    }
    c->reader[i] = fd;
    send_to(c, i);
  }
}

void wl_notes_socket_send(struct wl_notes_socket *c, const void *bytes, size_t size) {
  if (size > sizeof c->last || (size == c->size && memcmp(bytes, c->last, size) == 0)) return;
  memcpy(c->last, bytes, size);
  c->size = size;
  for (int i = 0; i < READERS; i++) send_to(c, i);
}

static int connect_to(const struct sockaddr_un *a) {
  int fd = open_socket(SOCK_NONBLOCK);
  if (fd >= 0 && connect(fd, (const struct sockaddr *)a, sizeof *a) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

int wl_notes_socket_join(const char *script, struct wl_diag *d) {
  struct sockaddr_un a;
  *d = (struct wl_diag){.status = WL_OK};
  return find_address(script, &a, d) ? connect_to(&a) : -1;
}

/* Whether a socket was made later than another one, by its name where that was at once. */
static bool is_later(const struct stat *s, const char *name, const struct stat *than,
                     const char *other) {
  if (s->st_mtim.tv_sec != than->st_mtim.tv_sec) return s->st_mtim.tv_sec > than->st_mtim.tv_sec;
  if (s->st_mtim.tv_nsec != than->st_mtim.tv_nsec)
    return s->st_mtim.tv_nsec > than->st_mtim.tv_nsec;
  return strcmp(name, other) > 0;
}

/* Sockets that programs left when they died are passed. */
int wl_notes_socket_join_any(struct wl_diag *d) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  char directory[sizeof a.sun_path];
  int best = -1;
  struct stat latest = {0}, s;
  char name[17] = "";
  find_directory(directory, sizeof directory);
  *d = (struct wl_diag){.status = WL_OK};
  if (!make_directory(directory, d)) return -1;
  DIR *list = opendir(directory);
  for (struct dirent *e; list && (e = readdir(list));) {
    bool ours = strlen(e->d_name) == 16 && strspn(e->d_name, "0123456789abcdef") == 16;
    if (!ours || fstatat(dirfd(list), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISSOCK(s.st_mode) || (best >= 0 && !is_later(&s, e->d_name, &latest, name))) continue;
    int size = snprintf(a.sun_path, sizeof a.sun_path, "%s/%s", directory, e->d_name);
    int fd = size > 0 && (size_t)size < sizeof a.sun_path ? connect_to(&a) : -1;
    if (fd < 0) continue;
    if (best >= 0) close(best);
    best = fd;
    latest = s;
    memcpy(name, e->d_name, sizeof name);
  }
  if (list) closedir(list);
  return best;
}

/* The other may end between the two: then its place is free, and nobody else would tell. */
struct wl_notes_socket *wl_notes_socket_queue(const char *script, int *ahead, struct wl_diag *d) {
  struct wl_diag unheard;
  *ahead = -1;
  struct wl_notes_socket *c = wl_notes_socket_serve(script, d);
  if (!c) *ahead = wl_notes_socket_join(script, &unheard);
  return c || *ahead >= 0 ? c : wl_notes_socket_serve(script, d);
}
