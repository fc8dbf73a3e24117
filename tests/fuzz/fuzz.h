/* Fuzz targets: each file beside this one is a program that takes bytes from anywhere and
 * must neither crash nor break what it promises. libFuzzer, AFL++ and replay.c all come in
 * by the one function that libFuzzer has named. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes of an input, taken from its front; zeros behind its end. */
struct fuzz_input { const uint8_t *at; size_t left; };

static inline uint8_t fuzz_byte(struct fuzz_input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

static inline uint32_t fuzz_number(struct fuzz_input *in, unsigned bytes) {
  uint32_t n = 0;
  while (bytes-- > 0) n = n << 8 | fuzz_byte(in);
  return n;
}

/* At most `size` bytes; *got says how many. */
static inline const uint8_t *fuzz_bytes(struct fuzz_input *in, size_t size, size_t *got) {
  const uint8_t *at = in->at;
  *got = size < in->left ? size : in->left;
  in->at += *got;
  in->left -= *got;
  return at;
}

/* A promise: ends the process where it is broken, and says which. */
#define FUZZ_PROMISE(what) \
  do { \
    if (!(what)) { \
      fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #what); \
      abort(); \
    } \
  } while (0)

/* What a terminal or a program may be given (harmless.c): valid UTF-8 without controls other
 * than line ends, without what changes the direction or the width of text. */
enum fuzz_form {
  FUZZ_TEXT,
  FUZZ_ANSI, /* with sequences that set colours */
  FUZZ_XML,  /* well-formed */
  FUZZ_JSON, /* lines of ASCII, each of them a value */
};
void fuzz_check(enum fuzz_form form, const char *bytes, size_t size);

/* A stream that is checked when it is closed. */
struct fuzz_output { FILE *f; char *text; size_t size; };
void fuzz_output_open(struct fuzz_output *o);
void fuzz_output_check(struct fuzz_output *o, enum fuzz_form form);

/* The input as a file that is at its beginning. */
FILE *fuzz_file(const uint8_t *data, size_t size);

#endif
