// Launches of files without main: what parameters are given.
#ifndef WARPLENS_ALONE_H
#define WARPLENS_ALONE_H

#include <initializer_list>
#include <utility>

namespace wl {
inline unsigned long long alone_n;      // 0, as in the others: not given
inline dim3 alone_grid, alone_block;
inline unsigned long long alone_shared;  // dynamic shared memory: of a block, or of a thread
inline unsigned alone_shared_each;
inline struct { const char *name; double value; } alone_number[64];
inline unsigned alone_numbers;
inline void alone_begin(unsigned long long n, dim3 grid, dim3 block, unsigned long long shared,
                        unsigned each) {
  alone_n = n, alone_grid = grid, alone_block = block;
  alone_shared = shared, alone_shared_each = each;
}
inline void alone_set(const char *name, double value) {
  if (alone_numbers < 64) alone_number[alone_numbers++] = {name, value};
}
template <class P>
P alone_value(const char *name, P otherwise) {
  for (unsigned i = alone_numbers; i-- > 0;)
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
      count = alone_value<unsigned long long>(name, count);
      if constexpr (std::is_void<T>::value) {
        wl_memory_take(count * 4, &at), wl_memory_manage(at);
      } else {
        wl_memory_take(count * sizeof(T), &at), wl_memory_manage(at);
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
// Why a parameter cannot be given; NULL: it can.
template <class P>
const char *not_given() {
  if (std::is_pointer<typename std::remove_pointer<P>::type>::value) return "points to pointers";
  if (std::is_class<P>::value && type<P>::components == 0 && sizeof(P) > 4) return "is a structure";
  return 0;
}
template <class... P, size_t... I>
void alone_call(const char *name, bool square, const char *const *names, void (*kernel)(P...),
                std::index_sequence<I...>) {
  unsigned long long n = alone_n ? alone_n : square ? 256 : 1 << 20;
  dim3 block = alone_block.x ? alone_block : square ? dim3(16, 16) : dim3(256);
  dim3 grid = alone_grid.x ? alone_grid
                           : dim3((unsigned)((n + block.x - 1) / block.x),
                                  square ? (unsigned)((n + block.y - 1) / block.y) : 1);
  const char *why[] = {0, not_given<P>()...}, *of[] = {0, names[I]...};
  for (size_t i = 1; i <= sizeof...(P); i++)
    if (why[i]) return wl_launch_refuse(name, of[i], why[i]);
  size_t shared = alone_shared ? alone_shared : alone_shared_each * block.x * block.y * block.z;
  config(grid, block, shared).call(name, [=](auto... a) { kernel(a...); })(
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
