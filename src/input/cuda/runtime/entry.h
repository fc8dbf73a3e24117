/* The functions that compiled CUDA files call: the hooks of instrument.c, and those that
 * warplens_cuda.h declares for C++. */
#ifndef WL_INPUT_CUDA_RUNTIME_ENTRY_H
#define WL_INPUT_CUDA_RUNTIME_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A thread touches memory, at a site (tables.h); of its own arrays also where they begin. */
void wl_load(uint64_t address, uint32_t site);
void wl_store(uint64_t address, uint32_t site);
void wl_load_volatile(uint64_t address, uint32_t site);
void wl_store_volatile(uint64_t address, uint32_t site);
void wl_local(uint64_t address, uint64_t base, uint32_t site, uint32_t store);
void wl_local_fill(uint64_t base, uint64_t size, uint32_t site);
/* memcpy() and memset() by the sites of their two sides; 0: of no memory of the device. */
void wl_copy(uint64_t to, uint64_t from, uint64_t size, uint32_t in, uint32_t out);

/* Where a thread is: before a call of the runtime; a function and back; a loop begins, or goes
 * round (the lowest bit); it is left for this many loops around; a kernel begins. */
void wl_at(uint32_t site);
void wl_call(uint32_t site);
void wl_return(void);
void wl_edge(uint32_t code);
void wl_leave_loop(uint32_t depth);
int wl_kernel(uint32_t kernel); /* whether it is recorded */
/* In a block that is not: an address that is not where its site has been; the site, whether it is
 * surely of shared memory, and whether it is stored to (the lowest bits). */
void wl_far(uint64_t address, uint32_t code);
/* A thread makes float operations, on a line of the file; 0: not known. */
void wl_compute(uint32_t operations, uint32_t line);

/* Memory of the device, and errors by CUDA's numbers. */
int wl_memory_take(uint64_t bytes, uint64_t *at);
int wl_memory_give(uint64_t at);
void wl_memory_manage(uint64_t at); /* the host may touch it, too */
bool wl_memory_has(const void *p);
uint64_t wl_memory_left(void);
uint64_t wl_memory_all(void);
int wl_memory_copy(void *to, const void *from, size_t bytes, int kind);
int wl_memory_set(void *to, int value, size_t bytes);
const char *wl_error_text(int error, int name);
int wl_error_last(int clear);
int wl_error_set(int error);
void wl_synchronize(void);

/* Functions of kernels. Numbers: enum wl_step_name, wl_atomic, wl_scalar, wl_shuffle_mode. */
int wl_rt_syncthreads(unsigned mode, int predicate);
void wl_rt_syncwarp(unsigned mask);
void wl_rt_tell(unsigned name, unsigned value);
uint64_t wl_rt_shuffle(unsigned mode, unsigned sync, unsigned mask, uint64_t value, int argument,
                       unsigned width, unsigned scalar);
uint64_t wl_rt_vote(unsigned name, unsigned mask, uint64_t value, unsigned is_signed);
uint64_t wl_rt_atomic(unsigned op, unsigned scalar, uint64_t address, uint64_t value,
                      uint64_t compare, int constant);
_Noreturn void wl_rt_refuse(const char *what, const char *hint);
void wl_rt_cache(unsigned cache);
unsigned wl_rt_lane(void);
unsigned wl_rt_warp(void);
void wl_rt_copy(uint64_t to, uint64_t from, unsigned bytes, unsigned filled, unsigned past_l1);
float wl_half_to_float(unsigned short h);
unsigned short wl_float_to_half(float f);

#endif
