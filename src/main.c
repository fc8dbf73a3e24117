/* warplens: a microscope for GPU memory access, in a terminal.
 *
 * A map of every folder, in the order that they may use each other: what stands below.
 * tests/layers.sh holds the object files to it.
 *
 * src/cli/            The command line: options, verbs, jobs, completions.
 * src/report/         Reports and other files for people and programs.
 *   sweep/            A figure for each value of a parameter.
 *   diff/             Generations, settings or scripts side by side.
 *   check/            Results of checks: text, JUnit, JSON.
 *   counters/         Counters of a profiler beside the figures.
 * src/tui/            The terminal: loop, paint, signals, and notes on a second one.
 * src/app/            One script that is shown, with or without a terminal.
 *   runs/             Keeps runs, sweeps and second runs going beside the screen.
 * src/input/          Where steps come from: a script in Lua, a CUDA file, or a list of addresses.
 *   cuda/             CUDA files: compiled by the machine's clang, with calls that record accesses.
 *   cuda/runtime/     The runtime of CUDA files: threads as fibers, memories, steps.
 * src/script/         The language: runs kernels in confined processes.
 *   judge/            Checks: the process that judges, and the runs that it asks for.
 *   process/          The processes of a run, their confinement, and the steps that they send.
 *   simt/             All lanes of a warp at once, where the kernel allows it.
 *   engine/           Lane by lane: threads as coroutines, warps, blocks, collectives.
 *   results/          Results of a run as checks read them.
 *   language/         Each function of the language, and the environment of a script.
 *   machine/          Arrays, and the logs of threads; errors with their place.
 *   advice/           Mistakes of students and C programmers, and what to write instead.
 *   syntax/           A script as tokens: where calls, loops and assignments stand.
 * src/view/           Pictures and sentences of a session, on a canvas.
 *   speech/           The picture as sentences.
 *   keys/             Keys, the mouse and typed commands become actions.
 *   slides/           Slides of a presentation, and its notes.
 *   screen/           The whole screen, from views, bars and panels.
 *   help/             Help, and the lines that can be typed.
 *   views/            The views of an instruction, a kernel and a sweep.
 *   why/              The panel that explains a figure.
 *   text/             Sentences about steps that pictures share.
 *   draw/             Parts of pictures: boxes, words of memory, tiles, passes.
 * src/session/        What is shown, selected, asked and changed.
 *   restore/          Commands that reproduce a picture.
 *   course/           Lessons, presentations and their stops.
 *   settings/         Parameters and other settings that are changed on the screen.
 *   search/           Finding steps: searches and hazards.
 *   select/           Selecting steps, lanes and views; the second run.
 *   predict/          Predict, then reveal: questions, answers, and what they hide.
 *   why/              What explains a figure: its rule, and the lanes and words behind it.
 *   compare/          Before and after a change: figures, costs, variants of a lesson.
 *   state/            The state of a session, and its tables of views, actions and keys.
 * src/canvas/         A grid of styled cells, and its themes.
 *   write/            A canvas as text, ANSI, SVG and HTML; what all writers share.
 * src/words/          Sentences and names about one access; no screen.
 * src/core/           The hardware, and the recording of a run. libc only: no input, no output.
 *   teach/            Answers of questions, counters beside the model, checks.
 *   analysis/         Sums over a recording, searches in it, and the sinks that steps go to.
 *   hazard/           Races and other hazards: readers, barriers, fences, copies.
 *   cache/            Caches of a whole launch: L1 of each multiprocessor, L2 and DRAM.
 *   layout/           New layouts of arrays: padded, swizzled, transposed.
 *   trace/            The recording of a run: steps, and what a script declares.
 *   explain/          Which lanes and words make each count, and by which rule.
 *   count/            What an instruction costs: requests, sectors, wavefronts.
 *   access/           One warp memory instruction: space, operation, element type, addresses.
 *   gpu/              Generations, chips and multiprocessors, as rows with sources; occupancy.
 *   base/             Text, bytes, growing arrays, and the one error type.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/job.h"
#include "cli/verbs.h"

/* Nothing has begun, and nothing can. */
static _Noreturn void give_up(const char *what, enum wl_status status) {
  fprintf(stderr, "warplens: %s: %s\n", what, strerror(errno));
  _exit(status);
}

/* A closed standard descriptor would be given to the next file that is opened.
 * /dev/null takes its place, opened the wrong way round so that using it still
 * fails. */
static void fill_descriptors(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
      give_up("/dev/null", WL_OUTPUT);
}

/* Installed set-uid or set-gid it would read, and show, what its user may not: from here on
 * it has the rights of who runs it. */
static void drop_rights(void) {
  if (setresgid(getgid(), getgid(), getgid()) != 0 || setresuid(getuid(), getuid(), getuid()) != 0)
    give_up("setresuid", WL_LIMIT);
}

/* With less it would overflow at some point, without a word. */
static void have_stack(void) {
  enum { KIB = 1024, NEEDED = 512 };
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NEEDED * KIB) return;
  limit.rlim_cur = NEEDED * KIB;
  if (limit.rlim_max >= NEEDED * KIB && setrlimit(RLIMIT_STACK, &limit) == 0) return;
  fprintf(stderr, "warplens: the stack is limited to %lu KiB, and %d are needed (ulimit -s)\n",
          (unsigned long)limit.rlim_max / KIB, NEEDED);
  _exit(WL_LIMIT);
}

static void print_diag(const struct wl_diag *d, bool ascii) {
  char text[8192]; /* every field at three bytes a byte fits */
  wl_diag_format(d, ascii, text, sizeof text);
  fputs(text, stderr);
}

/* Whether a command line that makes no sense asks for JSON all the same. */
static bool asks_json(char *const *argv) {
  while (*argv && strcmp(*argv, "--") != 0 && strcmp(*argv, "--json") != 0) argv++;
  return *argv && strcmp(*argv, "--json") == 0;
}

int main(int argc, char **argv) {
  struct wl_command command;
  struct wl_diag diag = {0};
  drop_rights();
  fill_descriptors();
  have_stack();
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing like others */
  setlocale(LC_CTYPE, ""); /* numbers and order of names stay those of "C" */
  bool parsed = wl_command_parse(argc, argv, &command, &diag);
  enum wl_status status = parsed ? wl_verb_run(&command, &diag) : diag.status;
  if (!parsed && asks_json(argv)) command.value[WL_OPT_JSON].given = true;
  bool unused = fcntl(STDOUT_FILENO, F_GETFD) >= 0; /* no output was opened, and closed again */
  if (status != WL_OK && diag.what[0] && unused) wl_verb_tell(&command, stdout, &diag);
  if (status != WL_OK && diag.what[0]) print_diag(&diag, wl_wants_ascii(&command));
  return (int)status;
}
