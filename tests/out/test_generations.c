/* batch on every generation: transactions, passes, the other spaces, and what a
 * generation never had. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/gpu/target.h"
#include "report/report.h"

/* The answer to one line, malloc'ed. */
static char *ask(const char *arch, const char *line, enum wl_status want) {
  char *text = NULL;
  size_t length = 0;
  FILE *from = tmpfile(), *to = open_memstream(&text, &length);
  assert_true(from && to);
  assert_true(fputs(line, from) != EOF);
  rewind(from);
  enum wl_status status = wl_batch(from, to, wl_arch_find(arch), NULL);
  fclose(from);
  fclose(to);
  if (status != want) fail_msg("cc %s, %s: %s", arch, line, text);
  text[strcspn(text, "\n")] = '\0';
  return text;
}

/* "[base, base + stride …]", 32 numbers for the first `lanes` lanes. */
static void list(char *text, long long base, long long stride, int lanes) {
  *text++ = '[';
  for (int i = 0; i < 32; i++) {
    if (i > 0) *text++ = ',';
    text += i < lanes ? sprintf(text, "%lld", base + i * stride) : sprintf(text, "null");
  }
  strcpy(text, "]");
}

#define GLOBAL "\"space\":\"global\",\"op\":\"load\",\"width\":4"
#define WIDE "\"space\":\"global\",\"op\":\"load\",\"width\":8"
#define STORE "\"space\":\"global\",\"op\":\"store\",\"width\":4"
#define SHARED "\"space\":\"shared\",\"op\":\"load\",\"width\":4"
#define LOCAL "\"space\":\"local\",\"op\":\"load\",\"width\":4"
#define T(address, bytes) "{\"address\":" #address ",\"bytes\":" #bytes "}"

static void answers(void **state) {
  (void)state;
  static const struct {
    const char *arch, *what;
    long long base, stride;
    const char *out;
  } rows[] = {
    /* The vendor's figure of a warp 4 bytes off. */
    {"1.3", GLOBAL, 132, 4,
     "{\"requests\":2,\"transactions\":[" T(128, 128) "," T(192, 64) "," T(256, 32) "],"
     "\"sectors\":7,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":224}"},
    {"2.0", GLOBAL, 132, 4,
     "{\"requests\":1,\"transactions\":[" T(128, 128) "," T(256, 128) "],"
     "\"sectors\":8,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":256}"},
    {"2.0", GLOBAL ",\"cache\":\"cg\"", 132, 4,
     "{\"requests\":1,\"transactions\":[" T(128, 32) "," T(160, 32) "," T(192, 32) "," T(224, 32)
     "," T(256, 32) "],\"sectors\":5,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":160}"},
    {"3.5", GLOBAL ",\"cache\":\"ca\"", 0, 0,
     "{\"requests\":1,\"transactions\":[" T(0, 128) "],"
     "\"sectors\":4,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":128}"},
    {"3.5", GLOBAL, 0, 0,
     "{\"requests\":1,\"transactions\":[" T(0, 32) "],"
     "\"sectors\":1,\"ideal_sectors\":1,\"bytes_asked\":128,\"bytes_moved\":32}"},
    {"3.0", WIDE, 0, 0,
     "{\"requests\":2,\"transactions\":[" T(0, 32) "," T(0, 32) "],"
     "\"sectors\":2,\"ideal_sectors\":2,\"bytes_asked\":256,\"bytes_moved\":64}"},
    {"3.0", STORE, 64, 4,
     "{\"requests\":1,\"transactions\":[" T(64, 64) "," T(128, 64) "],"
     "\"sectors\":4,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":128}"},
    {"1.1", "\"space\":\"global\",\"op\":\"atomic\",\"width\":4", 0, 4,
     "{\"requests\":2,\"bytes_asked\":128}"},
    {"2.0", "\"space\":\"global\",\"op\":\"atomic\",\"width\":4", 0, 0,
     "{\"requests\":1,\"transactions\":[" T(0, 32) "],"
     "\"sectors\":1,\"ideal_sectors\":1,\"bytes_asked\":128,\"bytes_moved\":32,"
     "\"estimates\":[\"transactions\",\"sectors\",\"bytes_moved\"]}"},
    /* cc 5.x and 6.x: nothing is said of the stages of L1. */
    {"5.2", GLOBAL, 132, 4,
     "{\"requests\":1,\"sectors\":5,\"lines\":2,\"ideal_sectors\":4,\"bytes_asked\":128,"
     "\"bytes_moved\":160,\"estimates\":[\"requests\"]}"},
    {"8.0", GLOBAL ",\"hit\":true", 0, 144,
     "{\"requests\":1,\"sectors\":32,\"lines\":32,\"tag_wavefronts\":9,\"wavefronts\":4,"
     "\"ideal_sectors\":4,\"ways\":4,\"bytes_asked\":128,\"bytes_moved\":1024,"
     "\"estimates\":[\"tag_wavefronts\"]}"},
    {"1.0", SHARED, 0, 8,
     "{\"requests\":2,\"wavefronts\":4,\"ideal_wavefronts\":2,\"ways\":2,\"bytes_asked\":128,"
     "\"bytes_moved\":256}"},
    {"2.1", SHARED, 0, 8,
     "{\"requests\":1,\"wavefronts\":2,\"ideal_wavefronts\":1,\"ways\":2,\"bytes_asked\":128,"
     "\"bytes_moved\":256}"},
    {"3.5", SHARED, 0, 12,
     "{\"requests\":1,\"wavefronts\":1,\"ideal_wavefronts\":1,\"ways\":1,\"bytes_asked\":128,"
     "\"bytes_moved\":256}"},
    {"3.5", SHARED ",\"banks\":8", 0, 12,
     "{\"requests\":1,\"wavefronts\":2,\"ideal_wavefronts\":1,\"ways\":2,\"bytes_asked\":128,"
     "\"bytes_moved\":512}"},
    {"3.5", SHARED ",\"banks\":4", 0, 128,
     "{\"requests\":1,\"wavefronts\":16,\"ideal_wavefronts\":1,\"ways\":16,\"bytes_asked\":128,"
     "\"bytes_moved\":4096}"},
    {"1.0", "\"space\":\"constant\",\"op\":\"load\",\"width\":4", 0, 4,
     "{\"requests\":2,\"wavefronts\":32,\"bytes_asked\":128}"},
    {"2.0", LOCAL, 8, 0,
     "{\"requests\":1,\"transactions\":[" T(256, 128) "],"
     "\"sectors\":4,\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":128}"},
    {"9.0", LOCAL, 8, 0,
     "{\"requests\":1,\"sectors\":4,\"lines\":1,\"tag_wavefronts\":1,\"wavefronts\":1,"
     "\"ideal_sectors\":4,\"ways\":1,\"bytes_asked\":128,\"bytes_moved\":128}"},
    {"9.0", LOCAL ",\"hit\":true", 0, 4,
     "{\"requests\":1,\"sectors\":32,\"lines\":32,\"tag_wavefronts\":8,\"wavefronts\":1,"
     "\"ideal_sectors\":4,\"ways\":1,\"bytes_asked\":128,\"bytes_moved\":1024,"
     "\"estimates\":[\"tag_wavefronts\"]}"},
    {"7.5", "\"op\":\"ldmatrix\",\"matrices\":4", 0, 16,
     "{\"requests\":1,\"wavefronts\":4,\"ideal_wavefronts\":4,\"ways\":1,\"bytes_asked\":512,"
     "\"bytes_moved\":512,\"estimates\":[\"wavefronts\",\"bytes_moved\"]}"},
    {"9.0", "\"space\":\"shared\",\"op\":\"stmatrix\",\"matrices\":1,\"width\":16", 0, 128,
     "{\"requests\":1,\"wavefronts\":8,\"ideal_wavefronts\":1,\"ways\":8,\"bytes_asked\":128,"
     "\"bytes_moved\":1024}"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char line[2000], numbers[1000];
    list(numbers, rows[i].base, rows[i].stride, 32);
    snprintf(line, sizeof line, "{%s,\"addresses\":%s}\n", rows[i].what, numbers);
    char *out = ask(rows[i].arch, line, WL_OK);
    if (strcmp(out, rows[i].out) != 0)
      fail_msg("cc %s, %s\n%s\nshould be\n%s", rows[i].arch, line, out, rows[i].out);
    free(out);
  }
}

/* A texture line; `w` columns of the warp. */
static void texture_line(char *line, size_t size, const char *more, int w) {
  char x[1000], y[1000], *px = x, *py = y;
  for (int i = 0; i < 32; i++) {
    px += sprintf(px, "%c%d", i ? ',' : '[', i % w);
    py += sprintf(py, "%c%d", i ? ',' : '[', i / w);
  }
  snprintf(line, size, "{\"space\":\"texture\",\"x\":%s],\"y\":%s],\"texel\":4%s}\n", x, y, more);
}

static void textures(void **state) {
  (void)state;
  static const struct { const char *more; int w; unsigned sectors, l2_requests; } rows[] = {
    {",\"layout\":\"array\"", 8, 4, 1},
    {"", 32, 8, 4},
    {",\"op\":\"load\"", 1, 16, 8},
    {",\"layout\":\"pitch\",\"pitch\":4096", 8, 4, 4},
    {",\"layout\":\"pitch\",\"pitch\":32", 1, 32, 32},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (size_t cc = 0; cc < wl_arch_count; cc++) {
      char line[3000], want[400];
      texture_line(line, sizeof line, rows[i].more, rows[i].w);
      snprintf(want, sizeof want, "{\"requests\":8,\"sectors\":%u,\"l2_requests\":%u,"
               "\"ideal_sectors\":4,\"bytes_asked\":128,\"bytes_moved\":%u%s}", rows[i].sectors,
               rows[i].l2_requests, 32 * rows[i].sectors, wl_archs[cc].id == WL_CC_90 ? "" :
               ",\"estimates\":[\"requests\",\"sectors\",\"l2_requests\",\"bytes_moved\"]");
      char *out = ask(wl_archs[cc].cc, line, WL_OK);
      assert_string_equal(out, want);
      free(out);
    }
}

/* P01 to P06. */
static void copies(void **state) {
  (void)state;
  static const struct { long long from, base, to; unsigned tags, shared; } rows[] = {
    {16, 0, 16, 1, 4},   {16, 16, 16, 2, 5}, {128, 0, 16, 8, 32}, {16, 0, 128, 1, 32},
    {32, 0, 16, 2, 8},   {64, 0, 16, 4, 16}, {16, 0, 0, 1, 32},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char line[3000], from[1000], to[1000], tags[60], shared[60];
    list(from, rows[i].base, rows[i].from, 32);
    list(to, 0, rows[i].to, 32);
    snprintf(line, sizeof line, "{\"op\":\"cp.async\",\"width\":16,\"addresses\":%s,\"to\":%s}\n",
             from, to);
    snprintf(tags, sizeof tags, "\"tag_wavefronts\":%u,", rows[i].tags);
    snprintf(shared, sizeof shared, "\"wavefronts\":%u,\"ideal", rows[i].shared);
    char *out = ask("12.0", line, WL_OK);
    if (!strstr(out, tags) || !strstr(out, shared)) fail_msg("P%zu: %s", i + 1, out);
    free(out);
  }
}

#define ADDRESSES "\"addresses\":["                                                   \
  "0,4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,72,76,80,84,88,92,96,100,104,"  \
  "108,112,116,120,124]"
#define NULLS "null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,"
#define TWO(key, first, second) "\"" key "\":[" first "," second "," NULLS NULLS "null]"
#define ONE(key, first) "\"" key "\":[" first "," NULLS NULLS "null]"
#define GUIDE "(CUDA Programming Guide 13.1 and older editions, compute capabilities)"
#define GUIDE4 "(CUDA C Programming Guide 4, appendix F)"

static void refusals(void **state) {
  (void)state;
  static const struct { const char *arch, *in, *message; } rows[] = {
    {"1.3", "{" GLOBAL ",\"cache\":\"ca\"," ADDRESSES "}",
     "cc 1.3 has no cache \"ca\" for loads from global memory: it has no choice " GUIDE4},
    {"3.0", "{" GLOBAL ",\"cache\":\"nc\"," ADDRESSES "}",
     "cc 3.0 has no cache \"nc\" for loads from global memory: it has \"cg\" " GUIDE4},
    {"2.0", "{" GLOBAL ",\"cache\":\"plain\"," ADDRESSES "}",
     "\"cache\" is \"plain\": give \"ca\", \"cg\" or \"nc\""},
    {"9.0", "{" SHARED ",\"banks\":8," ADDRESSES "}",
     "cc 9.0 has no bank modes, only cc 3.x chooses between banks of 4 and of 8 bytes " GUIDE},
    {"3.5", "{" SHARED ",\"banks\":16," ADDRESSES "}", "\"banks\" is 16: give 4 or 8"},
    {"3.5", "{" GLOBAL ",\"banks\":8," ADDRESSES "}",
     "\"banks\" has a meaning for shared memory only"},
    {"1.0", "{\"space\":\"global\",\"op\":\"atomic\",\"width\":4," ADDRESSES "}",
     "cc 1.0 has no 32-bit atomics on global memory: they came with cc 1.1 (CUDA Programming "
     "Guide, features by compute capability)"},
    {"7.0", "{\"op\":\"ldmatrix\",\"matrices\":1,\"addresses\":[0,0,0,0,0,0,0,0," NULLS
            "null,null,null,null,null,null,null,null,null]}",
     "cc 7.0 has no ldmatrix: it came with cc 7.5 (PTX ISA, target notes of the instruction)"},
    {"9.0", "{\"op\":\"ldmatrix\",\"matrices\":2,\"addresses\":[0,0,0,0,0,0,0,0," NULLS
            "null,null,null,null,null,null,null,null,null]}",
     "\"addresses\"[8] is null: ldmatrix takes row addresses from lanes 0 to 15"},
    {"9.0", "{\"op\":\"ldmatrix\",\"matrices\":3," ADDRESSES "}",
     "\"matrices\" is 3: give 1, 2 or 4"},
    {"9.0", "{\"op\":\"ldmatrix\"," ADDRESSES "}", "\"matrices\" is missing"},
    {"9.0", "{\"op\":\"ldmatrix\",\"matrices\":4,\"width\":8," ADDRESSES "}",
     "no ldmatrix is 8 bytes wide: use 16 (PTX ISA, ldmatrix)"},
    {"9.0", "{\"op\":\"cp.async\",\"width\":4," ADDRESSES "}", "\"to\" is missing"},
    {"9.0", "{\"op\":\"cp.async\",\"space\":\"shared\",\"width\":4," ADDRESSES ",\"to\":["
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
     "shared memory has no cp.async (PTX ISA, cp.async)"},
    {"9.0", "{\"op\":\"cp.async\",\"width\":4," ADDRESSES ",\"to\":["
            "0,0,null,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
     "lane 2 has \"addresses\" but no \"to\""},
    {"9.0", "{" GLOBAL "," ADDRESSES ",\"to\":[]}", "\"to\" has no meaning for this instruction"},
    {"9.0", "{\"space\":\"texture\"," ADDRESSES "}", "\"texel\" is missing"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"y\":[]}", "\"x\" is missing"},
    {"9.0", "{\"space\":\"texture\",\"texel\":3}",
     "\"texel\" is 3: give 1, 2, 4, 8 or 16 (CUDA Programming Guide, texture memory: 1, 2 or 4 "
     "components of up to 4 bytes)"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"width\":4}",
     "\"width\" has no meaning for a texture"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4," ONE("x", "1") "," TWO("y", "1", "2") "}",
     "\"y\" has 33 entries: give 32, one per lane, null where the lane is inactive"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4," ONE("x", "1") "," ONE("y", "null") "}",
     "lane 0 has \"x\" but no \"y\""},
    {"9.0", "{\"space\":\"texture\",\"texel\":4," ONE("x", "4294967296") "," ONE("y", "0") "}",
     "\"x\"[0] is more than 4294967295"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"layout\":\"tiles\"," ONE("x", "1") ","
            ONE("y", "1") "}",
     "\"layout\" is \"tiles\": give \"array\" or \"pitch\""},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"layout\":\"pitch\",\"pitch\":16,"
            ONE("x", "4") "," ONE("y", "1") "}",
     "lane 0: column 4 is past the end of a row of 16 bytes"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"layout\":\"pitch\"," ONE("x", "4") ","
     ONE("y", "1") "}",
     "layout \"pitch\" needs \"pitch\", the bytes from row to row"},
    {"9.0", "{\"space\":\"texture\",\"texel\":4,\"pitch\":0," ONE("x", "4") "," ONE("y", "1") "}",
     "\"pitch\" is 0: give 1 to 4294967295"},
    {"9.0", "{\"space\":\"texture\",\"op\":\"store\",\"texel\":4," ONE("x", "4") ","
            ONE("y", "1") "}",
     "texture memory has no store, only loads (PTX ISA, tex)"},
    {"1.3", "{" LOCAL "," ONE("addresses", "16384") "}",
     "lane 0: address 16384 is past the end of local memory: cc 1.3 has 16384 bytes a thread "
     GUIDE4},
    {"1.3", "{" SHARED "," ONE("addresses", "16384") "}",
     "lane 0: address 16384 is past the end of shared memory: cc 1.3 has 16384 bytes a block "
     GUIDE4},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char want[1000], escaped[900], *to = escaped;
    for (const char *c = rows[i].message; *c; c++) {
      if (*c == '"') *to++ = '\\';
      *to++ = *c;
    }
    *to = '\0';
    snprintf(want, sizeof want, "{\"error\":{\"line\":1,\"message\":\"%s\"}}", escaped);
    char *out = ask(rows[i].arch, rows[i].in, WL_INPUT);
    if (strcmp(out, want) != 0) fail_msg("%s\n%s\nshould be\n%s", rows[i].in, out, want);
    free(out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(answers), cmocka_unit_test(textures), cmocka_unit_test(copies),
    cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
