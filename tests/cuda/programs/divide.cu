// Divisions that would trap on a processor.
// run:
// prints: -1 5 -2147483648 4 -5 -4
#include <cstdio>
__global__ void d(int *o, int z, unsigned u) { int t = threadIdx.x; o[t] = t / z; o[32 + t] = t % z; o[64 + t] = (t - 2147483647 - 1 - t) / (z - 1); o[96 + t] = (int)(t / u) + (int)(t % (u + 7)); o[128 + t] = (-t) / (t + 1) + (-t) % (t - 40); }
int main() { int *o; cudaMallocManaged(&o, 4096); d<<<1, 32>>>(o, 0, 0); cudaDeviceSynchronize(); printf("%d %d %d %d %d %d\n", o[5], o[37], o[69], o[101], o[133], o[159]); }
