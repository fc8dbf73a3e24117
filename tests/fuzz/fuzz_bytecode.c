/* Bytes as lua_dump() writes them. */
#include <lauxlib.h>

#include "fuzz.h"
#include "script/simt/bytecode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *dump = malloc(size + 1);
  enum { TOKENS = 1000 };
  static struct wl_token token[TOKENS + 2];
  struct wl_source none = {.name = "", .text = "", .token = token, .tokens = TOKENS};
  if (dump == NULL) return 0;
  memcpy(dump, data, size);
  struct wl_proto *p = wl_bytecode_parse(dump, size, &none);
  for (uint32_t pc = 0; p != NULL && pc < p->codes; pc++) {
    const struct wl_code *c = &p->code[pc];
    bool jumps = c->op == WL_OP_JMP || c->op == WL_OP_FORLOOP || c->op == WL_OP_FORPREP;
    FUZZ_PROMISE(c->op < WL_OPCODES && c->token <= none.tokens + 1);
    FUZZ_PROMISE(!jumps || (c->b >= 0 && (uint32_t)c->b < p->codes));
  }
  for (uint32_t i = 0; p != NULL && i < p->constants; i++)
    FUZZ_PROMISE(p->constant[i].type != LUA_TSTRING ||
                 (p->constant[i].text >= dump &&
                  p->constant[i].text + p->constant[i].size <= dump + size));
  wl_bytecode_free(p);
  return 0;
}
