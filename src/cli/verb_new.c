#include "cli/verbs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"

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
    "// %s: what it shows, in a sentence.\n"
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

enum { LONGEST = 100 }; /* of a name */

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

/* Writes a file that must not exist yet, as a whole: it gets its name at the end. */
static bool write_whole(const char *path, const char *text, size_t size, struct wl_diag *d) {
  char *temporary;
  if (asprintf(&temporary, "%s.XXXXXX", path) < 0) return wl_diag_refused(d, "out of memory");
  int fd = mkstemp(temporary);
  if (fd < 0) {
    free(temporary);
    return fail_write(d, path);
  }
  mode_t mask = umask(0);
  umask(mask);
  FILE *f = fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
  if (!f) close(fd);
  bool good = f && fwrite(text, 1, size, f) == size;
  if (f && fclose(f) != 0) good = false;
  if (good) good = link(temporary, path) == 0;
  int error = errno;
  unlink(temporary);
  free(temporary);
  errno = error;
  if (good) return true;
  if (error != EEXIST) return fail_write(d, path);
  wl_diag_fail(d, WL_OUTPUT, "%s exists already", path);
  return wl_diag_hint(d, "choose another name: nothing is ever overwritten");
}

bool wl_new_script(const char *name, const char *text, size_t size, char *path, size_t room,
                   struct wl_diag *d) {
  char directory[PATH_MAX], base[LONGEST + 1], own[sizeof skeleton + LONGEST];
  if (!take_name(name, ".lua", directory, base, d)) return false;
  snprintf(path, room, "%s%s.lua", directory, base);
  if (text) return write_whole(path, text, size, d);
  return write_whole(path, own, (size_t)snprintf(own, sizeof own, skeleton, base), d);
}

bool wl_new_cuda(const char *name, char *path, size_t room, struct wl_diag *d) {
  char directory[PATH_MAX], base[LONGEST + 1], own[sizeof cuda_skeleton + LONGEST];
  if (!take_name(name, ".cu", directory, base, d)) return false;
  snprintf(path, room, "%s%s.cu", directory, base);
  return write_whole(path, own, (size_t)snprintf(own, sizeof own, cuda_skeleton, base), d);
}
