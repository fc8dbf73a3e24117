/* Arrays that grow as they fill. */
#ifndef WL_CORE_BASE_GROW_H
#define WL_CORE_BASE_GROW_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* An array of elements of `size` bytes with twice the capacity, and `first` where it had none.
 * NULL: memory ran out, or so much can not be; then array and capacity are what they were. */
static inline void *wl_grow(void *array, size_t size, size_t *capacity, size_t first) {
  if (*capacity > SIZE_MAX / 2 / size) return NULL;
  size_t room = *capacity > 0 ? 2 * *capacity : first;
  void *grown = realloc(array, room * size);
  if (grown != NULL) *capacity = room;
  return grown;
}

/* The same where there are so many arrays that counts have 32 bits. */
static inline void *wl_grow32(void *array, size_t size, uint32_t *capacity, uint32_t first) {
  size_t room = *capacity;
  if (room > UINT32_MAX / 2) return NULL;
  void *grown = wl_grow(array, size, &room, first);
  *capacity = (uint32_t)room;
  return grown;
}

#endif
