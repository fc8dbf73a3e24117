/* Runs a target without a fuzzer: over the files of its corpus, then over mutations of
 * them, which are the same in every run.
 *
 *   TARGET [--mutations N] [--seed S] [--keep FILE] FILE|FOLDER…
 *
 * An input that ends the program is left behind in the file of --keep. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { LONGEST = 1 << 16, SECONDS = 60 /* that one input may take */ };

struct file { char *path; uint8_t *bytes; size_t size; };
static struct file *files;
static size_t count;

static uint64_t state = 1;
/* xorshift64* (Marsaglia, Vigna). */
static size_t chance(size_t below) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return below ? (state * UINT64_C(0x2545f4914f6cdd1d) >> 32) % below : 0;
}

static const char *keep = "fuzz-input";
static const uint8_t *current;
static size_t current_size;

static void save(void) {
  int fd = open(keep, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || write(fd, current, current_size) < 0) return;
  static const char said[] = "replay: the input has been kept\n";
  if (write(2, said, sizeof said - 1) < 0) return;
}

static void on_death(int number) {
  save();
  signal(number, SIG_DFL);
  raise(number);
}

/* A sanitizer ends the process in its own way. */
extern void __sanitizer_set_death_callback(void (*call)(void)) __attribute__((weak));

static void run(const uint8_t *bytes, size_t size) {
  uint8_t *copy = malloc(size ? size : 1); /* of this size: reading past it is seen */
  if (copy == NULL) abort();
  memcpy(copy, bytes, size);
  current = copy;
  current_size = size;
  alarm(SECONDS);
  LLVMFuzzerTestOneInput(copy, size);
  alarm(0);
  free(copy);
}

static void add_file(const char *path) {
  struct file f = {.path = strdup(path), .bytes = malloc(LONGEST)};
  FILE *in = fopen(path, "rb");
  if (in == NULL || f.bytes == NULL) perror(path), exit(2);
  f.size = fread(f.bytes, 1, LONGEST, in);
  fclose(in);
  files = realloc(files, (count + 1) * sizeof *files);
  if (files == NULL) abort();
  files[count++] = f;
}

static void add(const char *path) {
  struct stat st;
  struct dirent **entry;
  if (stat(path, &st) != 0) return; /* a target without regressions */
  if (!S_ISDIR(st.st_mode)) {
    add_file(path);
    return;
  }
  int n = scandir(path, &entry, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name);
    if (entry[i]->d_name[0] != '.') add_file(name);
    free(entry[i]);
  }
  if (n >= 0) free(entry);
}

/* One change: of a bit, a byte, a number, or of a piece that goes, comes or moves. */
static size_t change(uint8_t *b, size_t size) {
  static const uint8_t edges[] = {0, 1, 0x7f, 0x80, 0xff, '\n', '"', '-', '0', '9', 0xe2, '<'};
  size_t at = chance(size), n = chance(size - at < 32 ? size - at : 32) + 1;
  switch (size == 0 ? 5 : chance(7)) {
  case 0: b[at] ^= (uint8_t)(1 << chance(8)); break;
  case 1: b[at] = edges[chance(sizeof edges)]; break;
  case 2: b[at] = (uint8_t)chance(256); break;
  case 3:
    if (at + n > size) break;
    memmove(b + at, b + at + n, size - at - n);
    return size - n;
  case 4: /* the same once more */
    if (at + n > size || size + n > LONGEST) break;
    memmove(b + at + n, b + at, size - at);
    return size + n;
  case 5: { /* a piece of another input */
    const struct file *f = &files[chance(count)];
    size_t from = chance(f->size);
    n = f->size - from < n ? f->size - from : n;
    if (size + n > LONGEST) break;
    memmove(b + at + n, b + at, size - at);
    memcpy(b + at, f->bytes + from, n);
    return size + n;
  }
  default: { /* … over this one */
    const struct file *f = &files[chance(count)];
    size_t from = chance(f->size);
    n = f->size - from < n ? f->size - from : n;
    if (at + n <= size) memcpy(b + at, f->bytes + from, n);
  }
  }
  return size;
}

int main(int argc, char **argv) {
  static uint8_t buffer[LONGEST];
  unsigned long mutations = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--mutations") == 0 && i + 1 < argc)
      mutations = strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) state = strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--keep") == 0 && i + 1 < argc) keep = argv[++i];
    else add(argv[i]);
  }
  if (count == 0 || state == 0) return fprintf(stderr, "replay: no inputs\n"), 2;
  static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], on_death);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(save);
  for (size_t i = 0; i < count; i++) run(files[i].bytes, files[i].size);
  for (unsigned long m = 0; m < mutations; m++) {
    const struct file *f = &files[chance(count)];
    size_t size = f->size;
    memcpy(buffer, f->bytes, size);
    for (size_t n = chance(6) + 1; n > 0; n--) size = change(buffer, size);
    run(buffer, size);
  }
  fprintf(stderr, "%zu inputs, %lu mutations\n", count, mutations); /* output may be a terminal */
  for (size_t i = 0; i < count; i++) free(files[i].path), free(files[i].bytes);
  free(files);
}
