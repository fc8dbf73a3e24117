// Vector types of all widths, as arrays, in structs, and by casts.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
struct Particle { float3 pos; float mass; float3 vel; int id; };
struct __align__(16) Aligned { float4 a; int2 b; };
__global__ void pixels(const uchar4 *in, uchar4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar4 p = in[i];
    unsigned char g = (unsigned char)((p.x * 77 + p.y * 151 + p.z * 28) >> 8);
    out[i] = make_uchar4(g, g, g, p.w);
  }
}
__global__ void points(const float3 *in, float2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float3 p = in[i];
    out[i] = make_float2(p.x * p.x + p.y * p.y, p.z);
  }
}
__global__ void move(Particle *p, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].pos.x += p[i].vel.x * dt;
  p[i].pos.y += p[i].vel.y * dt;
  p[i].pos.z += p[i].vel.z * dt;
}
__global__ void aligned(const Aligned *in, Aligned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Aligned v = in[i];
    v.a.w += v.a.x;
    v.b.y = v.b.x + i;
    out[i] = v;
  }
}
__global__ void doubles(const double2 *in, double *out, short2 *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double2 v = in[i];
    out[i] = v.x * v.y;
    s[i] = make_short2((short)v.x, (short)v.y);
  }
}
__global__ void copyAs(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k < n / 4; k += blockDim.x * gridDim.x)
    reinterpret_cast<float4 *>(out)[k] = reinterpret_cast<const float4 *>(in)[k];
  if (i < n % 4) out[n - 1 - i] = in[n - 1 - i];
}
template <class T> T *put(const std::vector<T> &h) {
  T *d;
  cudaMalloc(&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}
template <class T> std::vector<T> get(const T *d, int n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
int main() {
  const int n = 3000, g = (n + 127) / 128;
  std::vector<uchar4> u(n);
  std::vector<float3> f(n);
  std::vector<Particle> p(n);
  std::vector<Aligned> a(n);
  std::vector<double2> d(n);
  for (int i = 0; i < n; i++) {
    u[i] = make_uchar4(i, i * 3, i * 7, 255);
    f[i] = make_float3(i % 10, i % 7, i);
    p[i] = {f[i], 1, make_float3(1, 2, 4), i};
    a[i] = {make_float4(i, 1, 2, 3), make_int2(i, -i)};
    d[i] = make_double2(i % 50, i % 30);
  }
  uchar4 *uo = put(u);
  pixels<<<g, 128>>>(put(u), uo, n);
  u = get(uo, n);
  printf("pixels %d %d %d\n", u[1].x, u[100].y, u[n - 1].z);
  float2 *fo;
  cudaMalloc(&fo, n * sizeof *fo);
  points<<<g, 128>>>(put(f), fo, n);
  std::vector<float2> f2 = get(fo, n);
  printf("points %.0f %.0f\n", f2[69].x, f2[n - 1].y);
  Particle *po = put(p);
  move<<<g, 128>>>(po, 0.5f, n);
  p = get(po, n);
  printf("move %.1f %.1f %.1f\n", p[9].pos.x, p[9].pos.y, p[n - 1].pos.z);
  Aligned *ao = put(a);
  aligned<<<g, 128>>>(put(a), ao, n);
  a = get(ao, n);
  printf("aligned %.0f %d\n", a[77].a.w, a[77].b.y);
  double *dout;
  short2 *so;
  cudaMalloc(&dout, n * 8);
  cudaMalloc(&so, n * 4);
  doubles<<<g, 128>>>(put(d), dout, so, n);
  printf("doubles %.0f %d\n", get(dout, n)[149], get(so, n)[149].x);
  copyAs<<<4, 128>>>((float *)ao, (float *)put(f), n * 3 - 1);
  printf("copied\n");
}
