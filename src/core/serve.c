/* Who is served in which wavefront of the data stage. Written for clarity: it
 * lists every word one by one, where counting only adds up. */
#include "core/parts.h"

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

/* Serves the lanes of one group: the k-th word of a bank goes in wavefront k.
 * `load` counts the group's words (atomics: lanes) per bank. */
static void serve_group(const struct wl_access *a, unsigned group, unsigned tag, uint32_t lanes,
                        enum wl_service service, uint8_t load[WL_MAX_BANKS],
                        struct wl_explain *out) {
  unsigned first_word = out->word_count, first_wavefront = out->wavefront_count;
  unsigned telling = telling_bits(a, service);
  for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    for (unsigned w = 0; w < words_per_lane(a); w++) {
      uint64_t index = (a->address[wl_lowest(rest)] >> WL_WORD_SHIFT) + w;
      unsigned bank = (unsigned)index % WL_MAX_BANKS, before = 0;
      struct wl_word *word = NULL;
      for (unsigned i = first_word; i < out->word_count && word == NULL; i++) {
        if (out->word[i].index == index && service != WL_PER_LANE) word = &out->word[i];
        before += ((out->word[i].bank ^ bank) & telling) == 0;
      }
      bool is_new = word == NULL;
      if (is_new) {
        word = &out->word[out->word_count++];
        *word = (struct wl_word){.index = index, .bank = (uint8_t)bank, .group = (uint8_t)group,
                                 .wavefront = (uint8_t)(first_wavefront + before)};
      }
      load[bank] =
          (uint8_t)(load[bank] + (is_new || (wl_is_atomic(a) && a->form != WL_FORM_INCREMENT)));
      word->lanes |= 1u << wl_lowest(rest);
      struct wl_wavefront *front = &out->wavefront[word->wavefront];
      front->lanes |= 1u << wl_lowest(rest);
      front->group = (uint8_t)group;
      front->tag = (uint8_t)tag;
      if (word->wavefront >= out->wavefront_count)
        out->wavefront_count = (uint16_t)(word->wavefront + 1u);
    }
  }
}

void wl_serve_lanes(const struct wl_access *a, unsigned tag, uint32_t lanes,
                    enum wl_service service, struct wl_load *load, struct wl_explain *out) {
  for (unsigned g = 0; g < out->groups; g++)
    serve_group(a, g, tag, lanes & out->group_lanes[g], service, load->of[g], out);
}

void wl_set_ways(const struct wl_load *load, struct wl_explain *out) {
  for (unsigned g = 0; g < out->groups; g++)
    for (unsigned b = 0; b < WL_MAX_BANKS; b++) {
      if (load->of[g][b] > out->bank_words[b]) out->bank_words[b] = load->of[g][b];
      if (load->of[g][b] > out->counts.ways) out->counts.ways = load->of[g][b];
    }
}
