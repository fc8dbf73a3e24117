// What samples check errors with.
#ifndef WARPLENS_HELPER_CUDA_H
#define WARPLENS_HELPER_CUDA_H

#include "helper_string.h"

#define checkCudaErrors(call)                                                         \
  do {                                                                                \
    cudaError_t wl_e = (cudaError_t)(call);                                           \
    if (wl_e != cudaSuccess) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(wl_e));   \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)
#define getLastCudaError(message) checkCudaErrors(cudaGetLastError())
static inline int findCudaDevice(int, const char **) { return 0; }
static inline bool checkCudaCapabilities(int, int) { return true; }
static inline int _ConvertSMVer2Cores(int, int) { return 128; }
static inline const char *_ConvertSMVer2ArchName(int, int) { return "warplens"; }
static inline const char *_cudaGetErrorEnum(cudaError_t e) { return cudaGetErrorName(e); }
static inline int gpuDeviceInit(int) { return 0; }
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

#endif
