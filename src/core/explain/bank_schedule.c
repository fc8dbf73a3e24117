/* Which word is served in which wavefront of the data stage. Written for clarity: it lists every
 * word, where counting only adds up. */
#include "core/explain/explain_parts.h"

static unsigned words_per_lane(const struct wl_access *a) { return wl_element_words(a->width); }

void wl_explain_groups(unsigned shift, struct wl_explain *out) {
  out->groups = 0;
  for (unsigned begin = 0; begin < WL_LANES; begin += 1u << shift)
    out->group_lanes[out->groups++] = wl_group_mask(shift) << begin;
}

/* The bits of a bank that tell it from others in a wavefront. By sector, words of
 * one lane never wait for each other: they are compared with their like. */
static unsigned telling_bits(const struct wl_access *a, enum wl_service service) {
  switch (service) {
  case WL_HALF_BANKS: return WL_MAX_BANKS - 1 - 4;
  case WL_HALF_LINES: return WL_MAX_BANKS / 2 - 1;
  case WL_BY_SECTOR: return 24 | (words_per_lane(a) - 1);
  default: return WL_MAX_BANKS - 1;
  }
}

/* A lane group in one tag wavefront. */
struct group {
  const struct wl_access *a;
  enum wl_service service;
  uint8_t number, tag;
  unsigned word, wavefront; /* its first */
  uint8_t *load;            /* its words (atomics: lanes) per bank */
};

/* The word of that index, a new one where the group has none to share: the k-th word of a bank
 * goes in wavefront k. */
static struct wl_word *word_of(const struct group *g, uint64_t index, struct wl_explain *out) {
  unsigned bank = (unsigned)index % WL_MAX_BANKS, before = 0;
  unsigned telling = telling_bits(g->a, g->service);
  for (unsigned i = g->word; i < out->word_count; i++) {
    if (out->word[i].index == index && g->service != WL_PER_LANE) return &out->word[i];
    before += ((out->word[i].bank ^ bank) & telling) == 0;
  }
  struct wl_word *word = &out->word[out->word_count++];
  *word = (struct wl_word){.index = index, .bank = (uint8_t)bank, .group = g->number,
                           .wavefront = (uint8_t)(g->wavefront + before)};
  return word;
}

/* Serves one word of a lane. */
static void serve_word(const struct group *g, unsigned lane, uint64_t index,
                       struct wl_explain *out) {
  struct wl_word *word = word_of(g, index, out);
  bool each = wl_is_atomic(g->a) && g->a->form != WL_FORM_INCREMENT;
  if (each || word->lanes == 0) g->load[word->bank]++;
  word->lanes |= 1u << lane;
  struct wl_wavefront *front = &out->wavefront[word->wavefront];
  front->lanes |= 1u << lane;
  front->group = g->number;
  front->tag = g->tag;
  if (word->wavefront >= out->wavefront_count)
    out->wavefront_count = (uint16_t)(word->wavefront + 1u);
}

void wl_bank_schedule(const struct wl_access *a, unsigned tag, uint32_t lanes,
                      enum wl_service service, struct wl_load *load, struct wl_explain *out) {
  for (unsigned i = 0; i < out->groups; i++) {
    struct group g = {a, service, (uint8_t)i, (uint8_t)tag, out->word_count,
                      out->wavefront_count, load->of[i]};
    for (uint32_t rest = lanes & out->group_lanes[i]; rest != 0; rest &= rest - 1) {
      uint64_t first = a->address[wl_lowest(rest)] >> WL_WORD_SHIFT;
      for (unsigned w = 0; w < words_per_lane(a); w++)
        serve_word(&g, (unsigned)wl_lowest(rest), first + w, out);
    }
  }
}

void wl_set_ways(const struct wl_load *load, struct wl_explain *out) {
  for (unsigned g = 0; g < out->groups; g++)
    for (unsigned b = 0; b < WL_MAX_BANKS; b++) {
      if (load->of[g][b] > out->bank_words[b]) out->bank_words[b] = load->of[g][b];
      if (load->of[g][b] > out->counts.ways) out->counts.ways = load->of[g][b];
    }
}
