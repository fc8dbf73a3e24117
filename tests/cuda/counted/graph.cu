// Breadth-first search by levels, and PageRank with pushes: indirect accesses and atomics.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void bfsLevel(const int *ptr, const int *adj, int *dist, int *changed, int level, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && dist[v] == level) {
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int u = adj[e];
      if (dist[u] < 0) {
        dist[u] = level + 1;
        *changed = 1;
      }
    }
  }
}
__global__ void push(const int *ptr, const int *adj, const float *rank, float *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int first = ptr[v], degree = ptr[v + 1] - first;
  if (degree == 0) return;
  float share = rank[v] / degree;
  for (int k = 0; k < degree; k++) atomicAdd(&next[adj[first + k]], share);
}
__global__ void relax(const int *from, const int *to, const int *cost, int *dist, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) atomicMin(&dist[to[e]], 1000 + cost[e] + from[e] % 16);
}
int main() {
  const int n = 1500, d = 4;
  std::vector<int> ptr(n + 1), adj, from, cost, dist(n, -1);
  for (int v = 0; v < n; v++) {
    for (int k = 0; k < d - (v % 3 == 0); k++) {
      adj.push_back((v * 7 + k * 311 + v * k % 5 + 1) % n);
      from.push_back(v);
      cost.push_back((v * 7 + k) % 50);
    }
    ptr[v + 1] = (int)adj.size();
  }
  int edges = (int)adj.size(), *dp, *da, *dd, *ch, *df, *dc;
  float *r, *nx;
  cudaMalloc(&dp, ptr.size() * 4);
  cudaMalloc(&da, edges * 4);
  cudaMalloc(&dd, n * 4);
  cudaMalloc(&ch, 4);
  cudaMalloc(&df, edges * 4);
  cudaMalloc(&dc, edges * 4);
  cudaMalloc(&r, n * 4);
  cudaMalloc(&nx, n * 4);
  cudaMemcpy(dp, ptr.data(), ptr.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(da, adj.data(), edges * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(df, from.data(), edges * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, cost.data(), edges * 4, cudaMemcpyHostToDevice);
  dist[0] = 0;
  cudaMemcpy(dd, dist.data(), n * 4, cudaMemcpyHostToDevice);
  int level = 0, changed = 1;
  while (changed) {
    changed = 0;
    cudaMemcpy(ch, &changed, 4, cudaMemcpyHostToDevice);
    bfsLevel<<<(n + 127) / 128, 128>>>(dp, da, dd, ch, level++, n);
    cudaMemcpy(&changed, ch, 4, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(dist.data(), dd, n * 4, cudaMemcpyDeviceToHost);
  long s = 0;
  for (int v : dist) s += v;
  printf("levels %d, sum %ld\n", level, s);
  std::vector<float> rank(n, 12.0f);
  cudaMemcpy(r, rank.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(nx, 0, n * 4);
  push<<<(n + 255) / 256, 256>>>(dp, da, r, nx, n);
  cudaMemcpy(rank.data(), nx, n * 4, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float v : rank) sum += v;
  printf("ranks %.0f %.0f\n", sum, rank[1]);
  cudaMemset(dd, 0x7f, n * 4);
  relax<<<(edges + 127) / 128, 128>>>(df, da, dc, dd, edges);
  cudaMemcpy(dist.data(), dd, n * 4, cudaMemcpyDeviceToHost);
  for (int v = s = 0; v < n; v++) s += dist[v] % 1000;
  printf("relaxed %ld\n", s);
}
