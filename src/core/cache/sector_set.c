#include "core/cache/sector_set.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_SHIFT = 7, PAGE = 1 << PAGE_SHIFT }; /* lines: 16 KB of memory */

struct page {
  uint64_t number;
  uint32_t stamp[PAGE];
  uint8_t bits[PAGE];
};

struct wl_sector_set {
  struct page **slot; /* by a hash of the number; NULL: free */
  size_t slots, pages;
  struct page *recent;
};

struct wl_sector_set *wl_sector_set_create(void) {
  struct wl_sector_set *set = calloc(1, sizeof *set);
  if (set == NULL) return NULL;
  set->slots = 64;
  set->slot = calloc(set->slots, sizeof *set->slot);
  if (set->slot != NULL) return set;
  free(set);
  return NULL;
}

void wl_sector_set_destroy(struct wl_sector_set *set) {
  if (set == NULL) return;
  for (size_t i = 0; i < set->slots; i++) free(set->slot[i]);
  free(set->slot);
  free(set);
}

static struct page **place_of(struct page **slot, size_t slots, uint64_t number) {
  size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (slots - 1);
  while (slot[at] != NULL && slot[at]->number != number) at = (at + 1) & (slots - 1);
  return &slot[at];
}

static bool grow(struct wl_sector_set *set) {
  struct page **slot = calloc(2 * set->slots, sizeof(struct page *));
  if (slot == NULL) return false;
  for (size_t i = 0; i < set->slots; i++)
    if (set->slot[i] != NULL) *place_of(slot, 2 * set->slots, set->slot[i]->number) = set->slot[i];
  free(set->slot);
  set->slot = slot;
  set->slots *= 2;
  return true;
}

static struct page *find_page(struct wl_sector_set *set, uint64_t number) {
  struct page **at = place_of(set->slot, set->slots, number);
  if (*at != NULL) return *at;
  if (2 * set->pages >= set->slots) {
    if (!grow(set)) return NULL;
    at = place_of(set->slot, set->slots, number);
  }
  struct page *page = calloc(1, sizeof *page);
  if (page == NULL) return NULL;
  page->number = number;
  set->pages++;
  return *at = page;
}

uint8_t *wl_sector_set_line(struct wl_sector_set *set, uint64_t line, uint32_t stamp) {
  uint64_t number = line >> PAGE_SHIFT;
  if (set->recent == NULL || set->recent->number != number) {
    struct page *page = find_page(set, number);
    if (page == NULL) return NULL;
    set->recent = page;
  }
  unsigned at = (unsigned)(line & (PAGE - 1));
  if (set->recent->stamp[at] != stamp) {
    set->recent->stamp[at] = stamp;
    set->recent->bits[at] = 0;
  }
  return &set->recent->bits[at];
}
