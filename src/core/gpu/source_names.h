/* Sources that several tables name. Internal to src/core. */
#ifndef WL_CORE_GPU_SOURCE_NAMES_H
#define WL_CORE_GPU_SOURCE_NAMES_H

#define GUIDE "CUDA Programming Guide 13.1 and older editions, compute capabilities"
#define FEATURES "CUDA Programming Guide, features by compute capability"
#define GUIDE4 "CUDA C Programming Guide 4, appendix F"
#define GUIDE3X "CUDA Programming Guide, compute capability 3.x"
#define COUNTERS "H200 counters"

#endif
