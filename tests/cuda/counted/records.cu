// Structures of 6 to 48 bytes as elements: whole, by members, aligned, in shared memory, arrays of arrays.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
template <typename T> T *up(const std::vector<T> &h) {
  T *p;
  cudaMalloc(&p, h.size() * sizeof(T));
  cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <typename T> std::vector<T> down(const T *p, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
struct Particle {
  float3 pos, vel;
};
struct Wide {
  double a;
  float b, c;
  int d;
  short e[2];
  double f[3];
};
struct __align__(16) Ray {
  float o[3], t, d[3];
  int hit;
};
struct Small {
  short a, b, c;
};
struct Mixed {
  char tag;
  int value;
  char more;
  double weight;
};
__global__ void move(Particle *p, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle q = p[i];
  q.pos.x += q.vel.x * dt;
  q.pos.y += q.vel.y * dt;
  q.pos.z += q.vel.z * dt;
  p[i] = q;
}
__global__ void wides(const Wide *in, Wide *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Wide w = in[n - 1 - i];
  w.a += w.b;
  w.e[1] += 2;
  out[i] = w;
}
__global__ void rays(Ray *r, const float3 *dir, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 d = dir[i];
  Ray x = r[i];
  if (x.t > 3) {
    x.d[0] = d.x;
    x.d[1] = d.y;
    x.d[2] = d.z;
    x.hit = 1;
    r[i] = x;
  } else {
    r[i].hit = 0;
  }
}
__global__ void smalls(const Small *in, Small *out, Mixed *m, int n) {
  __shared__ Small s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = in[i];
  __syncthreads();
  Small v = s[63 - t];
  v.b = (short)(v.b * 2);
  out[i] = v;
  m[i].value += v.a;
  m[i].weight *= 2;
  if (m[i].tag > 2) m[i].more = 1;
}
__global__ void shared3(const float3 *in, float3 *out) {
  __shared__ float3 s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  s[t] = in[i];
  __syncthreads();
  float3 a = s[t], b = s[(t + 5) & 127];
  out[i] = make_float3(a.x + b.x, a.y * b.y, a.z - b.z);
}
int main() {
  const int n = 1000, m = 1024;
  std::vector<Particle> p(n);
  std::vector<Wide> w(n);
  std::vector<Ray> r(n);
  std::vector<Small> s(m);
  std::vector<Mixed> x(m);
  std::vector<float3> f(m);
  for (int i = 0; i < n; i++) {
    p[i].pos = p[i].vel = make_float3((float)i, 1, 2);
    w[i] = Wide{(double)i, 1, 2, i, {1, 2}, {0, 1, 2}};
    r[i] = Ray{{0, 0, 0}, (float)(i % 7), {0, 0, 0}, -1};
  }
  for (int i = 0; i < m; i++) s[i] = Small{(short)i, 2, 3}, x[i] = Mixed{(char)(i % 5), i, 0, 1.5},
      f[i] = make_float3((float)i, 2, 3);
  Particle *dp = up(p);
  move<<<8, 128>>>(dp, 0.5f, n);
  printf("particles %.1f\n", down(dp, n)[999].pos.x);
  Wide *dw = up(w), *ow = up(w);
  wides<<<8, 128>>>(dw, ow, n);
  printf("wides %.1f %d\n", down(ow, n)[0].a, down(ow, n)[5].e[1]);
  Ray *dr = up(r);
  float3 *df = up(f), *of = up(f);
  rays<<<8, 128>>>(dr, df, n);
  auto q = down(dr, n);
  printf("rays %d %d %.0f\n", q[0].hit, q[5].hit, q[5].d[0]);
  Small *ds = up(s), *os = up(s);
  Mixed *dm = up(x);
  smalls<<<m / 64, 64>>>(ds, os, dm, m);
  printf("smalls %d %d\n", down(os, m)[0].a, down(dm, m)[7].value);
  shared3<<<m / 128, 128>>>(df, of);
  printf("shared3 %.0f\n", down(of, m)[2].x);
}
