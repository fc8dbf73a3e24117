/* What the header of CUDA files calls to launch kernels, and what the parent is told of them. */
#ifndef WL_INPUT_CUDA_RUNTIME_LAUNCHES_H
#define WL_INPUT_CUDA_RUNTIME_LAUNCHES_H

#include <stdint.h>

/* Says that a launch begins, before its head. */
struct wl_launch_frame { char kernel[96]; uint32_t shown; };

void wl_launch_begin(const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic,
                     const char *name);
void wl_launch_argument(int pointer, uint64_t value, uint32_t scalar, uint32_t components,
                        uint32_t bytes);
int wl_launch_run(void (*call)(void *), void *of);
uint32_t wl_launch_count(void);
void wl_launch_flush(void);
void wl_printed_begin(void);
void wl_printed_end(void);

#endif
