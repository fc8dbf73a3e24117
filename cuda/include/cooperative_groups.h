// Cooperative groups: blocks, tiles of warps, and the threads that have come together.
#ifndef WARPLENS_COOPERATIVE_GROUPS_H
#define WARPLENS_COOPERATIVE_GROUPS_H

#define WL_IN __attribute__((always_inline)) inline

namespace cooperative_groups {

struct thread_block {
  static WL_IN void sync() { __syncthreads(); }
  static WL_IN unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static WL_IN unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static WL_IN unsigned num_threads() { return size(); }
  static WL_IN dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static WL_IN dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static WL_IN dim3 group_dim() { return blockDim; }
  static WL_IN dim3 dim_threads() { return blockDim; }
};
WL_IN thread_block this_thread_block() { return thread_block(); }

// The whole grid: its ranks; its blocks do not run side by side, so it cannot wait.
struct grid_group {
  WL_IN bool is_valid() const { return false; }
  WL_IN unsigned long long thread_rank() const {
    unsigned long long block =
        blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    return block * this_thread_block().size() + this_thread_block().thread_rank();
  }
  WL_IN unsigned long long size() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * this_thread_block().size();
  }
  WL_IN unsigned long long num_threads() const { return size(); }
  WL_IN dim3 group_dim() const { return gridDim; }
  WL_IN dim3 dim_blocks() const { return gridDim; }
  WL_IN unsigned long long num_blocks() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  WL_IN unsigned long long block_rank() const { return thread_rank() / this_thread_block().size(); }
  WL_IN void sync() const {
    wl_rt_refuse("a barrier of the whole grid is not supported",
                 "launch a kernel for each part instead");
  }
};
WL_IN grid_group this_grid() { return grid_group(); }

// Lanes of a warp: `lanes` are those that take part.
struct lanes_group {
  unsigned lanes;
  WL_IN unsigned thread_rank() const {
    return (unsigned)__popc(lanes & ((1u << wl_rt_lane()) - 1));
  }
  WL_IN unsigned size() const { return (unsigned)__popc(lanes); }
  WL_IN unsigned num_threads() const { return size(); }
  WL_IN void sync() const { __syncwarp(lanes); }
  WL_IN unsigned at(unsigned rank) const {
    unsigned left = lanes;
    for (; rank > 0 && (left & (left - 1)); rank--) left &= left - 1;
    return (unsigned)__ffs((int)left) - 1;
  }
  WL_IN int any(int p) const { return __any_sync(lanes, p); }
  WL_IN int all(int p) const { return __all_sync(lanes, p); }
  WL_IN unsigned ballot(int p) const { return pack(__ballot_sync(lanes, p)); }
  template <class T>
  WL_IN T shfl(T v, int rank) const {
    return __shfl_sync(lanes, v, (int)at((unsigned)rank));
  }
  template <class T>
  WL_IN T shfl_down(T v, unsigned d) const {
    unsigned to = thread_rank() + d;
    return __shfl_sync(lanes, v, (int)(to < size() ? at(to) : wl_rt_lane()));
  }
  template <class T>
  WL_IN T shfl_up(T v, unsigned d) const {
    unsigned own = thread_rank();
    return __shfl_sync(lanes, v, (int)(own >= d ? at(own - d) : wl_rt_lane()));
  }
  // The lanes of a mask by their rank in the group.
  WL_IN unsigned pack(unsigned mask) const {
    unsigned out = 0, n = 0;
    for (unsigned left = lanes; left; left &= left - 1, n++)
      if (mask & left & (0u - left)) out |= 1u << n;
    return out;
  }
};
typedef lanes_group coalesced_group;
WL_IN coalesced_group coalesced_threads() {
  coalesced_group g;
  g.lanes = __activemask();
  return g;
}

// The lanes of a group that have the same value.
template <class G, class T>
WL_IN coalesced_group labeled_partition(const G &, T label) {
  coalesced_group g;
  g.lanes = __match_any_sync(__activemask(), label);
  return g;
}
template <class G>
WL_IN coalesced_group binary_partition(const G &g, bool label) {
  return labeled_partition(g, (int)label);
}

template <unsigned Size, class Parent = void>
struct thread_block_tile;
// What a tile is a part of: the block, or a larger tile.
template <class Parent>
struct outer {
  static WL_IN unsigned rank() { return this_thread_block().thread_rank(); }
  static WL_IN unsigned size() { return this_thread_block().size(); }
};
template <unsigned Size, class Parent>
struct outer<thread_block_tile<Size, Parent>> {
  static WL_IN unsigned rank() { return wl_rt_lane() & (Size - 1); }
  static WL_IN unsigned size() { return Size; }
};

template <unsigned Size, class Parent>
struct thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");
  thread_block_tile() = default;
  template <class Other>
  WL_IN thread_block_tile(const thread_block_tile<Size, Other> &) {}
  WL_IN unsigned mask() const {
    return Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << (wl_rt_lane() & ~(Size - 1));
  }
  WL_IN unsigned thread_rank() const { return wl_rt_lane() & (Size - 1); }
  static WL_IN constexpr unsigned size() { return Size; }
  static WL_IN constexpr unsigned num_threads() { return Size; }
  unsigned place = outer<Parent>::rank() / Size, places = (outer<Parent>::size() + Size - 1) / Size;
  WL_IN unsigned meta_group_rank() const { return place; }
  WL_IN unsigned meta_group_size() const { return places; }
  WL_IN void sync() const { __syncwarp(mask()); }
  template <class T>
  WL_IN T shfl(T v, int rank) const {
    return __shfl_sync(mask(), v, rank, Size);
  }
  template <class T>
  WL_IN T shfl_down(T v, unsigned d) const {
    return __shfl_down_sync(mask(), v, d, Size);
  }
  template <class T>
  WL_IN T shfl_up(T v, unsigned d) const {
    return __shfl_up_sync(mask(), v, d, Size);
  }
  template <class T>
  WL_IN T shfl_xor(T v, unsigned m) const {
    return __shfl_xor_sync(mask(), v, (int)m, Size);
  }
  WL_IN int any(int p) const { return __any_sync(mask(), p); }
  WL_IN int all(int p) const { return __all_sync(mask(), p); }
  WL_IN unsigned ballot(int p) const {
    return __ballot_sync(mask(), p) >> (wl_rt_lane() & ~(Size - 1));
  }
  template <class T>
  WL_IN unsigned match_any(T v) const {
    return __match_any_sync(mask(), v) >> (wl_rt_lane() & ~(Size - 1));
  }
  template <class T>
  WL_IN unsigned match_all(T v, int &p) const {
    return __match_all_sync(mask(), v, &p) >> (wl_rt_lane() & ~(Size - 1));
  }
  WL_IN operator thread_block_tile<Size>() const {
    thread_block_tile<Size> same;
    same.place = place, same.places = places;
    return same;
  }
};
// Any of them, where the kind is not in the type: lanes of a warp, or all threads of the block.
struct thread_group {
  unsigned lanes, first;  // 0 lanes: the block
  WL_IN thread_group(const thread_block &) : lanes(0), first(0) {}
  WL_IN thread_group(const lanes_group &g)
      : lanes(g.lanes), first((unsigned)__ffs((int)g.lanes) - 1) {}
  template <unsigned Size, class Parent>
  WL_IN thread_group(const thread_block_tile<Size, Parent> &g)
      : lanes(g.mask()), first(wl_rt_lane() & ~(Size - 1)) {}
  WL_IN void sync() const {
    if (lanes == 0) __syncthreads();
    else __syncwarp(lanes);
  }
  WL_IN unsigned thread_rank() const {
    return lanes == 0 ? this_thread_block().thread_rank()
                      : (unsigned)__popc(lanes & ((1u << wl_rt_lane()) - 1));
  }
  WL_IN unsigned size() const {
    return lanes == 0 ? this_thread_block().size() : (unsigned)__popc(lanes);
  }
  WL_IN unsigned num_threads() const { return size(); }
};
WL_IN thread_group tiled_partition(const thread_group &, unsigned size) {
  lanes_group g;
  g.lanes = size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (wl_rt_lane() & ~(size - 1));
  return thread_group(g);
}

// The threads of a tile whose value is the same.
template <unsigned Size, class Parent, class T>
WL_IN coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &g, T v) {
  coalesced_group own;
  own.lanes = __match_any_sync(g.mask(), v);
  return own;
}
template <unsigned Size, class Parent>
WL_IN coalesced_group binary_partition(const thread_block_tile<Size, Parent> &g, bool v) {
  return labeled_partition(g, (int)v);
}

template <unsigned Size, class Parent>
WL_IN thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
template <class G>
WL_IN void sync(const G &g) {
  g.sync();
}

template <class T>
struct plus {
  WL_IN T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  WL_IN T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  WL_IN T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  WL_IN T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  WL_IN T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  WL_IN T operator()(T a, T b) const { return a ^ b; }
};
template <unsigned Size, class Parent, class T, class F>
WL_IN T reduce(const thread_block_tile<Size, Parent> &g, T v, F f) {
  for (unsigned d = Size / 2; d > 0; d /= 2) v = f(v, g.shfl_xor(v, d));
  return v;
}
template <class T, class F>
WL_IN T reduce(const lanes_group &g, T v, F f) {
  T all = g.shfl(v, 0);
  for (unsigned rank = 1; rank < g.size(); rank++) all = f(all, g.shfl(v, (int)rank));
  return all;
}
template <class G, class T, class F = plus<T>>
WL_IN T inclusive_scan(const G &g, T v, F f = F()) {
  for (unsigned d = 1; d < g.size(); d *= 2) {
    T other = g.shfl_up(v, d);
    if (g.thread_rank() >= d) v = f(other, v);
  }
  return v;
}
template <class G, class T, class F = plus<T>>
WL_IN T exclusive_scan(const G &g, T v, F f = F()) {
  T all = inclusive_scan(g, v, f), before = g.shfl_up(all, 1);
  return g.thread_rank() == 0 ? T() : before;
}

// Copies of 4, 8 or 16 bytes, as the type is aligned.
template <class G, class T>
WL_IN void memcpy_async(const G &g, T *to, const T *from, size_t bytes) {
  const size_t one = alignof(T) > 16 ? 16 : alignof(T);
  for (size_t i = g.thread_rank() * one; i < bytes; i += g.size() * one)
    if (one < 4) ((T *)((char *)to + i))[0] = *(const T *)((const char *)from + i);
    else __pipeline_memcpy_async((char *)to + i, (const char *)from + i, one);
  __pipeline_commit();
}
template <class G>
WL_IN void wait(const G &g) {
  __pipeline_wait_prior(0);
  g.sync();
}

}  // namespace cooperative_groups
#undef WL_IN
#endif
