/* Tables of facts about a compiled CUDA file: instrument.c writes them into the program, and the
 * runtime reads them. */
#ifndef WL_INPUT_CUDA_TABLES_H
#define WL_INPUT_CUDA_TABLES_H

#include <stdint.h>

enum wl_cuda_space { WL_CUDA_SHARED, WL_CUDA_CONSTANT, WL_CUDA_DEVICE, WL_CUDA_LOCAL };

/* A place where a kernel touches memory, calls something or loops. Sites are numbered in the order
 * in which things happen: by function, blocks in an order that keeps loops together. */
struct wl_cuda_site {
  uint32_t line;             /* 1-based; 0: not known */
  uint16_t column, end;      /* bytes, from 1, end exclusive */
  uint16_t width, align;     /* bytes that each lane moves; what the compiler knows of addresses */
  uint16_t variable;         /* of accesses to local memory: its row of wl_cuda_variables */
  uint8_t scalar;            /* enum wl_scalar of what is moved */
  uint8_t components;
  uint8_t joins;             /* 1: right behind an access of the same kind, 2: of the same copy */
  uint8_t is_volatile, unused; /* 0, 1; the last: nobody uses the result of this atomic */
  uint8_t is_loop;           /* 1: a loop begins here */
  uint8_t uniform;           /* of atomics: bit 0: all lanes have one address, 1: one operand */
  uint8_t whole;             /* of stores: bytes of the vector that this is a part of; 0: none */
};

/* A variable that lives in a memory of the device. */
struct wl_cuda_variable {
  char name[32];
  uint64_t bytes;
  uint32_t align, element_bytes, extent[3];
  uint32_t line;
  uint8_t space, scalar, components, dimensions; /* enum wl_cuda_space, enum wl_scalar */
};

enum { WL_CUDA_NEAR = 1 << 20 }; /* sites that wl_near[] has rows for */

enum { WL_CUDA_PARAMETERS = 24, WL_CUDA_SHARED_MOST = 32 };
struct wl_cuda_kernel {
  char name[96];
  uint32_t line, end_line, shared; /* shared variables that it reaches */
  uint8_t fences;                  /* 0, 1: it has a fence */
  uint16_t shared_variable[WL_CUDA_SHARED_MOST];
  char parameter[WL_CUDA_PARAMETERS][32];
};

#endif
