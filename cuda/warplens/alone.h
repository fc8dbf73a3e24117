// Launches of files without main: what parameters are given.
#ifndef WARPLENS_ALONE_H
#define WARPLENS_ALONE_H

#include <initializer_list>
#include <utility>

namespace wl {
inline unsigned long long alone_n;      // 0, as in the others: not given
inline dim3 alone_grid, alone_block;
inline struct { const char *name; double value; } alone_number[64];
inline unsigned alone_numbers;
inline void alone_begin(unsigned long long n, dim3 grid, dim3 block) {
  alone_n = n, alone_grid = grid, alone_block = block;
}
inline void alone_set(const char *name, double value) {
  if (alone_numbers < 64) alone_number[alone_numbers++] = {name, value};
}
template <class P>
P alone_value(const char *name, P otherwise) {
  for (unsigned i = 0; i < alone_numbers; i++)
    if (strcmp(alone_number[i].name, name) == 0) return (P)alone_number[i].value;
  return otherwise;
}
template <class T>
WL_BOTH void fill(T &v, unsigned long long i) {
  if constexpr (std::is_arithmetic<T>::value) v = (T)(i % 1024);
  else memset(&v, 0, sizeof v);
}
// What a parameter is given: the length, or an array that is filled by index.
template <class P>
struct given {
  static P make(const char *name, unsigned long long n, unsigned long long count) {
    if constexpr (std::is_pointer<P>::value) {
      typedef typename std::remove_cv<typename std::remove_pointer<P>::type>::type T;
      unsigned long long at;
      if constexpr (std::is_void<T>::value) {
        wl_memory_take(count * 4, &at);
      } else {
        wl_memory_take(count * sizeof(T), &at);
        for (unsigned long long i = 0; i < count && at; i++) fill(((T *)(uintptr_t)at)[i], i);
      }
      return (P)(uintptr_t)at;
    } else if constexpr (std::is_integral<P>::value) {
      return alone_value<P>(name, (P)n);
    } else if constexpr (std::is_arithmetic<P>::value) {
      return alone_value<P>(name, (P)1);
    } else {
      P v;
      memset(&v, 0, sizeof v);
      return v;
    }
  }
};
template <class... P, size_t... I>
void alone_call(const char *name, bool square, const char *const *names, void (*kernel)(P...),
                std::index_sequence<I...>) {
  unsigned long long n = alone_n ? alone_n : square ? 256 : 1 << 20;
  dim3 block = alone_block.x ? alone_block : square ? dim3(16, 16) : dim3(256);
  dim3 grid = alone_grid.x ? alone_grid
                           : dim3((unsigned)((n + block.x - 1) / block.x),
                                  square ? (unsigned)((n + block.y - 1) / block.y) : 1);
  config(grid, block).call(name, [=](auto... a) { kernel(a...); })(
      given<P>::make(names[I], n, square ? n * n : n)...);
}
// `names` begins with an empty one, so that the list is never empty.
template <class... P>
void alone(const char *name, bool square, std::initializer_list<const char *> names,
           void (*kernel)(P...)) {
  const char *of[sizeof...(P) + 1] = {};
  for (size_t i = 0; i < sizeof...(P); i++)
    of[i] = i + 1 < names.size() ? names.begin()[i + 1] : "";
  alone_call(name, square, of, kernel, std::index_sequence_for<P...>());
}
}  // namespace wl

#endif
