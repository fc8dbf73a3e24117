// The vector types and dim3.
#ifndef WARPLENS_VECTORS_H
#define WARPLENS_VECTORS_H

struct __align__(1) char1 {
  signed char x;
};
WL_BOTH char1 make_char1(signed char x) { return {x}; }
struct __align__(2) char2 {
  signed char x, y;
};
WL_BOTH char2 make_char2(signed char x, signed char y) { return {x, y}; }
struct __align__(1) char3 {
  signed char x, y, z;
};
WL_BOTH char3 make_char3(signed char x, signed char y, signed char z) { return {x, y, z}; }
struct __align__(4) char4 {
  signed char x, y, z, w;
};
WL_BOTH char4 make_char4(signed char x, signed char y, signed char z, signed char w) {
  return {x, y, z, w};
}
struct __align__(1) uchar1 {
  unsigned char x;
};
WL_BOTH uchar1 make_uchar1(unsigned char x) { return {x}; }
struct __align__(2) uchar2 {
  unsigned char x, y;
};
WL_BOTH uchar2 make_uchar2(unsigned char x, unsigned char y) { return {x, y}; }
struct __align__(1) uchar3 {
  unsigned char x, y, z;
};
WL_BOTH uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return {x, y, z}; }
struct __align__(4) uchar4 {
  unsigned char x, y, z, w;
};
WL_BOTH uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) {
  return {x, y, z, w};
}
struct __align__(2) short1 {
  short x;
};
WL_BOTH short1 make_short1(short x) { return {x}; }
struct __align__(4) short2 {
  short x, y;
};
WL_BOTH short2 make_short2(short x, short y) { return {x, y}; }
struct __align__(2) short3 {
  short x, y, z;
};
WL_BOTH short3 make_short3(short x, short y, short z) { return {x, y, z}; }
struct __align__(8) short4 {
  short x, y, z, w;
};
WL_BOTH short4 make_short4(short x, short y, short z, short w) { return {x, y, z, w}; }
struct __align__(2) ushort1 {
  unsigned short x;
};
WL_BOTH ushort1 make_ushort1(unsigned short x) { return {x}; }
struct __align__(4) ushort2 {
  unsigned short x, y;
};
WL_BOTH ushort2 make_ushort2(unsigned short x, unsigned short y) { return {x, y}; }
struct __align__(2) ushort3 {
  unsigned short x, y, z;
};
WL_BOTH ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
  return {x, y, z};
}
struct __align__(8) ushort4 {
  unsigned short x, y, z, w;
};
WL_BOTH ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
                             unsigned short w) {
  return {x, y, z, w};
}
struct __align__(4) int1 {
  int x;
};
WL_BOTH int1 make_int1(int x) { return {x}; }
struct __align__(8) int2 {
  int x, y;
};
WL_BOTH int2 make_int2(int x, int y) { return {x, y}; }
struct __align__(4) int3 {
  int x, y, z;
};
WL_BOTH int3 make_int3(int x, int y, int z) { return {x, y, z}; }
struct __align__(16) int4 {
  int x, y, z, w;
};
WL_BOTH int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
struct __align__(4) uint1 {
  unsigned int x;
};
WL_BOTH uint1 make_uint1(unsigned int x) { return {x}; }
struct __align__(8) uint2 {
  unsigned int x, y;
};
WL_BOTH uint2 make_uint2(unsigned int x, unsigned int y) { return {x, y}; }
struct __align__(4) uint3 {
  unsigned int x, y, z;
};
WL_BOTH uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return {x, y, z}; }
struct __align__(16) uint4 {
  unsigned int x, y, z, w;
};
WL_BOTH uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
  return {x, y, z, w};
}
struct __align__(8) long1 {
  long x;
};
WL_BOTH long1 make_long1(long x) { return {x}; }
struct __align__(16) long2 {
  long x, y;
};
WL_BOTH long2 make_long2(long x, long y) { return {x, y}; }
struct __align__(8) long3 {
  long x, y, z;
};
WL_BOTH long3 make_long3(long x, long y, long z) { return {x, y, z}; }
struct __align__(16) long4 {
  long x, y, z, w;
};
WL_BOTH long4 make_long4(long x, long y, long z, long w) { return {x, y, z, w}; }
struct __align__(8) ulong1 {
  unsigned long x;
};
WL_BOTH ulong1 make_ulong1(unsigned long x) { return {x}; }
struct __align__(16) ulong2 {
  unsigned long x, y;
};
WL_BOTH ulong2 make_ulong2(unsigned long x, unsigned long y) { return {x, y}; }
struct __align__(8) ulong3 {
  unsigned long x, y, z;
};
WL_BOTH ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return {x, y, z}; }
struct __align__(16) ulong4 {
  unsigned long x, y, z, w;
};
WL_BOTH ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) {
  return {x, y, z, w};
}
struct __align__(8) longlong1 {
  long long x;
};
WL_BOTH longlong1 make_longlong1(long long x) { return {x}; }
struct __align__(16) longlong2 {
  long long x, y;
};
WL_BOTH longlong2 make_longlong2(long long x, long long y) { return {x, y}; }
struct __align__(8) longlong3 {
  long long x, y, z;
};
WL_BOTH longlong3 make_longlong3(long long x, long long y, long long z) { return {x, y, z}; }
struct __align__(16) longlong4 {
  long long x, y, z, w;
};
WL_BOTH longlong4 make_longlong4(long long x, long long y, long long z, long long w) {
  return {x, y, z, w};
}
struct __align__(8) ulonglong1 {
  unsigned long long x;
};
WL_BOTH ulonglong1 make_ulonglong1(unsigned long long x) { return {x}; }
struct __align__(16) ulonglong2 {
  unsigned long long x, y;
};
WL_BOTH ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return {x, y}; }
struct __align__(8) ulonglong3 {
  unsigned long long x, y, z;
};
WL_BOTH ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
                                   unsigned long long z) {
  return {x, y, z};
}
struct __align__(16) ulonglong4 {
  unsigned long long x, y, z, w;
};
WL_BOTH ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z,
                                   unsigned long long w) {
  return {x, y, z, w};
}
struct __align__(4) float1 {
  float x;
};
WL_BOTH float1 make_float1(float x) { return {x}; }
struct __align__(8) float2 {
  float x, y;
};
WL_BOTH float2 make_float2(float x, float y) { return {x, y}; }
struct __align__(4) float3 {
  float x, y, z;
};
WL_BOTH float3 make_float3(float x, float y, float z) { return {x, y, z}; }
struct __align__(16) float4 {
  float x, y, z, w;
};
WL_BOTH float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct __align__(8) double1 {
  double x;
};
WL_BOTH double1 make_double1(double x) { return {x}; }
struct __align__(16) double2 {
  double x, y;
};
WL_BOTH double2 make_double2(double x, double y) { return {x, y}; }
struct __align__(8) double3 {
  double x, y, z;
};
WL_BOTH double3 make_double3(double x, double y, double z) { return {x, y, z}; }
struct __align__(16) double4 {
  double x, y, z, w;
};
WL_BOTH double4 make_double4(double x, double y, double z, double w) { return {x, y, z, w}; }

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return {x, y, z}; }
};

extern "C" {
extern const uint3 threadIdx, blockIdx;
extern const int warpSize;
}
extern const dim3 wl_block_dim __asm__("blockDim"), wl_grid_dim __asm__("gridDim");
#define blockDim wl_block_dim
#define gridDim wl_grid_dim

#endif
