/* Accesses at the ends of both sides of an if, which nvcc makes one: those that do the same with
 * at most one operand that differs. Stores are joined where two ways meet, and no third. Source:
 * the instructions that nvcc 13.0 makes. */
#ifndef WL_INPUT_CUDA_JOINT_ENDS_H
#define WL_INPUT_CUDA_JOINT_ENDS_H

#include "input/cuda/function_body.h"

/* Finds them, behind wl_body_number(). False when memory ran out. */
bool wl_joint_ends_find(struct wl_body *b);

/* The site that the access of a line has in common with others; 0: it has its own. */
uint32_t wl_joint_site(const struct wl_body *b, const char *line);

#endif
