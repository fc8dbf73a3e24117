// Virtual functions in a kernel: a class chosen by each thread.
// run:
// prints: 28 9 28
#include <cstdio>

struct Shape {
  __device__ virtual int area() const = 0;
};

struct Square : Shape {
  int side;
  __device__ Square(int n) : side(n) {}
  __device__ int area() const override { return side * side; }
};

struct Rectangle : Shape {
  int width;
  __device__ Rectangle(int n) : width(n) {}
  __device__ int area() const override { return width * 7; }
};

__global__ void areas(int *out, int n) {
  Square square(3);
  Rectangle rectangle(4);
  const Shape *shape = threadIdx.x % 2 == 0 && n > 3 ? (const Shape *)&square : &rectangle;
  out[threadIdx.x] = shape->area();
}

int main() {
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  areas<<<1, 32>>>(out, 9);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[1], host[2], host[31]);
}
