// What samples read their command line with, and compare results.
#ifndef WARPLENS_HELPER_STRING_H
#define WARPLENS_HELPER_STRING_H

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
// What follows "-name" or "--name" among the arguments, or "" behind "="; NULL: it is not there.
static inline const char *wl_argument(int argc, const char **argv, const char *name) {
  size_t n = strlen(name);
  for (int i = 1; i < argc; i++) {
    const char *at = argv[i] + strspn(argv[i], "-");
    if (at > argv[i] && strncmp(at, name, n) == 0 && (at[n] == '=' || at[n] == '\0'))
      return at + n + (at[n] == '=');
  }
  return 0;
}
static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) {
  return wl_argument(argc, argv, name) != 0;
}
static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
  const char *text = wl_argument(argc, argv, name);
  return text ? atoi(text) : 0;
}
static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
  const char *text = wl_argument(argc, argv, name);
  return text ? (float)atof(text) : 0;
}
static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name,
                                            char **out) {
  *out = (char *)wl_argument(argc, argv, name);
  return *out != 0;
}
template <class T>
static inline bool sdkWriteFile(const char *, const T *, unsigned, const T, bool, bool = false) {
  return false;  // there are no files
}
static inline char *sdkFindFilePath(const char *, const char *) { return 0; }
template <class T>
static inline bool compareData(const T *a, const T *b, unsigned n, float epsilon,
                               float threshold = 0) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < n; i++) wrong += fabs((double)(a[i] - b[i])) > epsilon;
  return wrong <= threshold * n;
}
static inline bool sdkCompareL2fe(const float *a, const float *b, unsigned n, float most) {
  float error = 0, all = 0;
  for (unsigned i = 0; i < n; i++) error += (a[i] - b[i]) * (a[i] - b[i]), all += a[i] * a[i];
  return all > 0 && sqrtf(error) / sqrtf(all) < most;
}

#endif
