/* Runs the file level of a script: from text to arrays, parameters and a kernel. */
#ifndef WL_SCRIPT_PROCESS_FILE_LEVEL_H
#define WL_SCRIPT_PROCESS_FILE_LEVEL_H

#include "script/machine/vm.h"

/* Runs the file level. Then vm->head is complete and the kernel is in the
 * environment. False and vm->diag. */
bool wl_evaluate(struct wl_vm *vm);

/* Compiles the one line, which must be an expression, and leaves the function that
 * returns its values on the stack. False and vm->diag. */
bool wl_evaluate_expression(struct wl_vm *vm);

#endif
