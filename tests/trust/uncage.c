/* Loaded before a warplens under valgrind: its processes are not shut in, as valgrind works
 * inside of them and needs its own descriptors and system calls. */
#include <errno.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int close_range(unsigned first, unsigned last, int flags) {
  (void)first, (void)last, (void)flags;
  return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  (void)resource, (void)limit;
  return 0;
}

int prctl(int option, ...) {
  va_list args;
  va_start(args, option);
  unsigned long a = va_arg(args, unsigned long), b = va_arg(args, unsigned long);
  va_end(args);
  if (option != PR_SET_SECCOMP) return (int)syscall(SYS_prctl, option, a, b, 0UL, 0UL);
  errno = EINVAL;
  return -1;
}
