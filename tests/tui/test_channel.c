/* Notes for a second terminal: who serves and who joins, and why somebody cannot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "tui/channel.h"

static void test_message(void **state) {
  (void)state;
  struct wl_diag d;
  char got[16] = "";
  assert_int_equal(wl_channel_join("a.lua", &d), -1);
  assert_int_equal(d.status, WL_OK); /* nobody presents it yet */
  struct wl_channel *c = wl_channel_serve("a.lua", &d);
  assert_non_null(c);
  wl_channel_send(c, "one", 4);
  int fd = wl_channel_join("a.lua", &d);
  assert_true(fd >= 0);
  wl_channel_accept(c);
  assert_int_equal(read(fd, got, sizeof got), 4); /* who comes later gets the last one */
  assert_string_equal(got, "one");
  assert_null(wl_channel_serve("a.lua", &d));
  assert_non_null(strstr(d.what, "another screen"));
  close(fd);
  wl_channel_close(c);
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
  struct wl_channel *c = wl_channel_serve("b.lua", &d);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
  assert_null(c);
  assert_int_equal(d.status, WL_OUTPUT);
  assert_non_null(strstr(d.what, "no notes: "));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_message),
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
