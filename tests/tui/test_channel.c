/* Notes for a second terminal: who serves and who joins, and why somebody cannot. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tui/notes_socket.h"

static void test_message(void **state) {
  (void)state;
  struct wl_diag d;
  char got[16] = "";
  assert_int_equal(wl_notes_socket_join("a.lua", &d), -1);
  assert_int_equal(d.status, WL_OK); /* nobody presents it yet */
  struct wl_notes_socket *c = wl_notes_socket_serve("a.lua", &d);
  assert_non_null(c);
  wl_notes_socket_send(c, "one", 4);
  int fd = wl_notes_socket_join("a.lua", &d);
  assert_true(fd >= 0);
  wl_notes_socket_accept(c);
  assert_int_equal(read(fd, got, sizeof got), 4); /* who comes later gets the last one */
  assert_string_equal(got, "one");
  assert_null(wl_notes_socket_serve("a.lua", &d));
  assert_non_null(strstr(d.what, "another screen"));
  close(fd);
  wl_notes_socket_close(c);
}

/* Listens in the place of a script, with room for one caller; ends once somebody has called. */
static pid_t brief_screen(const char *script) {
  struct wl_diag d;
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  struct wl_notes_socket *c = wl_notes_socket_serve(script, &d);
  assert_non_null(c);
  socklen_t size = sizeof a;
  assert_int_equal(getsockname(wl_notes_socket_descriptor(c), (struct sockaddr *)&a, &size), 0);
  wl_notes_socket_close(c);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
  assert_int_equal(listen(fd, 0), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    struct pollfd poll_fd = {fd, POLLIN, 0};
    poll(&poll_fd, 1, -1);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    _exit(0);
  }
  close(fd);
  return child;
}

/* Behind another screen one waits for its end; where it ends meanwhile, its place is taken. */
static void test_queue(void **state) {
  (void)state;
  struct wl_diag d;
  int ahead, status;
  struct wl_notes_socket *first = wl_notes_socket_queue("q.lua", &ahead, &d);
  assert_non_null(first);
  assert_int_equal(ahead, -1);
  assert_null(wl_notes_socket_queue("q.lua", &ahead, &d));
  assert_true(ahead >= 0);
  assert_non_null(strstr(d.what, "another screen"));
  close(ahead);
  wl_notes_socket_close(first);
  pid_t child = brief_screen("q.lua");
  struct wl_notes_socket *c = wl_notes_socket_queue("q.lua", &ahead, &d);
  assert_non_null(c);
  assert_int_equal(ahead, -1);
  wl_notes_socket_close(c);
  assert_int_equal(waitpid(child, &status, 0), child);
}

/* Who comes without a name, or late, has what was begun last, and no screen that has died. */
static void test_any(void **state) {
  (void)state;
  struct wl_diag d;
  char got[16] = "";
  assert_int_equal(wl_notes_socket_join_any(&d), -1);
  assert_int_equal(d.status, WL_OK);
  struct wl_notes_socket *a = wl_notes_socket_serve("a.lua", &d);
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  struct wl_notes_socket *b = wl_notes_socket_serve("b.lua", &d);
  wl_notes_socket_send(a, "a", 2), wl_notes_socket_send(b, "b", 2);
  int status;
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  pid_t dead = fork();
  if (dead == 0) _exit(wl_notes_socket_serve("c.lua", &d) ? 0 : 1); /* its socket is left */
  assert_int_equal(waitpid(dead, &status, 0), dead);
  assert_int_equal(status, 0);
  int fd = wl_notes_socket_join_any(&d);
  assert_true(fd >= 0);
  wl_notes_socket_accept(b);
  assert_int_equal(read(fd, got, sizeof got), 2);
  assert_string_equal(got, "b");
  close(fd);
  wl_notes_socket_close(b);
  fd = wl_notes_socket_join_any(&d);
  wl_notes_socket_accept(a);
  assert_int_equal(read(fd, got, sizeof got), 2);
  assert_string_equal(got, "a");
  close(fd);
  wl_notes_socket_close(a);
  wl_notes_socket_close(wl_notes_socket_serve("c.lua", &d));
  assert_int_equal(wl_notes_socket_join_any(&d), -1);
}

/* A system that gives no socket is named as the reason. */
static void test_no_socket(void **state) {
  (void)state;
  struct rlimit was, none;
  struct wl_diag d;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
  none = was;
  none.rlim_cur = 0;
  memset(&d, 'x', sizeof d);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  struct wl_notes_socket *c = wl_notes_socket_serve("b.lua", &d);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
  assert_null(c);
  assert_int_equal(d.status, WL_OUTPUT);
  assert_non_null(strstr(d.what, "no notes: "));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_message),
    cmocka_unit_test(test_queue),
    cmocka_unit_test(test_any),
    cmocka_unit_test(test_no_socket),
  };
  char directory[] = "/tmp/warplens-channel-XXXXXX";
  if (!mkdtemp(directory) || setenv("XDG_RUNTIME_DIR", directory, 1) != 0) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char sockets[64];
  snprintf(sockets, sizeof sockets, "%s/warplens", directory);
  rmdir(sockets);
  rmdir(directory);
  return failed;
}
