// Launches of files without main: what parameters are given.
#ifndef WARPLENS_ALONE_H
#define WARPLENS_ALONE_H

namespace wl {
inline unsigned long long alone_n;
inline bool alone_square;
inline dim3 alone_grid, alone_block;
inline void alone_begin(unsigned long long n, bool square, dim3 grid, dim3 block) {
  alone_n = n, alone_square = square, alone_grid = grid, alone_block = block;
}
template <class T>
WL_BOTH void fill(T &v, unsigned long long i) {
  if constexpr (std::is_arithmetic<T>::value) v = (T)(i % 1024);
  else memset(&v, 0, sizeof v);
}
// What a parameter is given: the length, or an array that is filled by index.
template <class P>
struct given {
  static P make() {
    if constexpr (std::is_pointer<P>::value) {
      typedef typename std::remove_cv<typename std::remove_pointer<P>::type>::type T;
      unsigned long long count = alone_square ? alone_n * alone_n : alone_n, at;
      if constexpr (std::is_void<T>::value) {
        wl_memory_take(count * 4, &at);
      } else {
        wl_memory_take(count * sizeof(T), &at);
        for (unsigned long long i = 0; i < count && at; i++) fill(((T *)(uintptr_t)at)[i], i);
      }
      return (P)(uintptr_t)at;
    } else if constexpr (std::is_integral<P>::value) {
      return (P)alone_n;
    } else if constexpr (std::is_arithmetic<P>::value) {
      return (P)1;
    } else {
      P v;
      memset(&v, 0, sizeof v);
      return v;
    }
  }
};
template <class... P>
void alone(const char *name, void (*kernel)(P...)) {
  config(alone_grid, alone_block).call(name, [=](auto... a) { kernel(a...); })(given<P>::make()...);
}
}  // namespace wl

#endif
