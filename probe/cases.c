/* cases: draws warp memory instructions at random, for probe.cu to run.
 *
 *   cases SEED COUNT CC > cases.csv      CC: compute capability × 10, as 90
 *
 * The same arguments give the same rows on every machine. The first row of every
 * group has no active lane: what it counts, a launch counts by itself. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32 };

/* What the hardware can do: one row for each kind of instruction. Widths are
 * bytes a lane, as the sum of the widths. Groups are run apart: each has its own
 * counters, and a repeated load needs memory that nothing has written. */
static const struct kind {
  const char *group, *space, *op;
  unsigned widths, cc;
  unsigned rows; /* ldmatrix, stmatrix: lanes that name a row of 16 bytes; else 0 */
} kinds[] = {
  {"global", "global", "load", 31, 70, 0},
  {"global", "global", "load.cg", 31, 70, 0},
  {"global", "global", "load.nc", 31, 70, 0},
  {"global", "global", "store", 31, 70, 0},
  {"global", "global", "reduce", 4 | 8, 70, 0},
  {"global", "global", "reduce.float", 4, 70, 0},
  {"global", "global", "atomic", 4 | 8, 70, 0},
  {"global", "global", "atomic.add", 4 | 8, 70, 0},
  {"global", "global", "atomic.float", 4, 70, 0},
  {"global", "global", "atomic.cas", 4 | 8, 70, 0},
  {"again", "global", "load.again", 31, 70, 0},
  {"shared", "shared", "load", 31, 70, 0},
  {"shared", "shared", "store", 31, 70, 0},
  {"shared", "shared", "reduce", 4, 70, 0},
  {"shared", "shared", "atomic", 4 | 8, 70, 0},
  {"shared", "shared", "atomic.add", 4, 70, 0},
  {"shared", "shared", "atomic.cas", 4 | 8, 70, 0},
  {"shared", "shared", "ldmatrix.x1", 16, 75, 8},
  {"shared", "shared", "ldmatrix.x2", 16, 75, 16},
  {"shared", "shared", "ldmatrix.x4", 16, 75, 32},
  {"shared", "shared", "stmatrix.x1", 16, 90, 8},
  {"shared", "shared", "stmatrix.x2", 16, 90, 16},
  {"shared", "shared", "stmatrix.x4", 16, 90, 32},
  {"constant", "constant", "load", 31, 70, 0},
  {"async", "global", "cp.async.ca", 4 | 8 | 16, 80, 0},
  {"async", "global", "cp.async.cg", 16, 80, 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static uint64_t state;

/* Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t draw(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* A number from low to high, both included. Two draws never stand in one
 * expression: compilers differ in which they would make first. */
static unsigned range(unsigned low, unsigned high) {
  return low + (unsigned)((draw() >> 32) * (high - low + 1ull) >> 32);
}

static unsigned choose(unsigned count, const unsigned *of) { return of[range(0, count - 1)]; }
#define ONE_OF(...) \
  choose(sizeof((unsigned[]){__VA_ARGS__}) / sizeof(unsigned), (unsigned[]){__VA_ARGS__})

/* Families: which element of `width` bytes each lane takes, of `room` elements.
 * Wrapping into the room happens at the end. */
typedef void family(unsigned element[LANES], unsigned width, unsigned room);

static void stride(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned step = range(0, 70);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = i * step;
}

/* A stride with a hole after every few lanes. */
static void holes(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned step = range(1, 12), run = ONE_OF(2, 3, 4, 5, 8, 16), hole = range(1, 40);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = i * step + i / run * hole;
}

/* Backwards, as a loop that counts down. */
static void backward(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned step = range(1, 5);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = (LANES - 1 - i) * step;
}

/* A tile of columns × rows of a matrix, by rows or by columns, its pitch often
 * padded by an element or two. */
static void lay_tile(unsigned e[LANES], bool across) {
  unsigned columns = ONE_OF(2, 4, 8, 16), pitch = ONE_OF(16, 20, 32, 48, 64, 100, 128, 256);
  pitch += ONE_OF(0, 0, 0, 1, 1, 2, 4);
  for (unsigned i = 0; i < LANES; i++) {
    unsigned x = i % columns, y = i / columns;
    e[i] = across ? x * pitch + y : y * pitch + x;
  }
}
static void tile(unsigned e[LANES], unsigned width, unsigned room) {
  (void)width, (void)room;
  lay_tile(e, false);
}
static void tile_across(unsigned e[LANES], unsigned width, unsigned room) {
  (void)width, (void)room;
  lay_tile(e, true);
}

/* One field of an array of records: fields of other widths lie between. */
static void record(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned size = 4 * range(1, 20), field;
  (void)room;
  size += (width - size % width) % width;
  field = range(0, size / width - 1);
  for (unsigned i = 0; i < LANES; i++) e[i] = i * (size / width) + field;
}

/* Two arrays: the lanes take turns, or half the warp has the other. */
static void two_arrays(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned other = range(1, room / 2), turn = ONE_OF(1, 2, 4, 16);
  (void)width;
  for (unsigned i = 0; i < LANES; i++) e[i] = i + (i / turn % 2 ? other : 0);
}

static void butterfly(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned flip = range(1, 31), step = range(1, 9);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = (i ^ flip) * step;
}

static void bit_reversal(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned step = ONE_OF(1, 1, 2, 3, 4, 8, 32, 33);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++)
    e[i] = (i >> 4 | (i >> 2 & 2) | (i & 4) | (i << 2 & 8) | (i << 4 & 16)) * step;
}

/* A shared tile whose columns are swizzled by their row. */
static void swizzle(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned columns = ONE_OF(4, 8, 16, 32), column = range(0, columns - 1);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = i * columns + (column ^ i % columns);
}

static void permutation(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned step = ONE_OF(1, 1, 1, 2, 3, 4, 8, 17);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) {
    unsigned j = range(0, i);
    e[i] = e[j];
    e[j] = i * step;
  }
}

/* Lanes pick among few elements, so that many share one. */
static void gather(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned pool = range(1, 20), step = range(1, 70);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = range(0, pool - 1) * step;
}

/* A histogram: some bins are hot. */
static void bins(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned count = ONE_OF(4, 16, 64, 256);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) {
    unsigned most = range(0, count - 1);
    e[i] = range(0, most);
  }
}

static void ascending(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned most = ONE_OF(2, 4, 12, 40, 150), at = 0;
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = at += range(0, most);
}

static void uniform(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned span = ONE_OF(256, 1024, 4096, 16384, 2 << 20) / width;
  if (span > room) span = room;
  for (unsigned i = 0; i < LANES; i++) e[i] = range(0, span - 1);
}

/* Few lines of 128 bytes, many lanes in each. */
static void few_lines(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned line[8], count = range(1, 8), elements = 128 / width;
  for (unsigned i = 0; i < count; i++) line[i] = range(0, room / elements - 1);
  for (unsigned i = 0; i < LANES; i++) {
    e[i] = line[range(0, count - 1)] * elements;
    e[i] += range(0, elements - 1);
  }
}

/* Every lane a line of its own, in a window of lines. */
static void many_lines(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned elements = 128 / width, window = ONE_OF(32, 64, 256, 16384);
  if (window > room / elements) window = room / elements;
  for (unsigned i = 0; i < LANES; i++) {
    e[i] = range(0, window - 1) * elements;
    e[i] += range(0, elements - 1);
  }
}

/* Few of the 32 banks of 4 bytes. */
static void few_banks(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned elements = 128 / width, column[3], count = range(1, 3), rows = ONE_OF(4, 32, 300);
  for (unsigned i = 0; i < count; i++) column[i] = range(0, elements - 1);
  if (rows > room / elements) rows = room / elements;
  for (unsigned i = 0; i < LANES; i++) {
    e[i] = range(0, rows - 1) * elements;
    e[i] += column[range(0, count - 1)];
  }
}

/* Lanes i and i^1, or i^2, agree, in some cases all but one pair: what lets a
 * wide shared load merge its groups, and what hinders it. */
static void partners(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned distance = ONE_OF(1, 2, 3), step = ONE_OF(1, 1, 2, 3, 8);
  (void)width, (void)room;
  for (unsigned i = 0; i < LANES; i++) e[i] = (i & ~distance) * step;
  unsigned odd = range(0, 31);
  if (range(0, 2) == 0) e[odd] = 32 * step + range(0, 31);
}

static void broadcast(unsigned e[LANES], unsigned width, unsigned room) {
  unsigned groups = ONE_OF(1, 1, 2, 4), far = range(1, room / 4);
  (void)width;
  for (unsigned i = 0; i < LANES; i++) e[i] = i * groups / LANES * far;
}

static const struct {
  const char *name;
  family *draw;
} families[] = {
  {"stride", stride}, {"holes", holes}, {"backward", backward}, {"tile", tile},
  {"tile-across", tile_across}, {"record", record}, {"two-arrays", two_arrays},
  {"butterfly", butterfly}, {"bit-reversal", bit_reversal}, {"swizzle", swizzle},
  {"permutation", permutation}, {"gather", gather}, {"bins", bins}, {"ascending", ascending},
  {"uniform", uniform}, {"few-lines", few_lines}, {"many-lines", many_lines},
  {"few-banks", few_banks}, {"partners", partners}, {"broadcast", broadcast},
};
enum { FAMILIES = sizeof families / sizeof families[0] };

static uint32_t draw_mask(void) {
  unsigned n = range(1, 31), run = ONE_OF(1, 2, 4, 8, 16);
  uint32_t mask = 0;
  switch (range(0, 9)) {
  case 0: return (1u << n) - 1;  /* the last warp of an array */
  case 1: return ~0u << n;
  case 2: /* if (i / run % 2) */
    for (unsigned i = 0; i < LANES; i++) mask |= (i / run % 2) << i;
    return mask;
  case 3: return (uint32_t)draw() | 1u << n;
  case 4: return 1u << n | 1u << (n + run) % LANES;
  default: return UINT32_MAX;
  }
}

static void put_lanes(const unsigned address[LANES], uint32_t mask) {
  for (unsigned i = 0; i < LANES; i++) {
    if (i) putchar(' ');
    if (mask >> i & 1) printf("%u", address[i]);
    else putchar('-');
  }
}

/* Draws addresses of a random family in `bytes` bytes; returns its name. */
static const char *draw_addresses(unsigned address[LANES], unsigned width, unsigned bytes) {
  unsigned f = range(0, FAMILIES - 1), room = bytes / width;
  unsigned most = ONE_OF(0, 0, 63, room - 1), start = range(0, most);
  families[f].draw(address, width, room);
  for (unsigned i = 0; i < LANES; i++) address[i] = (start + address[i]) % room * width;
  return families[f].name;
}

enum { PAGE = 2 << 20, WINDOW = 48 << 10, BANK = 63 << 10 };

/* The instruction `id` of a kind. Now and then one in global memory spans pages
 * of 2 MB: beyond one, hardware counts are hard to foretell. */
static void put_case(unsigned id, const struct kind *k, unsigned width, bool idle) {
  unsigned address[LANES], target[LANES];
  bool global = strcmp(k->space, "global") == 0;
  unsigned bytes = global ? PAGE : strcmp(k->space, "shared") == 0 ? WINDOW : BANK;
  const char *name = draw_addresses(address, width, bytes);
  uint32_t mask = k->rows ? UINT32_MAX >> (LANES - k->rows) : draw_mask();
  if (idle) mask = 0;
  if (global && range(0, 39) == 0) {
    name = "pages";
    for (unsigned i = 0; i < LANES; i++) address[i] += range(0, 15) * PAGE;
  }
  printf("%u,%s,%s,%s,%u,%x,", id, idle ? "idle" : name, k->space, k->op, width, mask);
  put_lanes(address, mask);
  putchar(',');
  if (strncmp(k->op, "cp.async", 8) == 0) {
    draw_addresses(target, width, WINDOW);
    put_lanes(target, mask);
  }
  printf(",%s\n", k->group);
}

static unsigned parse(const char *text, unsigned low, unsigned high) {
  char *end;
  unsigned long v = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && *end == '\0' && v >= low && v <= high) return (unsigned)v;
  fprintf(stderr, "cases: '%s' is no number from %u to %u\n", text, low, high);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: cases SEED COUNT CC\n");
    return 2;
  }
  state = parse(argv[1], 0, UINT32_MAX);
  unsigned count = parse(argv[2], 1, 1000000), cc = parse(argv[3], 70, 999), id = 0;
  printf("id,family,space,op,width,mask,addresses,destinations,group\n");
  for (unsigned k = 0; k < KINDS; k++)
    if (cc >= kinds[k].cc && (k == 0 || strcmp(kinds[k].group, kinds[k - 1].group) != 0))
      put_case(id++, &kinds[k], 4, true);
  for (unsigned end = id + count; id < end;)
    for (unsigned k = 0; k < KINDS; k++)
      for (unsigned width = 1; width <= 16; width *= 2)
        if (kinds[k].widths & width && cc >= kinds[k].cc && id < end)
          put_case(id++, &kinds[k], width, false);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
