#include "cli/verbs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "script/process/editor_stub.h"

/* What `warplens new` writes; it runs, and shows a store that goes well and a load
 * that does not. %s: the name. */
static const char skeleton[] =
    "title \"%s\"\n"
    "about \"What there is to see, in a sentence.\"\n"
    "\n"
    "-- A value to play with: on the command line (stride=4), or on the screen with\n"
    "-- the keys p, + and -.\n"
    "local stride = param(\"stride\", 2, { min = 1, max = 32, "
    "help = \"elements from lane to lane\" })\n"
    "\n"
    "-- Blocks of the grid, and threads of a block.\n"
    "grid(2)\n"
    "block(64)\n"
    "\n"
    "-- Arrays: a name, a type, and how many elements. Two numbers make rows of\n"
    "-- columns, tile[y][x]. Indices start at 0.\n"
    "local input = global(\"input\", float, 128 * 32)\n"
    "input:fill(function(i) return i end)\n"
    "local tile = shared(\"tile\", float, 64)\n"
    "local output = global(\"output\", float, 128)\n"
    "\n"
    "-- Runs once for every thread, as in CUDA.\n"
    "function kernel()\n"
    "  local i = blockIdx.x * blockDim.x + threadIdx.x\n"
    "  tile[threadIdx.x] = input[i * stride]\n"
    "  __syncthreads()\n"
    "  output[i] = tile[63 - threadIdx.x]\n"
    "end\n";

/* The same in CUDA C++. %s: the name. */
static const char cuda_skeleton[] =
    "// %s: what there is to see, in a sentence.\n"
    "#include <cstdio>\n"
    "#include <vector>\n"
    "#include <cuda_runtime.h>\n"
    "\n"
    "// A value to play with: on the command line (STRIDE=4), or on the screen with\n"
    "// the keys p, + and -.\n"
    "#define STRIDE 2\n"
    "\n"
    "// Runs once for every thread.\n"
    "__global__ void kernel(const float *input, float *output) {\n"
    "  __shared__ float tile[64];\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  tile[threadIdx.x] = input[i * STRIDE];\n"
    "  __syncthreads();\n"
    "  output[i] = tile[63 - threadIdx.x];\n"
    "}\n"
    "\n"
    "int main() {\n"
    "  const int n = 128;\n"
    "  std::vector<float> host(n * STRIDE);\n"
    "  for (int i = 0; i < n * STRIDE; i++) host[i] = i;\n"
    "  float *input, *output;\n"
    "  cudaMalloc(&input, n * STRIDE * sizeof(float));\n"
    "  cudaMalloc(&output, n * sizeof(float));\n"
    "  cudaMemcpy(input, host.data(), n * STRIDE * sizeof(float), cudaMemcpyHostToDevice);\n"
    "  kernel<<<n / 64, 64>>>(input, output);\n"
    "  cudaMemcpy(host.data(), output, n * sizeof(float), cudaMemcpyDeviceToHost);\n"
    "  printf(\"output[0] is %%g\\n\", host[0]);\n"
    "}\n";

/* Names that a script defines itself are no mistakes, and libraries that scripts do
 * not have are not offered. */
static const char settings[] =
    "{\n"
    "  \"runtime.version\": \"Lua 5.4\",\n"
    "  \"runtime.builtin\": {\n"
    "    \"coroutine\": \"disable\", \"debug\": \"disable\", \"io\": \"disable\",\n"
    "    \"os\": \"disable\", \"package\": \"disable\"\n"
    "  },\n"
    "  \"workspace.library\": [\".warplens\"],\n"
    "  \"diagnostics.disable\": [\"lowercase-global\", \"unused-label\"]\n"
    "}\n";

/* What the script is to be. */
struct script {
  const char *title, *text; /* text NULL: the skeleton */
  size_t size;
};

static void write_script(FILE *f, const struct script *s) {
  if (s->text) fwrite(s->text, 1, s->size, f);
  else fprintf(f, skeleton, s->title);
}
static void write_cuda(FILE *f, const struct script *s) { fprintf(f, cuda_skeleton, s->title); }
static void write_stub(FILE *f, const struct script *s) { (void)s, wl_stub_write(f); }
static void write_settings(FILE *f, const struct script *s) { (void)s, fputs(settings, f); }

/* What is written, beside the script; the script comes last, so that it is there only
 * if all is. */
static const struct {
  const char *name; /* NULL: the script's */
  void (*write)(FILE *f, const struct script *s);
} parts[] = {
  {".warplens/warplens.lua", write_stub},
  {".luarc.json", write_settings},
  {NULL, write_script},
};
enum { PARTS = sizeof parts / sizeof parts[0], LONGEST = 100, PATH = PATH_MAX + 256 };

static bool fail_write(struct wl_diag *d, const char *path) {
  return wl_diag_fail(d, WL_OUTPUT, "cannot write %s: %s", path, strerror(errno));
}

/* Splits "lab/reduce.lua" into "lab/" and "reduce". */
static bool take_name(const char *name, const char *ending, char *directory, char *base,
                      struct wl_diag *d) {
  const char *slash = strrchr(name, '/'), *from = slash ? slash + 1 : name;
  size_t size = strlen(from), kept = (size_t)(from - name);
  size_t end = strlen(ending);
  if (size > end && strcmp(from + size - end, ending) == 0) size -= end;
  bool good = size > 0 && size <= LONGEST && kept < PATH_MAX && from[0] != '.' &&
              from[0] != '-';
  for (size_t i = 0; i < size; i++)
    if (!wl_in_name(from[i]) && !strchr("-.", from[i])) good = false;
  if (!good) {
    wl_diag_fail(d, WL_USAGE, "'%.200s' cannot be the name of a script", name);
    return wl_diag_hint(d, "letters, digits and _ - . are fine: `warplens new reduction`");
  }
  snprintf(directory, PATH_MAX, "%.*s", (int)kept, name);
  snprintf(base, LONGEST + 1, "%.*s", (int)size, from);
  return true;
}

/* Writes a file that must not exist yet, as a whole: it gets its name at the end.
 * 1: written, 0: there is one of that name, -1: failed. */
static int write_whole(const char *path, void (*write)(FILE *, const struct script *),
                       const struct script *s) {
  char *temporary;
  if (asprintf(&temporary, "%s.XXXXXX", path) < 0) return -1;
  int fd = mkstemp(temporary), result = -1;
  if (fd < 0) {
    free(temporary);
    return -1;
  }
  mode_t mask = umask(0);
  umask(mask);
  FILE *f = fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
  if (!f) close(fd);
  if (f) write(f, s);
  bool good = f && !ferror(f);
  if (f && fclose(f) != 0) good = false;
  if (good) result = link(temporary, path) == 0 ? 1 : errno == EEXIST ? 0 : -1;
  int error = errno;
  unlink(temporary);
  free(temporary);
  errno = error;
  return result;
}

/* Takes back what was written. */
static void take_back(char (*path)[PATH], const bool *written, const char *made) {
  for (int i = 0; i < PARTS; i++)
    if (written[i]) unlink(path[i]);
  if (*made) rmdir(made);
}

bool wl_new_script(const char *name, const char *text, size_t size, char *out, size_t room,
                   struct wl_diag *d) {
  char directory[PATH_MAX], base[LONGEST + 1], path[PARTS][PATH], made[PATH];
  bool written[PARTS] = {false};
  struct stat st;
  if (!take_name(name, ".lua", directory, base, d)) return false;
  for (int i = 0; i < PARTS; i++)
    snprintf(path[i], PATH, "%s%s%s", directory, parts[i].name ? parts[i].name : base,
             parts[i].name ? "" : ".lua");
  snprintf(out, room, "%s", path[PARTS - 1]);
  struct script script = {base, text, size};
  if (lstat(out, &st) == 0) {
    wl_diag_fail(d, WL_OUTPUT, "%s exists already", out);
    return wl_diag_hint(d, "choose another name: nothing is ever overwritten");
  }
  snprintf(made, sizeof made, "%s.warplens", directory);
  bool new = mkdir(made, 0777) == 0;
  if (!new && errno == ENOENT)
    return wl_diag_fail(d, WL_OUTPUT, "there is no directory %.*s", (int)strlen(directory) - 1,
                        directory);
  if (!new && errno != EEXIST) return fail_write(d, made);
  if (!new) made[0] = '\0';
  for (int i = 0; i < PARTS; i++) {
    int result = write_whole(path[i], parts[i].write, &script);
    written[i] = result > 0;
    if (result > 0 || (result == 0 && parts[i].name)) continue; /* what is there stays */
    fail_write(d, path[i]);
    take_back(path, written, made);
    return false;
  }
  return true;
}

bool wl_new_cuda(const char *name, char *out, size_t size, struct wl_diag *d) {
  char directory[PATH_MAX], base[LONGEST + 1];
  if (!take_name(name, ".cu", directory, base, d)) return false;
  snprintf(out, size, "%s%s.cu", directory, base);
  int result = write_whole(out, write_cuda, &(struct script){.title = base});
  if (result > 0) return true;
  if (result < 0) return fail_write(d, out);
  wl_diag_fail(d, WL_OUTPUT, "%s exists already", out);
  return wl_diag_hint(d, "choose another name: nothing is ever overwritten");
}
