/* batch: the lines that compilers and tests rely on, and every bad line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/gpu/target.h"
#include "report/report.h"

/* Runs batch over `size` bytes; the output is malloc'ed. */
#define PTX " (PTX ISA, ld and st)"

static char *run(const char *in, size_t size, enum wl_status want, struct wl_diag *d) {
  char *text = NULL;
  size_t length = 0;
  FILE *from = tmpfile(), *to = open_memstream(&text, &length);
  assert_true(from && to);
  assert_int_equal(fwrite(in, 1, size, from), size);
  rewind(from);
  assert_int_equal(wl_batch(from, to, wl_arch_default(), d), want);
  fclose(from);
  fclose(to);
  return text;
}

/* A line with addresses base, base + stride … for the first `lanes` lanes. */
static const char *line(const char *kind, int width, long long base, long long stride, int lanes) {
  static char text[4000];
  int at = snprintf(text, sizeof text, "{%s,\"width\":%d,\"addresses\":[", kind, width);
  for (int i = 0; i < 32; i++) {
    if (i > 0) text[at++] = ',';
    if (i >= lanes) at += sprintf(text + at, "null");
    else at += sprintf(text + at, "%lld", base + i * stride);
  }
  strcpy(text + at, "]}");
  return text;
}

#define GLOBAL "\"space\":\"global\""
#define SHARED "\"space\":\"shared\""
#define LOAD "\"op\":\"load\""

static void good_lines(void **state) {
  (void)state;
  static const struct {
    const char *kind;
    int width;
    long long base, stride;
    int lanes;
    const char *out;
  } rows[] = {
    {GLOBAL "," LOAD, 4, 0, 4, 32,
     "{\"requests\":1,\"sectors\":4,\"lines\":1,\"tag_wavefronts\":1,\"wavefronts\":1,"
     "\"ideal_sectors\":4,\"ways\":1,\"bytes_asked\":128,\"bytes_moved\":128}\n"},
    {GLOBAL ",\"op\":\"store\"", 4, 4096, 32, 32,
     "{\"requests\":1,\"sectors\":32,\"lines\":8,\"tag_wavefronts\":2,\"wavefronts\":8,"
     "\"ideal_sectors\":4,\"ways\":8,\"bytes_asked\":128,\"bytes_moved\":1024}\n"},
    {SHARED "," LOAD, 4, 0, 128, 32,
     "{\"requests\":1,\"wavefronts\":32,\"ideal_wavefronts\":1,\"ways\":32,"
     "\"bytes_asked\":128,\"bytes_moved\":4096}\n"},
    {SHARED ",\"op\":\"atomic\"", 4, 0, 0, 4,
     "{\"requests\":1,\"wavefronts\":4,\"ideal_wavefronts\":1,\"ways\":4,"
     "\"bytes_asked\":16,\"bytes_moved\":512}\n"},
    {SHARED ",\"op\":\"cas\"", 4, 0, 0, 4,
     "{\"requests\":1,\"wavefronts\":8,\"ideal_wavefronts\":2,\"ways\":4,"
     "\"bytes_asked\":16,\"bytes_moved\":1024}\n"},
    {GLOBAL ",\"op\":\"cas\"", 4, 0, 4, 32,
     "{\"requests\":1,\"sectors\":4,\"lines\":2,\"tag_wavefronts\":2,\"wavefronts\":4,"
     "\"ideal_sectors\":4,\"ways\":1,\"bytes_asked\":128,\"bytes_moved\":128}\n"},
    {"\"space\":\"constant\"," LOAD, 4, 0, 4, 3,
     "{\"requests\":1,\"wavefronts\":3,\"bytes_asked\":12}\n"},
    {GLOBAL "," LOAD ",\"cache\":\"cg\"", 16, 0, 16, 0,
     "{\"requests\":0,\"sectors\":0,\"lines\":0,\"tag_wavefronts\":0,\"wavefronts\":0,"
     "\"ideal_sectors\":0,\"ways\":0,\"bytes_asked\":0,\"bytes_moved\":0}\n"},
    {GLOBAL "," LOAD, 8, 9223372036854775800, 0, 1,
     "{\"requests\":1,\"sectors\":1,\"lines\":1,\"tag_wavefronts\":1,\"wavefronts\":1,"
     "\"ideal_sectors\":1,\"ways\":1,\"bytes_asked\":8,\"bytes_moved\":32}\n"},
    /* Beyond a page of 2 MB the tag hash is not known, and what follows from it. */
    {GLOBAL "," LOAD, 4, 0, 2 << 20, 2,
     "{\"requests\":1,\"sectors\":2,\"lines\":2,\"tag_wavefronts\":1,\"wavefronts\":2,"
     "\"ideal_sectors\":1,\"ways\":2,\"bytes_asked\":8,\"bytes_moved\":64,"
     "\"estimates\":[\"tag_wavefronts\",\"wavefronts\"]}\n"},
    {GLOBAL ",\"op\":\"store\"", 4, 0, 2 << 20, 2,
     "{\"requests\":1,\"sectors\":2,\"lines\":2,\"tag_wavefronts\":1,\"wavefronts\":2,"
     "\"ideal_sectors\":1,\"ways\":2,\"bytes_asked\":8,\"bytes_moved\":64,"
     "\"estimates\":[\"tag_wavefronts\"]}\n"},
    /* With 8 tag wavefronts, those of the data are a matter of the launch. */
    {GLOBAL ",\"op\":\"store\"", 4, 0, 528, 32,
     "{\"requests\":1,\"sectors\":32,\"lines\":32,\"tag_wavefronts\":8,\"wavefronts\":4,"
     "\"ideal_sectors\":4,\"ways\":4,\"bytes_asked\":128,\"bytes_moved\":1024,"
     "\"estimates\":[\"wavefronts\"]}\n"},
    /* Counters have seen 4 and 8 bytes a lane. */
    {"\"space\":\"shared\",\"op\":\"atomic\"", 2, 0, 2, 32,
     "{\"requests\":1,\"wavefronts\":2,\"ideal_wavefronts\":1,\"ways\":2,\"bytes_asked\":64,"
     "\"bytes_moved\":256,\"estimates\":[\"wavefronts\",\"bytes_moved\"]}\n"},
    {GLOBAL ",\"op\":\"reduce\"", 4, 0, 2 << 20, 2,
     "{\"requests\":1,\"sectors\":2,\"lines\":2,\"tag_wavefronts\":1,\"wavefronts\":2,"
     "\"ideal_sectors\":1,\"ways\":2,\"bytes_asked\":8,\"bytes_moved\":64,"
     "\"estimates\":[\"sectors\",\"lines\",\"tag_wavefronts\",\"wavefronts\","
     "\"bytes_moved\"]}\n"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *in = line(rows[i].kind, rows[i].width, rows[i].base, rows[i].stride, rows[i].lanes);
    char *out = run(in, strlen(in), WL_OK, NULL);
    assert_string_equal(out, rows[i].out);
    free(out);
  }
}

/* The figures are those of the model, for a hit, too. */
static void a_hit_is_counted_as_one(void **state) {
  (void)state;
  const struct wl_arch *arch = wl_arch_default();
  struct wl_access a = {.space = WL_GLOBAL, .op = WL_LOAD, .width = 4, .mask = UINT32_MAX};
  struct wl_counts miss, hit;
  for (unsigned i = 0; i < WL_LANES; i++) a.address[i] = i * 512;
  wl_count(arch, &a, &miss);
  a.hit = true;
  wl_count(arch, &a, &hit);
  for (int i = 0; i < 2; i++) {
    const char *kind = i ? GLOBAL "," LOAD ",\"hit\":true" : GLOBAL "," LOAD ",\"hit\":false";
    const char *in = line(kind, 4, 0, 512, 32);
    char *out = run(in, strlen(in), WL_OK, NULL), want[40];
    const struct wl_counts *c = i ? &hit : &miss;
    snprintf(want, sizeof want, "\"wavefronts\":%u,\"ideal", c->wavefronts);
    assert_non_null(strstr(out, want));
    free(out);
  }
}

#define ZEROS "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
#define A "\"addresses\":[" ZEROS ",0]"
#define W "\"width\":4"
#define FETCH \
  "\"space\":\"texture\"," LOAD ",\"texel\":4,\"x\":[" ZEROS ",0],\"y\":[" ZEROS ",0]"

static void bad_lines(void **state) {
  (void)state;
  static const struct {
    const char *in, *message;
  } rows[] = {
    {"{", "not JSON, at byte 1: string or '}' expected near end of file"},
    {"nonsense", "not JSON, at byte 8: invalid token near 'nonsense'"},
    {"[1]", "the line is an array: give an object, {\"space\": …}"},
    {"17", "the line is an integer: give an object, {\"space\": …}"},
    {"{}", "\"space\" is missing"},
    {"{" GLOBAL "," W "," A "}", "\"op\" is missing"},
    {"{" GLOBAL "," LOAD "," A "}", "\"width\" is missing"},
    {"{" GLOBAL "," LOAD "," W "}", "\"addresses\" is missing"},
    {"{\"space\":\"globl\"," LOAD "," W "," A "}",
     "\"space\" is \"globl\": did you mean \"global\"?"},
    {"{\"space\":\"register\"," LOAD "," W "," A "}",
     "\"space\" is \"register\": give \"global\", \"shared\", \"constant\", \"local\" or "
     "\"texture\""},
    {"{\"space\":1," LOAD "," W "," A "}",
     "\"space\" is an integer: give \"global\", \"shared\", \"constant\", \"local\" or "
     "\"texture\""},
    {"{" GLOBAL ",\"op\":\"laod\"," W "," A "}", "\"op\" is \"laod\": did you mean \"load\"?"},
    {"{" GLOBAL ",\"op\":null," W "," A "}",
     "\"op\" is null: give \"load\", \"store\", \"reduce\", \"atomic\", \"cas\", \"cp.async\", "
     "\"cp.async.cg\", \"ldmatrix\" or \"stmatrix\""},
    {"{" GLOBAL "," LOAD ",\"cache\":\"l2only\"," W "," A "}",
     "\"cache\" is \"l2only\": give \"ca\", \"cg\" or \"nc\""},
    {"{" GLOBAL "," LOAD ",\"hit\":1," W "," A "}", "\"hit\" is an integer: give true or false"},
    {"{" GLOBAL "," LOAD ",\"width\":3," A "}", "\"width\" is 3: give 1, 2, 4, 8 or 16" PTX},
    {"{" GLOBAL "," LOAD ",\"width\":32," A "}",
     "width 32: cc 9.0 has no such accesses: they came with cc 10.0, for global memory (PTX ISA "
     "8.8, ld and st)"},
    {"{" GLOBAL "," LOAD ",\"width\":-4," A "}", "\"width\" is -4: give 1, 2, 4, 8 or 16" PTX},
    {"{" GLOBAL "," LOAD ",\"width\":4.0," A "}",
     "\"width\" is not an integer: give 1, 2, 4, 8 or 16" PTX},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":{}}",
     "\"addresses\" is an object: give an array of 32 integers or nulls"},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS "]}",
     "\"addresses\" has 31 entries: give 32, one per lane, null where the lane is inactive"},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",0,0]}",
     "\"addresses\" has 33 entries: give 32, one per lane, null where the lane is inactive"},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",1.5]}",
     "\"addresses\"[31] is not an integer: give an integer or null"},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",\"0x10\"]}",
     "\"addresses\"[31] is a string: give an integer or null"},
    {"{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",-4]}",
     "\"addresses\"[31] is negative: addresses start at 0"},
    {"{" GLOBAL "," LOAD ",\"widht\":4," A "}",
     "no key is called \"widht\": did you mean \"width\"?"},
    {"{" GLOBAL "," LOAD "," W ",\"mask\":1," A "}",
     "no key is called \"mask\": the keys are space, op, cache, width, addresses and hit; banks; "
     "form; to; matrices; x, y, texel, layout and pitch"},
    {"{" GLOBAL "," LOAD "," W ",\"arch\":8.0," A "}",
     "no key is called \"arch\": all lines are of one generation, --arch says which"},
    {"{" FETCH ",\"layout\":\"array\",\"pitch\":512}",
     "\"pitch\" has no meaning for layout \"array\""},
    {"{" FETCH ",\"pitch\":512}", "\"pitch\" has no meaning for layout \"array\""},
    {"{" FETCH ",\"layout\":\"pitch\"}",
     "layout \"pitch\" needs \"pitch\", the bytes from row to row"},
    {"   ", "the line is empty: give one object on every line"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char in[1000];
    struct wl_diag d;
    snprintf(in, sizeof in, "%s\n{}\n", rows[i].in);
    char *out = run(in, strlen(in), WL_INPUT, &d);
    json_t *object = json_loads(out, JSON_DISABLE_EOF_CHECK, NULL);
    int number;
    const char *message;
    assert_int_equal(json_unpack(object, "{s:{s:i, s:s!}!}", "error", "line", &number, "message",
                                 &message), 0);
    assert_int_equal(number, 1);
    assert_string_equal(message, rows[i].message);
    assert_string_equal(d.what, "2 of 2 lines cannot be used, the first is line 1");
    json_decref(object);
    free(out);
  }
}

/* What jansson or the access check says is passed on; the words are theirs. */
static void lines_that_others_refuse(void **state) {
  (void)state;
  static const char *const rows[] = {
    "{" GLOBAL "," GLOBAL "," LOAD "," W "," A "}",
    "{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",9223372036854775808]}",
    "{" GLOBAL "," LOAD "," W ",\"addresses\":[" ZEROS ",2]}",
    "{" SHARED "," LOAD "," W ",\"addresses\":[" ZEROS ",1000000]}",
    "{" SHARED "," LOAD ",\"cache\":\"cg\"," W "," A "}",
    "{" SHARED "," LOAD ",\"hit\":true," W "," A "}",
    "{\"space\":\"constant\",\"op\":\"store\"," W "," A "}",
    "{" GLOBAL ",\"op\":\"atomic\",\"width\":1," A "}",
    "{" GLOBAL "," LOAD "," W "," A "} trailing",
    "{\"space\":\"\xff\"}",
    "{\"space\":\"\\ud800\"}",
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char *out = run(rows[i], strlen(rows[i]), WL_INPUT, NULL);
    assert_memory_equal(out, "{\"error\":{\"line\":1,\"message\":\"", 30);
    assert_string_equal(out + strlen(out) - 4, "\"}}\n");
    free(out);
  }
}

static void other_lines_are_still_done(void **state) {
  (void)state;
  const char *good = line(SHARED "," LOAD, 4, 0, 4, 32);
  char in[10000];
  struct wl_diag d;
  snprintf(in, sizeof in, "%s\r\n\nnope\n%s", good, good); /* no newline at the end */
  char *out = run(in, strlen(in), WL_INPUT, &d);
  static const char fine[] = "{\"requests\":1,\"wavefronts\":1,\"ideal_wavefronts\":1,\"ways\":1,"
                             "\"bytes_asked\":128,\"bytes_moved\":128}\n";
  char want[2000];
  snprintf(want, sizeof want, "%s%s%s%s", fine,
           "{\"error\":{\"line\":2,\"message\":"
           "\"the line is empty: give one object on every line\"}}\n",
           "{\"error\":{\"line\":3,\"message\":"
           "\"not JSON, at byte 4: invalid token near 'nope'\"}}\n", fine);
  assert_string_equal(out, want);
  assert_string_equal(d.what, "2 of 4 lines cannot be used, the first is line 2");
  free(out);
}

static void ends_of_input(void **state) {
  (void)state;
  char in[4100];
  char *out = run("", 0, WL_OK, NULL);
  assert_string_equal(out, "");
  free(out);
  snprintf(in, sizeof in, "%s\n\n", line(SHARED "," LOAD, 4, 0, 4, 32));
  out = run(in, strlen(in), WL_OK, NULL); /* one last empty line is nothing */
  assert_non_null(strchr(out, '\n'));
  assert_string_equal(strchr(out, '\n'), "\n");
  free(out);
}

static void long_lines_are_refused_and_skipped(void **state) {
  (void)state;
  const char *good = line(SHARED "," LOAD, 4, 0, 4, 32);
  size_t length = strlen(good), limit = 64 * 1024, size = 3 * limit;
  char *in = malloc(size);
  for (size_t fill = limit - length; fill <= limit - length + 1; fill++) {
    memset(in, ' ', size);
    memcpy(in + fill, good, length);
    in[fill + length] = '\n';
    char *out = run(in, fill + length + 1, fill == limit - length ? WL_OK : WL_INPUT, NULL);
    if (fill > limit - length)
      assert_string_equal(out, "{\"error\":{\"line\":1,\"message\":"
                               "\"the line is longer than 65536 bytes\"}}\n");
    free(out);
  }
  memset(in, '[', size); /* deep nesting in a line short enough */
  in[limit - 1] = '\n';
  memcpy(in + limit, good, length);
  char *out = run(in, limit + length, WL_INPUT, NULL);
  assert_non_null(strstr(out, "\"line\":1"));
  assert_non_null(strstr(out, "\n{\"requests\":1,"));
  free(out);
  free(in);
}

/* Nothing that a line holds gets into a message unescaped. */
static void messages_are_ascii(void **state) {
  (void)state;
  static const char in[] = "{\"sp\xc2\x9b" "ace\xe2\x80\xae\\u001b[2J\":1}\n"
                           "{\"space\":\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80"
                           "\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80"
                           "\xf0\x9f\x98\x80\xf0\x9f\x98\x80x\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"}\n"
                           "\x1b]0;x\x07\xff\n";
  char *out = run(in, sizeof in - 1, WL_INPUT, NULL);
  for (const char *c = out; *c; c++) assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
  for (char *l = strtok(out, "\n"); l; l = strtok(NULL, "\n")) {
    json_t *object = json_loads(l, 0, NULL);
    assert_non_null(object);
    json_decref(object);
  }
  free(out);
}

static void failures_to_write_and_read(void **state) {
  (void)state;
  struct wl_diag d;
  const char *good = line(SHARED "," LOAD, 4, 0, 4, 32);
  FILE *in = tmpfile(), *full = fopen("/dev/full", "w"), *directory = fopen("/", "r");
  FILE *nowhere = fopen("/dev/null", "w");
  assert_true(in && full && directory && nowhere);
  for (int i = 0; i < 100000; i++) fprintf(in, "%s\n", good);
  rewind(in);
  assert_int_equal(wl_batch(in, full, wl_arch_default(), &d), WL_OUTPUT);
  assert_int_equal(d.status, WL_OUTPUT);
  assert_string_equal(d.what, "cannot write the output: No space left on device");
  assert_true(ftell(in) < 2000000); /* it did not go on for nothing */
  assert_int_equal(wl_batch(directory, nowhere, wl_arch_default(), &d), WL_INPUT);
  assert_string_equal(d.what, "cannot read on after line 0: Is a directory");
  fclose(in);
  fclose(full);
  fclose(directory);
  fclose(nowhere);
}

/* Transactions stand in order of address, whoever asks for them first. */
static void transactions(void **state) {
  (void)state;
  struct wl_diag d;
  char *text = NULL;
  size_t length = 0;
  const char *in = line(GLOBAL "," LOAD, 4, 124, -4, 32);
  FILE *from = tmpfile(), *to = open_memstream(&text, &length);
  assert_true(from && to && fputs(in, from) != EOF);
  rewind(from);
  assert_int_equal(wl_batch(from, to, wl_arch_find("1.2"), &d), WL_OK);
  fclose(from);
  fclose(to);
  assert_non_null(strstr(text, "\"transactions\":[{\"address\":0,\"bytes\":64},"
                               "{\"address\":64,\"bytes\":64}]"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(good_lines),
    cmocka_unit_test(transactions),
    cmocka_unit_test(a_hit_is_counted_as_one),
    cmocka_unit_test(bad_lines),
    cmocka_unit_test(lines_that_others_refuse),
    cmocka_unit_test(other_lines_are_still_done),
    cmocka_unit_test(ends_of_input),
    cmocka_unit_test(long_lines_are_refused_and_skipped),
    cmocka_unit_test(messages_are_ascii),
    cmocka_unit_test(failures_to_write_and_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
