// probe: runs warp memory instructions, one per kernel launch, for a profiler to
// count.
//
//   probe CASES     runs every row of the file (see cases.c for its columns)
//   probe --chip    prints the chip, its compute capability and the driver
//
// What keeps the counters clean: one warp; its offsets are kernel parameters, so
// that nothing else goes through L1; every result is used, so that the warp waits
// for it; the profiler empties the caches before each launch.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                          \
  do {                                                                                       \
    cudaError_t error_ = (call);                                                             \
    if (error_ != cudaSuccess) {                                                             \
      fprintf(stderr, "probe: %s: %s\n", #call, cudaGetErrorString(error_));                 \
      exit(1);                                                                               \
    }                                                                                        \
  } while (0)

enum { LANES = 32, WINDOW = 48 << 10, BANK = 63 << 10, PAGE = 2 << 20, PAGES = 17 };

struct Lanes {
  uint32_t mask;
  uint32_t never;          // a value that no load returns; the compiler does not know it
  uint32_t offset[LANES];
  uint32_t target[LANES];  // cp.async: offsets in shared memory
};

__constant__ __align__(1024) unsigned char bank[BANK];

// Keeps a result alive.
__device__ void use(uint32_t value, uint32_t never) {
  if (value == never) asm volatile("trap;");
}

// A load of W bytes, its words folded into one.
#define LOAD(NAME, PTX, POINTER, LETTER)                                                     \
  template <int W> __device__ uint32_t NAME(POINTER p) {                                     \
    uint32_t a = 0, b = 0, c = 0, d = 0;                                                     \
    if (W == 1) asm volatile(PTX ".u8 %0, [%1];" : "=r"(a) : LETTER(p));                     \
    if (W == 2) asm volatile(PTX ".u16 %0, [%1];" : "=r"(a) : LETTER(p));                    \
    if (W == 4) asm volatile(PTX ".u32 %0, [%1];" : "=r"(a) : LETTER(p));                    \
    if (W == 8) asm volatile(PTX ".v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : LETTER(p));  \
    if (W == 16)                                                                             \
      asm volatile(PTX ".v4.u32 {%0, %1, %2, %3}, [%4];"                                     \
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : LETTER(p));                        \
    return a ^ b ^ c ^ d;                                                                    \
  }
LOAD(load_ca, "ld.global.ca", const char *, "l")
LOAD(load_cg, "ld.global.cg", const char *, "l")
LOAD(load_nc, "ld.global.nc", const char *, "l")
LOAD(load_shared, "ld.shared", uint32_t, "r")
LOAD(load_constant, "ld.const", uint64_t, "l")

#define STORE(NAME, PTX, POINTER, LETTER)                                                    \
  template <int W> __device__ void NAME(POINTER p) {                                         \
    uint32_t v = 5;                                                                          \
    if (W == 1) asm volatile(PTX ".u8 [%0], %1;" ::LETTER(p), "r"(v) : "memory");            \
    if (W == 2) asm volatile(PTX ".u16 [%0], %1;" ::LETTER(p), "r"(v) : "memory");           \
    if (W == 4) asm volatile(PTX ".u32 [%0], %1;" ::LETTER(p), "r"(v) : "memory");           \
    if (W == 8) asm volatile(PTX ".v2.u32 [%0], {%1, %1};" ::LETTER(p), "r"(v) : "memory");  \
    if (W == 16)                                                                             \
      asm volatile(PTX ".v4.u32 [%0], {%1, %1, %1, %1};" ::LETTER(p), "r"(v) : "memory");    \
  }
STORE(store_global, "st.global", char *, "l")
STORE(store_shared, "st.shared", uint32_t, "r")

// Atomics and reductions of 4 or 8 bytes on one integer operand.
#define UPDATE(NAME, PTX4, PTX8, POINTER, LETTER)                                            \
  template <int W> __device__ uint32_t NAME(POINTER p, uint32_t v) {                         \
    uint32_t old4 = 0;                                                                       \
    uint64_t old8 = 0;                                                                       \
    if (W == 4) asm volatile(PTX4 : "=r"(old4) : LETTER(p), "r"(v) : "memory");              \
    if (W == 8) asm volatile(PTX8 : "=l"(old8) : LETTER(p), "l"((uint64_t)v) : "memory");    \
    return old4 ^ (uint32_t)old8;                                                            \
  }
#define REDUCE(PTX) "mov.b32 %0, 0; " PTX " [%1], %2;"
#define REDUCE8(PTX) "mov.b64 %0, 0; " PTX " [%1], %2;"
#define ATOMIC(PTX) PTX " %0, [%1], %2;"
#define COMPARE(PTX) PTX " %0, [%1], 0, %2;"
UPDATE(reduce_global, REDUCE("red.global.add.u32"), REDUCE8("red.global.add.u64"), char *, "l")
UPDATE(swap_global, ATOMIC("atom.global.exch.b32"), ATOMIC("atom.global.exch.b64"), char *, "l")
UPDATE(add_global, ATOMIC("atom.global.add.u32"), ATOMIC("atom.global.add.u64"), char *, "l")
UPDATE(cas_global, COMPARE("atom.global.cas.b32"), COMPARE("atom.global.cas.b64"), char *, "l")
UPDATE(reduce_shared, REDUCE("red.shared.add.u32"), REDUCE8("red.shared.add.u64"), uint32_t, "r")
UPDATE(swap_shared, ATOMIC("atom.shared.exch.b32"), ATOMIC("atom.shared.exch.b64"), uint32_t, "r")
UPDATE(add_shared, ATOMIC("atom.shared.add.u32"), ATOMIC("atom.shared.add.u64"), uint32_t, "r")
UPDATE(cas_shared, COMPARE("atom.shared.cas.b32"), COMPARE("atom.shared.cas.b64"), uint32_t, "r")

__device__ void reduce_float(char *p, float v) {
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(p), "f"(v) : "memory");
}
__device__ uint32_t add_float(char *p, float v) {
  float old;
  asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(p), "f"(v) : "memory");
  return __float_as_uint(old);
}

// The same load again once the first has returned. Memory holds zeros, so the
// address is the same, but the compiler has to wait for the first to know.
template <int W> __device__ uint32_t load_again(const char *p) {
  return load_ca<W>(p + load_ca<W>(p));
}

enum Op {
  LOAD_CA, LOAD_CG, LOAD_NC, LOAD_AGAIN, STORE_G, REDUCE_G, REDUCE_F, SWAP_G, ADD_G, ADD_F,
  CAS_G, LOAD_S, STORE_S, REDUCE_S, SWAP_S, ADD_S, CAS_S, COPY_CA, COPY_CG, LOAD_M, STORE_M
};

template <Op OP, int W>
__global__ void run(const __grid_constant__ Lanes lanes, char *base) {
  extern __shared__ __align__(1024) unsigned char window[];
  unsigned lane = threadIdx.x;
  uint32_t never = lanes.never, value = lane;
  char *g = base + lanes.offset[lane];
  uint32_t s = (uint32_t)__cvta_generic_to_shared(window) + lanes.offset[lane];
  if (!(lanes.mask >> lane & 1)) return;
  switch (OP) {
  case LOAD_CA: use(load_ca<W>(g), never); break;
  case LOAD_CG: use(load_cg<W>(g), never); break;
  case LOAD_NC: use(load_nc<W>(g), never); break;
  case LOAD_AGAIN: use(load_again<W>(g), never); break;
  case STORE_G: store_global<W>(g); break;
  case REDUCE_G: reduce_global<W>(g, value); break;
  case REDUCE_F: reduce_float(g, 1.0f); break;
  case SWAP_G: use(swap_global<W>(g, value), never); break;
  case ADD_G: use(add_global<W>(g, value), never); break;
  case ADD_F: use(add_float(g, 1.0f), never); break;
  case CAS_G: use(cas_global<W>(g, value), never); break;
  case LOAD_S: use(load_shared<W>(s), never); break;
  case STORE_S: store_shared<W>(s); break;
  case REDUCE_S: reduce_shared<W>(s, value); break;
  case SWAP_S: use(swap_shared<W>(s, value), never); break;
  case ADD_S: use(add_shared<W>(s, value), never); break;
  case CAS_S: use(cas_shared<W>(s, value), never); break;
  default: break;
  }
}

// Waiting for asynchronous copies makes a request of its own. A case without an
// active lane waits, too, so that its counts tell.
template <Op OP, int W>
__global__ void run_copy(const __grid_constant__ Lanes lanes, char *base) {
  extern __shared__ __align__(1024) unsigned char window[];
  unsigned lane = threadIdx.x;
#if __CUDA_ARCH__ >= 800
  char *g = base + lanes.offset[lane];
  uint32_t s = (uint32_t)__cvta_generic_to_shared(window) + lanes.target[lane];
  if (lanes.mask >> lane & 1) {
    if (OP == COPY_CA)
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(s), "l"(g), "n"(W) : "memory");
    if (OP == COPY_CG)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g) : "memory");
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Matrix loads and stores are the whole warp's; N matrices take 8 N rows, one a
// lane. Other lanes' addresses do not matter.
template <Op OP, int N>
__global__ void run_matrix(const __grid_constant__ Lanes lanes, char *) {
  extern __shared__ __align__(1024) unsigned char window[];
  uint32_t s = (uint32_t)__cvta_generic_to_shared(window) + lanes.offset[threadIdx.x];
  uint32_t a = 0, b = 0, c = 0, d = 0;
#if __CUDA_ARCH__ >= 750
  if (OP == LOAD_M && N == 1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(s));
  if (OP == LOAD_M && N == 2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b) : "r"(s));
  if (OP == LOAD_M && N == 4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(s));
#endif
#if __CUDA_ARCH__ >= 900
  if (OP == STORE_M && N == 1)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};"
                 ::"r"(s), "r"(a) : "memory");
  if (OP == STORE_M && N == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
                 ::"r"(s), "r"(a), "r"(b) : "memory");
  if (OP == STORE_M && N == 4)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(s), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
#endif
  use(a ^ b ^ c ^ d, lanes.never);
}

// Constant memory holds kernel parameters, too, so here the offsets come from
// global memory. The compiler cuts a load of 8 or 16 bytes at an address that it
// does not know into loads of 4.
template <int W> __global__ void run_constant(const Lanes *lanes) {
  uint32_t offset = lanes->offset[threadIdx.x], never = lanes->never;
  uint64_t p;
  asm volatile("{ .reg .u64 b; mov.u64 b, bank; cvt.u64.u32 %0, %1; add.u64 %0, %0, b; }"
               : "=l"(p) : "r"(offset));
  if (lanes->mask >> threadIdx.x & 1) use(load_constant<W>(p), never);
}

struct Row {
  const char *space, *op;
  int width;
  const void *kernel;
};
#define ROW(SPACE, NAME, OP, W) {SPACE, NAME, W, (const void *)run<OP, W>}
#define ROWS_4_8(SPACE, NAME, OP) ROW(SPACE, NAME, OP, 4), ROW(SPACE, NAME, OP, 8)
#define ROWS(SPACE, NAME, OP)                                                                \
  ROW(SPACE, NAME, OP, 1), ROW(SPACE, NAME, OP, 2), ROWS_4_8(SPACE, NAME, OP),               \
      ROW(SPACE, NAME, OP, 16)
static const Row rows[] = {
  ROWS("global", "load", LOAD_CA), ROWS("global", "load.cg", LOAD_CG),
  ROWS("global", "load.nc", LOAD_NC), ROWS("global", "load.again", LOAD_AGAIN),
  ROWS("global", "store", STORE_G), ROWS_4_8("global", "reduce", REDUCE_G),
  ROW("global", "reduce.float", REDUCE_F, 4), ROWS_4_8("global", "atomic", SWAP_G),
  ROWS_4_8("global", "atomic.add", ADD_G), ROW("global", "atomic.float", ADD_F, 4),
  ROWS_4_8("global", "atomic.cas", CAS_G), ROWS("shared", "load", LOAD_S),
  ROWS("shared", "store", STORE_S), ROW("shared", "reduce", REDUCE_S, 4),
  ROWS_4_8("shared", "atomic", SWAP_S), ROW("shared", "atomic.add", ADD_S, 4),
  ROWS_4_8("shared", "atomic.cas", CAS_S),
  {"global", "cp.async.ca", 4, (const void *)run_copy<COPY_CA, 4>},
  {"global", "cp.async.ca", 8, (const void *)run_copy<COPY_CA, 8>},
  {"global", "cp.async.ca", 16, (const void *)run_copy<COPY_CA, 16>},
  {"global", "cp.async.cg", 16, (const void *)run_copy<COPY_CG, 16>},
  {"shared", "ldmatrix.x1", 16, (const void *)run_matrix<LOAD_M, 1>},
  {"shared", "ldmatrix.x2", 16, (const void *)run_matrix<LOAD_M, 2>},
  {"shared", "ldmatrix.x4", 16, (const void *)run_matrix<LOAD_M, 4>},
  {"shared", "stmatrix.x1", 16, (const void *)run_matrix<STORE_M, 1>},
  {"shared", "stmatrix.x2", 16, (const void *)run_matrix<STORE_M, 2>},
  {"shared", "stmatrix.x4", 16, (const void *)run_matrix<STORE_M, 4>},
  {"constant", "load", 1, (const void *)run_constant<1>},
  {"constant", "load", 2, (const void *)run_constant<2>},
  {"constant", "load", 4, (const void *)run_constant<4>},
  {"constant", "load", 8, (const void *)run_constant<8>},
  {"constant", "load", 16, (const void *)run_constant<16>},
};

static void fail(int line, const char *what) {
  fprintf(stderr, "probe: line %d: %s\n", line, what);
  exit(1);
}

// Sets the offsets of the lanes that have one; "-" is a lane without.
static void parse_lanes(const char *text, uint32_t offset[LANES]) {
  for (int i = 0; i < LANES && *text; i++) {
    char *end;
    uint32_t v = (uint32_t)strtoul(text, &end, 10);
    offset[i] = end > text ? v : 0;
    text = end > text ? end : text + 1;
    text += *text == ' ';
  }
}

enum Column { ID, FAMILY, SPACE, OP, WIDTH, MASK, ADDRESSES, DESTINATIONS, COLUMNS };

static const Row *parse_row(int line, char *text, Lanes *lanes) {
  char *field[COLUMNS];
  text[strcspn(text, "\r\n")] = '\0';
  for (int i = 0; i < COLUMNS; i++) {
    if (!text) fail(line, "too few columns");
    field[i] = strsep(&text, ",");
  }
  memset(lanes, 0, sizeof *lanes);
  lanes->never = 0x9e3779b9;
  lanes->mask = (uint32_t)strtoul(field[MASK], nullptr, 16);
  parse_lanes(field[ADDRESSES], lanes->offset);
  parse_lanes(field[DESTINATIONS], lanes->target);
  for (const Row &row : rows)
    if (!strcmp(row.space, field[SPACE]) && !strcmp(row.op, field[OP]) &&
        row.width == atoi(field[WIDTH]))
      return &row;
  fail(line, "no such instruction");
  return nullptr;
}

static void launch(int line, const Row *row, Lanes *lanes, char *base, Lanes *copy) {
  bool global = !strcmp(row->space, "global"), constant = !strcmp(row->space, "constant");
  bool async = !strncmp(row->op, "cp.async", 8);
  uint32_t room = global ? PAGE * (PAGES - 1) : constant ? BANK : WINDOW;
  for (int i = 0; i < LANES; i++)
    if (lanes->offset[i] > room - row->width || lanes->offset[i] % row->width ||
        lanes->target[i] > WINDOW - row->width || lanes->target[i] % row->width)
      fail(line, "an address is out of bounds or not aligned");
  if (constant) CHECK(cudaMemcpy(copy, lanes, sizeof *lanes, cudaMemcpyHostToDevice));
  void *by_value[] = {lanes, &base}, *by_pointer[] = {&copy};
  CHECK(cudaLaunchKernel(row->kernel, 1, LANES, constant ? by_pointer : by_value,
                         async || !(global || constant) ? WINDOW : 0, nullptr));
}

static int run_cases(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) {
    perror(name);
    return 1;
  }
  char *memory, *base;
  Lanes *copy;
  CHECK(cudaMalloc(&memory, (size_t)PAGE * PAGES));
  CHECK(cudaMemset(memory, 0, (size_t)PAGE * PAGES));
  CHECK(cudaMalloc(&copy, sizeof *copy));
  base = memory + (PAGE - (uintptr_t)memory % PAGE) % PAGE;
  char *text = nullptr;
  size_t size = 0;
  for (int line = 1; getline(&text, &size, f) > 0; line++) {
    Lanes lanes;
    if (line == 1) continue;  // the names of the columns
    const Row *row = parse_row(line, text, &lanes);
    launch(line, row, &lanes, base, copy);
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}

static int print_chip(void) {
  cudaDeviceProp chip;
  int driver = 0;
  CHECK(cudaGetDeviceProperties(&chip, 0));
  CHECK(cudaDriverGetVersion(&driver));
  printf("%s, cc %d.%d, CUDA %d.%d\n", chip.name, chip.major, chip.minor, driver / 1000,
         driver % 1000 / 10);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--chip")) return print_chip();
  if (argc == 2) return run_cases(argv[1]);
  fprintf(stderr, "usage: probe CASES | probe --chip\n");
  return 2;
}
