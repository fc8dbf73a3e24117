#include "input/cuda/compile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/cuda/cuda_settings.h"
#include "input/cuda/instrument.h"
#include "input/cuda/rewrite.h"
#include "script/machine/run_options.h"
#include "script/machine/protocol.h"
#include "script/process/jail.h"
#include "script/process/launches.h"

/* ---- what is found before ---- */

static bool is_file(const char *path) { return access(path, R_OK) == 0; }

static bool find_compiler(char out[512]) {
  static const char *const names[] = {"clang++",    "clang++-19", "clang++-18", "clang++-17",
                                      "clang++-16", "clang++-15", "clang++-14"};
  const char *path = getenv("PATH");
  if (path == NULL) path = "/usr/local/bin:/usr/bin:/bin";
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    for (const char *at = path; *at != '\0';) {
      size_t size = strcspn(at, ":");
      snprintf(out, 512, "%.*s/%s", (int)size, at, names[n]);
      if (size > 0 && access(out, X_OK) == 0) return true;
      at += size + (at[size] == ':');
    }
  return false;
}

/* `path` below the folder of the program, which may be that of the build. */
static bool beside(const char *path, char out[512]) {
  char own[PATH_MAX], all[PATH_MAX + 512];
  ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
  char *slash = n > 0 ? memrchr(own, '/', (size_t)n) : NULL;
  if (slash == NULL) return false;
  snprintf(all, sizeof all, "%.*s/%s", (int)(slash - own), own, path);
  char *real = realpath(all, NULL);
  bool good = real != NULL && strlen(real) < 480;
  if (good) strcpy(out, real);
  free(real);
  return good;
}

static bool find_files(struct wl_cuda_job *j) {
  char folder[512], build[512];
  const char *data = secure_getenv("WARPLENS_DATA");
  if (data != NULL && *data && strlen(data) < 400) {
    snprintf(folder, sizeof folder, "%s/cuda", data);
    if (!beside("input/cuda/runtime/libwarplens_cuda.a", j->library) &&
        !beside(WL_LIB_FROM_BIN "/libwarplens_cuda.a", j->library))
      return false;
  } else if (beside("../meson-info", build) && beside("../" WL_SOURCE_FROM_BUILD "/cuda", folder)) {
    if (!beside("input/cuda/runtime/libwarplens_cuda.a", j->library)) return false;
  } else if (!beside(WL_DATA_FROM_BIN "/cuda", folder) ||
             !beside(WL_LIB_FROM_BIN "/libwarplens_cuda.a", j->library)) {
    return false;
  }
  snprintf(j->header, sizeof j->header, "%.480s/warplens_cuda.h", folder);
  snprintf(j->include, sizeof j->include, "%.480s/include", folder);
  return is_file(j->header);
}

bool wl_cuda_job_begin(struct wl_cuda_job *j, struct wl_diag *d) {
  *j = (struct wl_cuda_job){.folder = ""};
  if (!find_compiler(j->compiler)) {
    wl_diag_fail(d, WL_INPUT, "a CUDA file is compiled by clang, which is not installed");
    return wl_diag_hint(d, "on Debian:  apt install clang");
  }
  if (!find_files(j))
    return wl_diag_fail(d, WL_INPUT, "what CUDA files are compiled with is not where it belongs");
  const char *temporary = secure_getenv("TMPDIR");
  if (temporary == NULL || *temporary != '/' || strlen(temporary) > 300) temporary = "/tmp";
  snprintf(j->folder, sizeof j->folder, "%s/warplens-XXXXXX", temporary);
  if (mkdtemp(j->folder) == NULL) {
    wl_diag_refused(d, "there is no place for the compiled program: %s: %s", temporary,
                    strerror(errno));
    j->folder[0] = '\0';
    return false;
  }
  return true;
}

static void remove_folder(const char *folder) {
  DIR *all = folder[0] ? opendir(folder) : NULL;
  for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
    unlinkat(dirfd(all), e->d_name, 0);
  if (all != NULL) closedir(all);
  if (folder[0]) rmdir(folder);
}

void wl_cuda_job_end(struct wl_cuda_job *j) {
  remove_folder(j->folder);
  j->folder[0] = '\0';
}

/* ---- the child ---- */

struct child {
  const struct wl_plan *plan;
  const struct wl_cuda_job *job;
  struct wl_cuda_settings settings;
  struct wl_cuda_rewrite rewrite;
  struct wl_diag diag;
  char *text; /* of the file, with blanks for comments */
  char source[600], ir[600], code[600], program[600], errors[600];
};

static _Noreturn void give_up(struct child *c) {
  wl_send_frame(c->plan->control, WL_FRAME_FAILED, &c->diag, sizeof c->diag);
  _exit(WL_EXIT_FINE);
}

static char *read_all(const char *path, size_t *size) {
  FILE *f = fopen(path, "r");
  char *text = NULL;
  size_t room = 0;
  *size = 0;
  while (f != NULL) {
    if (room - *size < 2) {
      char *grown = realloc(text, room = room ? 2 * room : 1 << 16);
      if (grown == NULL) break;
      text = grown;
    }
    size_t n = fread(text + *size, 1, room - *size - 1, f);
    *size += n;
    if (n == 0) break;
  }
  if (f != NULL) fclose(f);
  if (text != NULL) text[*size] = '\0';
  return text;
}

/* What the child waits for while the compiler runs: its end, and the death of the parent, which
 * then cannot remove the folder. */
static void block_signals(int how, sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGCHLD);
  sigprocmask(how, set, NULL);
}

/* Runs the compiler; its words go to a file. */
static bool run_compiler(struct child *c, char *const *arguments) {
  int status = 0;
  sigset_t set;
  pid_t pid = fork();
  if (pid == 0) {
    block_signals(SIG_UNBLOCK, &set);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int out = open(c->errors, O_WRONLY | O_CREAT | O_TRUNC, 0600),
        null = open("/dev/null", O_RDONLY);
    if (out >= 0) dup2(out, 2), dup2(out, 1);
    if (null >= 0) dup2(null, 0);
    setenv("LC_ALL", "C", 1);
    execv(c->job->compiler, arguments);
    _exit(127);
  }
  block_signals(SIG_BLOCK, &set);
  while (pid > 0 && waitpid(pid, &status, WNOHANG) == 0) {
    siginfo_t signal;
    if (sigwaitinfo(&set, &signal) != SIGTERM) continue;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    remove_folder(c->job->folder);
    _exit(WL_EXIT_FINE);
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* "name:12:5: error: what", of the file itself where there is one. */
static bool read_place(const char *line, const char *name, uint32_t *at, uint32_t *column,
                       const char **rest) {
  size_t n = strlen(name);
  if (strncmp(line, name, n) != 0 || line[n] != ':') return false;
  char *stop;
  *at = (uint32_t)strtoul(line + n + 1, &stop, 10);
  if (*stop != ':') return false;
  *column = (uint32_t)strtoul(stop + 1, &stop, 10);
  *rest = *stop == ':' ? stop + 1 : stop;
  return true;
}

static void set_error(struct child *c, const char *what, const char *end) {
  static const struct {
    const char *word, *hint;
  } known[] = {
      {"between <<< and >>>", "a launch has a grid and a block: kernel<<<grid, block>>>(...)"},
      {"binary expression ('void (", "a launch has three brackets: kernel<<<grid, block>>>(...)"},
      {"file not found", "files are included from beside this one, and from include=FOLDER"},
      {"asm", "inline PTX is for the hardware alone: write it in C++"},
      {"wmma", "tensor cores are not modelled"},
      {"tex2D", "textures are not modelled: use arrays"},
      {"texture", "textures are not modelled: use arrays"},
      {"cudaTextureObject_t", "textures are not modelled: use arrays"},
      {"surf2D", "surfaces are not modelled: use arrays"},
  };
  char text[480];
  snprintf(text, sizeof text, "%.*s", (int)(end - what), what);
  if (strstr(text, "'::wl::config'") != NULL)
    snprintf(text, sizeof text, "this is no grid and block, between <<< and >>>");
  wl_diag_fail(&c->diag, WL_SCRIPT, "%s", text);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strstr(text, known[i].word) != NULL && c->diag.hint[0] == '\0')
      wl_diag_hint(&c->diag, "%s", known[i].hint);
}

static void take_errors(struct child *c) {
  const struct wl_run_options *o = c->plan->options;
  size_t size;
  char *text = read_all(c->errors, &size);
  bool placed = false, said = false;
  uint32_t line, column;
  for (const char *at = text; at != NULL && *at;) {
    const char *end = strchrnul(at, '\n'), *rest, *error = strstr(at, "error: ");
    if (error != NULL && error < end && !said) {
      set_error(c, error + 7, end);
      said = true;
    }
    if (said && !placed && read_place(at, o->name, &line, &column, &rest)) {
      wl_diag_place(&c->diag, o->name, o->text, o->size,
                    (struct wl_span){line, column, column + 1});
      placed = true;
    }
    if (said && placed) break;
    at = *end ? end + 1 : end;
  }
  static const char viable[] = "candidate function not viable: ";
  const char *why = said && c->diag.hint[0] == '\0' ? strstr(text, viable) : NULL;
  if (why != NULL && strstr(c->diag.what, "no matching function") != NULL) {
    why += sizeof viable - 1;
    wl_diag_hint(&c->diag, "%.*s", (int)strcspn(why, "\n"), why);
  }
  if (!said) {
    wl_diag_fail(&c->diag, WL_SCRIPT, "the compiler fails: %.300s", text != NULL ? text : "");
    wl_diag_file(&c->diag, o->name, 0);
  } else if (!placed) {
    wl_diag_file(&c->diag, o->name, 0);
  }
  free(text);
  give_up(c);
}

/* Sets the place of an error by an offset in the text. */
static void place_at(struct child *c, size_t at, unsigned bytes) {
  const struct wl_run_options *o = c->plan->options;
  uint32_t line = 1, column = 1;
  for (size_t i = 0; i < at; i++) column = o->text[i] == '\n' ? (line++, 1) : column + 1;
  wl_diag_place(&c->diag, o->name, o->text, o->size,
                (struct wl_span){line, column, column + (bytes ? bytes : 1)});
}

/* Dynamic shared memory that each thread of a file without main is given: one element. */
static int dynamic_bytes(const struct child *c) {
  const char *at = strstr(c->text, "extern __shared__");
  size_t line = at != NULL ? strcspn(at, ";") : 0;
  if (at == NULL) at = c->text;
  return line == 0 ? 0 : memmem(at, line, "double", 6) != NULL ? 8 : 4;
}

/* The length of a file without main is a parameter of the screen. */
static void add_length(struct wl_cuda_rewrite *r, uint64_t initial, uint64_t now) {
  if (r->params == WL_MAX_PARAMS) return;
  struct wl_param *p = &r->param[r->params++];
  *p = (struct wl_param){.name = "n", .kind = WL_PARAM_INTEGER, .min = 1, .max = 1 << 30, .step = 1,
                         .help = "length of arrays, and what integers are"};
  snprintf(p->initial, sizeof p->initial, "%llu", (unsigned long long)initial);
  snprintf(p->value, sizeof p->value, "%llu", (unsigned long long)now);
}

/* Numbers that kernels of a file without main are given, and lengths of their arrays: the settings
 * of such names. */
static void put_numbers(struct child *c, FILE *f) {
  const struct wl_run_options *o = c->plan->options;
  for (unsigned i = 0; i < c->rewrite.params; i++) {
    const char *name = c->rewrite.param[i].name;
    if (wl_cuda_default(name, 2) != 2)
      fprintf(f, "  wl::alone_set(\"%s\", %s);\n", name, c->rewrite.param[i].initial);
  }
  for (size_t i = 0; i < o->setting_count; i++) {
    const struct wl_setting *s = &o->settings[i];
    if (wl_cuda_setting_is_own(s->name) || !wl_cuda_is_parameter(c->text, o->size, s->name))
      continue;
    char *end;
    double value = strtod(s->value, &end);
    if (end == s->value || *end != '\0' || !isfinite(value)) {
      wl_diag_fail(&c->diag, WL_USAGE, "%s=%s is no number", s->name, s->value);
      give_up(c);
    }
    fprintf(f, "  wl::alone_set(\"%s\", %.17g);\n", s->name, value);
    struct wl_cuda_rewrite *r = &c->rewrite;
    for (unsigned k = 0; k < r->params; k++)
      if (strcmp(r->param[k].name, s->name) == 0)
        snprintf(r->param[k].value, sizeof r->param[k].value, "%s", s->value);
  }
}

static _Noreturn void refuse_template(struct child *c) {
  const struct wl_run_options *o = c->plan->options;
  const char *types = "";
  int bytes = 0;
  const char *name = wl_cuda_template_of(c->text, o->size, &bytes, &types);
  if (name == NULL) wl_diag_fail(&c->diag, WL_SCRIPT, "there is no kernel that can be launched");
  else
    wl_diag_fail(&c->diag, WL_SCRIPT, "%.*s is a template, and nothing says of what types", bytes,
                 name);
  wl_diag_hint(&c->diag, "add  template __global__ void %.*s<%s>(its parameters);  or a main",
               bytes, name != NULL ? name : "", types);
  place_at(c, name != NULL ? (size_t)(name - c->text) : 0, (unsigned)bytes);
  give_up(c);
}

/* A file without main: each kernel that is no template is launched once. */
static void put_main(struct child *c, FILE *f) {
  const struct wl_run_options *o = c->plan->options;
  const struct wl_cuda_settings *s = &c->settings;
  struct wl_cuda_rewrite *r = &c->rewrite;
  uint64_t initial = wl_cuda_is_square(c->text, o->size, s->kernel) ? 256 : 1 << 20;
  uint64_t n = s->n ? s->n : initial;
  add_length(r, initial, n);
  r->params = wl_cuda_integers_of(c->text, o->size, n, r->param, r->params);
  fprintf(f,
          "\n#line 1 \"(main)\"\nint main() {\n  wl::alone_begin(%lluull, dim3(%u, %u, %u), "
          "dim3(%u, %u, %u), %llu, %d);\n",
          (unsigned long long)s->n, s->grid[0], s->grid[1], s->grid[2], s->block[0], s->block[1],
          s->block[2], (unsigned long long)s->shared, dynamic_bytes(c));
  put_numbers(c, f);
  if (!wl_cuda_kernels_of(c->text, o->size, f)) refuse_template(c);
  fputs("  return 0;\n}\n", f);
}

/* What only files without main are given is refused. */
static void refuse_shapes(struct child *c) {
  const struct wl_run_options *o = c->plan->options;
  for (size_t i = 0; i < o->setting_count; i++) {
    const char *name = o->settings[i].name;
    if (c->rewrite.used[i] ||
        (strcmp(name, "block") != 0 && strcmp(name, "grid") != 0 && strcmp(name, "n") != 0 &&
         strcmp(name, "shared") != 0))
      continue;
    wl_diag_fail(&c->diag, WL_USAGE, "%s has a main, which chooses %s", o->name, name);
    wl_diag_hint(&c->diag, "a macro of the file can be set: #define BLOCK 256, then BLOCK=128");
    give_up(c);
  }
}

static void write_source(struct child *c) {
  const struct wl_run_options *o = c->plan->options;
  struct wl_cuda_rewrite *r = &c->rewrite;
  FILE *f = fopen(c->source, "w");
  r->folder = c->job->folder;
  r->include = c->settings.include;
  r->settings = o->settings;
  r->setting_count = o->setting_count;
  c->text = wl_cuda_code_of(o->text, o->size);
  bool good = f != NULL && c->text != NULL;
  if (good) fprintf(f, "#line 1 \"%s\"\n", o->name);
  good = good && wl_cuda_rewrite(r, o->name, o->text, o->size, f);
  if (good && !r->has_main && r->kernels > 0) put_main(c, f);
  if (f == NULL || fclose(f) != 0 || !good) {
    wl_diag_refused(&c->diag, "the program cannot be written: %s", strerror(errno));
    give_up(c);
  }
  if (r->has_main) refuse_shapes(c);
  if (c->settings.launch > 0 && r->params < WL_MAX_PARAMS)
    wl_launch_param(&r->param[r->params++], c->settings.launch, c->settings.launch);
  if (r->kernels > 0 || r->left_out) return;
  const char *launch = strstr(c->text, "<<<");
  wl_diag_fail(&c->diag, WL_SCRIPT, "there is no kernel: no function is __global__");
  wl_diag_hint(&c->diag, "write  __global__  in front of what is launched");
  if (launch != NULL) place_at(c, (size_t)(launch - c->text), 3);
  else wl_diag_file(&c->diag, o->name, 0);
  give_up(c);
}

/* Settings that are no macros of the file are handed to the compiler where the file has such a
 * word at all. */
static unsigned add_macros(struct child *c, char **arguments, unsigned n) {
  const struct wl_run_options *o = c->plan->options;
  for (size_t i = 0; i < o->setting_count; i++) {
    const struct wl_setting *s = &o->settings[i];
    if (c->rewrite.used[i] || wl_cuda_setting_is_own(s->name)) continue;
    if (!c->rewrite.has_main && wl_cuda_is_parameter(c->text, o->size, s->name)) continue;
    if (memmem(o->text, o->size, s->name, strlen(s->name)) == NULL) {
      if (o->edited) continue;
      wl_diag_fail(&c->diag, WL_USAGE, "%s has no macro %s", o->name, s->name);
      wl_diag_hint(&c->diag,
                   "what can be set: macros, and kernel=, launch=, args=, include=, blocks=; "
                   "without main block=, grid=, n=, shared=, and parameters of kernels");
      give_up(c);
    }
    if (asprintf(&arguments[n], "-D%s=%s", s->name, s->value) > 0) n++;
  }
  return n;
}

/* Whether the file may use the special functions of C++17's <cmath>. */
static bool is_special(const char *text, size_t size) {
  static const char *const names[] = {"bessel",   "ellint",   "expint",  "hermite",      "laguerre",
                                      "legendre", "neumann", "riemann_zeta", "std::beta"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (memmem(text, size, names[i], strlen(names[i])) != NULL) return true;
  return false;
}

static void compile(struct child *c) {
  const struct wl_run_options *o = c->plan->options;
  const char *slash = strrchr(o->name, '/');
  char folder[1024], *arguments[160];
  unsigned n = 0;
  snprintf(folder, sizeof folder, "-I%.*s", slash ? (int)(slash - o->name) : 1,
           slash ? o->name : ".");
  char include[600];
  snprintf(include, sizeof include, "-I%s", c->job->include);
  static const char *const fixed[] = {
      "-x", "c++", "-std=c++17", "-O1", "-g", "-w", "-S", "-emit-llvm", "-fno-vectorize",
      "-fno-slp-vectorize", "-funroll-loops", "-finline-functions", "-fno-finite-loops",
      "-fno-builtin-printf", "-fno-strict-aliasing", "-fwrapv", "-fno-stack-protector",
      "-fno-strict-return", /* a function may lack its return */
      /* Only loops that say #pragma unroll are unrolled. */
      "-mllvm", "-unroll-threshold=1", "-mllvm", "-unroll-runtime=false", "-mllvm",
      "-unroll-allow-partial=false", "-mllvm", "-unroll-allow-peeling=false", "-mllvm",
      "-disable-loop-idiom-all", "-mllvm", "-sink-common-insts=false",
      "-fdiagnostics-color=never", "-ferror-limit=3", "-fno-caret-diagnostics", "-fno-pie",
      "-fno-math-errno", "-Wno-everything"};
  arguments[n++] = (char *)c->job->compiler;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) arguments[n++] = (char *)fixed[i];
  if (is_special(o->text, o->size)) arguments[n++] = (char *)"-DWL_SPECIAL_FUNCTIONS";
  arguments[n++] = (char *)"-include";
  arguments[n++] = (char *)c->job->header;
  arguments[n++] = include;
  arguments[n++] = folder;
  n = add_macros(c, arguments, n);
  arguments[n++] = (char *)"-o";
  arguments[n++] = c->ir;
  arguments[n++] = c->source;
  arguments[n] = NULL;
  if (!run_compiler(c, arguments)) take_errors(c);
}

/* Arrays of a thread that are indexed in loops with constant bounds live in registers once the
 * loops are unrolled, as nvcc does it; what is left after that is local memory. */
static void unroll(struct child *c) {
  static const char *const fixed[] = {
    "-x", "ir", "-O1", "-S", "-emit-llvm", "-w", "-fno-vectorize", "-fno-slp-vectorize",
    "-funroll-loops", "-mllvm", "-unroll-runtime=false", "-mllvm", "-unroll-allow-partial=false",
    "-mllvm", "-unroll-threshold=4000", "-mllvm", "-disable-loop-idiom-all", "-mllvm",
    "-sink-common-insts=false", "-o"};
  char *arguments[32];
  unsigned n = 0;
  arguments[n++] = (char *)c->job->compiler;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) arguments[n++] = (char *)fixed[i];
  arguments[n++] = c->ir;
  arguments[n++] = c->code;
  arguments[n] = NULL;
  run_compiler(c, arguments); /* where it fails the code stays as it is */
}

static void instrument(struct child *c, struct wl_instrument *in, bool marks) {
  size_t size;
  const struct wl_run_options *o = c->plan->options;
  char *text = read_all(c->ir, &size);
  FILE *f = fopen(c->code, "w");
  *in = (struct wl_instrument){.ir = text, .size = size, .file = o->name, .source = o->text,
                               .source_size = o->size, .params = c->rewrite.param,
                               .param_count = c->rewrite.params, .marks = marks};
  bool good = text != NULL && f != NULL && wl_instrument(in, f, &c->diag);
  if (f == NULL || fclose(f) != 0 || !good) {
    if (good || c->diag.status == WL_OK)
      wl_diag_refused(&c->diag, "the program cannot be written: %s", strerror(errno));
    give_up(c);
  }
  free(text);
}

static void link_program(struct child *c, const struct wl_instrument *in) {
  char *arguments[64], symbols[8][200];
  unsigned n = 0;
  arguments[n++] = (char *)c->job->compiler;
  static const char *const fixed[] = {"-O1",
                                      "-w",
                                      "-Xclang",
                                      "-disable-llvm-passes",
                                      "-static",
                                      "-no-pie",
                                      "-Wl,--build-id=none,-u,wl_cuda_begin,-u,__wrap_abort",
                                      "-Wl,--wrap=abort,--wrap=__assert_fail"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) arguments[n++] = (char *)fixed[i];
  arguments[n++] = (char *)"-o";
  arguments[n++] = c->program;
  arguments[n++] = c->code;
  arguments[n++] = (char *)c->job->library;
  arguments[n++] = (char *)"-lm";
  for (unsigned i = 0; i < in->dynamics; i++) {
    snprintf(symbols[i], sizeof symbols[i], "-Wl,--defsym=%s=wl_dynamic_memory", in->dynamic[i]);
    arguments[n++] = symbols[i];
  }
  arguments[n] = NULL;
  if (!run_compiler(c, arguments)) {
    char *text, *at = NULL;
    size_t size;
    text = read_all(c->errors, &size);
    if (text != NULL) {
      at = strstr(text, "undefined reference to ");
      char *line = at != NULL ? at : text;
      line[strcspn(line, "\n")] = '\0';
    }
    if (at != NULL) {
      wl_diag_fail(&c->diag, WL_SCRIPT, "the program needs what is not here: %.300s", at);
    } else {
      wl_diag_fail(&c->diag, WL_SCRIPT, "the program cannot be linked: %.300s", text ? text : "");
    }
    wl_diag_file(&c->diag, c->plan->options->name, 0);
    give_up(c);
  }
}

/* Words of args=, separated by blanks. */
static void split_words(char *text, char **words, unsigned most) {
  unsigned n = 1;
  for (char *at = strtok(text, " "); at != NULL && n + 1 < most; at = strtok(NULL, " "))
    words[n++] = at;
  words[n] = NULL;
}

/* What a program may have in the memory of the device, unless the user grants more, and besides:
 * three arrays of 10^8 numbers of 8 bytes are common in benchmarks. */
#define DEVICE_MEMORY ((size_t)3 << 30)
#define HOST_MEMORY ((size_t)2 << 30)

static _Noreturn void become(struct child *c) {
  const struct wl_plan *plan = c->plan;
  const struct wl_run_options *o = plan->options;
  int data = plan->data[plan->workers], program = open(c->program, O_RDONLY | O_CLOEXEC);
  int keep[3] = {plan->control, data, program};
  char setup[256], kernel[160], file[300], *words[64] = {(char *)o->name};
  size_t memory = o->memory > DEVICE_MEMORY ? o->memory : DEVICE_MEMORY;
  snprintf(setup, sizeof setup, "WARPLENS_CUDA=%d,%d,%.17g,%llu,%llu,%u,%u,%u", plan->control, data,
           o->seconds, (unsigned long long)o->accesses, (unsigned long long)memory,
           c->settings.launch, o->attended | (c->rewrite.has_main ? 0u : 2u), c->settings.blocks);
  snprintf(kernel, sizeof kernel, "WARPLENS_KERNEL=%s", c->settings.kernel);
  snprintf(file, sizeof file, "WARPLENS_FILE=%.250s", o->name);
  char *const environment[] = {setup, kernel, file, NULL};
  split_words(c->settings.arguments, words, 64);
  if (program < 0) _exit(WL_EXIT_CAGE);
  fcntl(plan->control, F_SETFD, 0);
  fcntl(data, F_SETFD, 0);
  /* From here on the program is all there is, and it has no name. */
  remove_folder(c->job->folder);
  sigset_t set;
  block_signals(SIG_UNBLOCK, &set);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const struct rlimit most = {memory + HOST_MEMORY, memory + HOST_MEMORY};
  if (setrlimit(RLIMIT_DATA, &most) != 0 || !wl_jail_enter(keep, 3)) _exit(WL_EXIT_CAGE);
  if (wl_jail_lock_program() == WL_JAIL_OPEN) _exit(WL_EXIT_CAGE);
  syscall(SYS_execveat, program, "", words, environment, AT_EMPTY_PATH);
  _exit(WL_EXIT_CAGE);
}

void wl_cuda_child_main(const struct wl_plan *plan, const struct wl_cuda_job *job) {
  static struct child c;
  struct wl_instrument in;
  sigset_t set;
  block_signals(SIG_BLOCK, &set);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  setpgid(0, 0);
  c.plan = plan;
  c.job = job;
  snprintf(c.source, sizeof c.source, "%s/source.cpp", job->folder);
  snprintf(c.ir, sizeof c.ir, "%s/source.ll", job->folder);
  snprintf(c.code, sizeof c.code, "%s/code.ll", job->folder);
  snprintf(c.program, sizeof c.program, "%s/program", job->folder);
  snprintf(c.errors, sizeof c.errors, "%s/errors", job->folder);
  if (!wl_cuda_settings_read(&c.settings, plan->options, &c.diag)) give_up(&c);
  write_source(&c);
  compile(&c);
  instrument(&c, &in, false);
  if (in.unrolls) {
    instrument(&c, &in, true);
    unroll(&c);
    instrument(&c, &in, false);
  }
  link_program(&c, &in);
  become(&c);
}
