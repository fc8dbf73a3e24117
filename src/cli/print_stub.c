/* Prints the names of the language for editors, to be installed. Runs while building. */
#include "script/process/editor_stub.h"

int main(void) {
  wl_stub_write(stdout);
  return ferror(stdout) != 0;
}
