// What goes wrong is told with its place, and the cage holds.
// run: args=0
// fails: 28: a null pointer is written to
// run: args=1 --timeout=2
// fails: 29: the program was still running after 2 s
// run: args=3
// fails: 31: the assertion
// run: args=4
// fails: 28: this address is in no memory of the device
// run: args=5 --timeout=2
// fails: 0: the program was still running after 2 s
// run: args=6 --timeout=60
// fails: 0: more memory than it may
// run: args=7
// prints: (nil)
// run: args=8
// fails: 0: called abort()
// run: args=10
// fails: 0: the host code touches memory of the device
// run: args=12
// prints: system 32512 fork -1 socket -1 kill -1 exec -1
// run: args=13
// fails: 0: sent too much at once
#include <cstdio>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
__global__ void k(float *x) { x[threadIdx.x] = 1; }
__global__ void loop(volatile int *x) { while (x[0] == 0) {} }
__global__ void deep(int *x) { int a[20000]; for (int i = 0; i < 20000; i++) a[(i * x[0]) % 20000] = i; x[1] = a[x[0]]; }
__global__ void ass(int *x) { assert(x[threadIdx.x] == 1); }
int main(int c, char **v) {
  int w = c > 1 ? atoi(v[1]) : 0;
  int *d; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096);
  if (w == 0) k<<<1, 32>>>(nullptr);
  if (w == 1) loop<<<1, 32>>>(d);
  if (w == 2) deep<<<1, 32>>>(d);
  if (w == 3) ass<<<1, 32>>>(d);
  if (w == 4) { float h[32]; k<<<1, 32>>>(h); }
  if (w == 5) for (;;) {}
  if (w == 6) { volatile char *p = 0; for (;;) { p = (volatile char *)malloc(1 << 20); memset((void *)p, 1, 1 << 20); p[5] = 2; } }
  if (w == 7) { FILE *f = fopen("/etc/passwd", "r"); printf("%p\n", f); }
  if (w == 8) abort();
  if (w == 9) { int *q = 0; *q = 1; }
  if (w == 10) { d[0] = d[1 << 30]; }
  if (w == 11) { int z = c - c; printf("%d\n", 5 / z); }
  if (w == 12) {
    printf("system %d fork %d socket %d kill %d exec %d\n", system("true"), (int)fork(), socket(2, 1, 0), kill(getppid(), 9),
           execl("/bin/true", "true", (char *)0));
  }
  if (w == 13) {
    write(1, "x", 1); for (int i = 3; i < 64; i++) write(i, "nonsense", 8);
  }
  k<<<1, 32>>>((float *)d);
}
