/* warplens: a microscope for GPU memory access, in a terminal.
 *
 * Where everything is, in the order data flows through it:
 *
 *   src/main.c        starts the process, hands over to a verb, reports errors
 *   src/options.c     the command line: tables of verbs, options, exit statuses
 *   src/help.c        --help and --version, from those tables
 *   src/verbs.c       what each verb does
 *   src/patterns.c    the bundled scripts
 *   src/output.c      where data goes: standard output, or a file as a whole
 *
 * The directories below it are the layers; each may use those above it only.
 * src/core has no input or output, src/view no terminal.
 *
 *   src/core/         the hardware: one access, its lines, sectors and banks
 *   src/script/       Lua in child processes: a script becomes a trace
 *   src/view/         a model of what is shown, drawn on a canvas of cells
 *   src/out/          canvases and analyses as text, ANSI, SVG and JSON
 *   src/tui/          the terminal: keys in, cells out
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "verbs.h"

/* A closed standard descriptor would be given to the next file that is opened.
 * /dev/null takes its place, opened the wrong way round so that using it still
 * fails. */
static void fill_descriptors(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
      _exit(WL_INTERNAL);
}

static void print_diag(const struct wl_diag *d, bool ascii) {
  char text[8192]; /* every field at three bytes a byte fits */
  wl_diag_format(d, ascii, text, sizeof text);
  fputs(text, stderr);
}

int main(int argc, char **argv) {
  struct wl_command command;
  struct wl_diag diag = {0};
  fill_descriptors();
  setlocale(LC_CTYPE, ""); /* numbers and order of names stay those of "C" */
  enum wl_status status = wl_command_parse(argc, argv, &command, &diag)
                              ? wl_verb_run(&command, &diag)
                              : diag.status;
  if (status != WL_OK && diag.what[0]) print_diag(&diag, wl_wants_ascii(&command));
  return (int)status;
}
