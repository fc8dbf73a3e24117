// What samples check errors with.
#ifndef WARPLENS_HELPER_CUDA_H
#define WARPLENS_HELPER_CUDA_H

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
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

#endif
