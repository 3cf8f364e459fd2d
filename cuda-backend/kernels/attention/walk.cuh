// A block serves one split of the keys of one lane and key/value head, for PACKED rows of queries: packed row m is row
// m / RATIO of the lane and query head m % RATIO of the group. Keys are cut into pages of 64 by absolute position; split s
// owns pages s, s + SPLITS, s + 2 SPLITS, … and walks them in steps of KEYS. What a packed row adds up, and in which
// order, therefore depends on its position alone: steps beyond its last key leave its sums as they are.
constexpr int STEPS_PER_PAGE = PAGE / KEYS;
constexpr int PARTIAL = WIDTH + 2;
constexpr float LOWEST = -3.4028234663852886e38f;

struct Share {
  int lane, head, split;
  // First row of the lane, and keys in its pages before this step.
  int row, length;
  // Packed rows [first, end), the last key any of them sees, and the steps up to it.
  int first, end, last, steps;
};

__device__ __forceinline__ Share block_share(const Buffers& buffers) {
  Share share;
  share.split = blockIdx.x;
  share.head = blockIdx.y % HEADS;
  share.lane = blockIdx.z;
  int range[3];
  lane_range(buffers, share.lane, range);
  share.row = range[0];
  share.length = range[2];
  share.first = blockIdx.y / HEADS * PACKED;
  share.end = min(share.first + PACKED, (range[1] - range[0]) * RATIO);
  share.last = share.length + (share.end - 1) / RATIO;
  const int pages = share.last / PAGE + 1;
  share.steps = 0;
  if (share.first >= share.end || share.split >= pages) return share;
  const int own = (pages - share.split + SPLITS - 1) / SPLITS;
  const bool ends_here = share.split + (own - 1) * SPLITS == pages - 1;
  share.steps = (own - 1) * STEPS_PER_PAGE + (ends_here ? share.last % PAGE / KEYS + 1 : STEPS_PER_PAGE);
  return share;
}

// Position of the first key of a step.
__device__ __forceinline__ int first_key(const Share& share, int step) {
  return (share.split + step / STEPS_PER_PAGE * SPLITS) * PAGE + step % STEPS_PER_PAGE * KEYS;
}

// Starts copying the keys and values of a step; rows of `keys` and `values` lie STRIDE pieces of 16 bytes apart. Keys
// that no row sees are zeros: what lies there belongs to nobody.
__device__ __forceinline__ void fetch_step(const Buffers& buffers, const Share& share, int step, uint4* keys,
                                           uint4* values) {
  const int first = first_key(share, step);
  int page[1];
  page_of(buffers, share.lane, first / PAGE, page);
  int vectors[2];
  vectors_of(buffers, page[0], share.head, first % PAGE, vectors);
  for (int i = threadIdx.x; i < KEYS * PIECES; i += THREADS) {
    const int key = i / PIECES, piece = i % PIECES;
    const bool seen = first + key <= share.last;
    const int element = piece * (WIDTH / PIECES);
    const long long key_at = seen ? (vectors[0] + key) * (long long)WIDTH + element : 0;
    const long long value_at = seen ? (vectors[1] + key) * (long long)WIDTH + element : 0;
    copy_async(&keys[key * STRIDE + piece], buffers.pages + key_at, seen);
    copy_async(&values[key * STRIDE + piece], buffers.pages + value_at, seen);
  }
}

// Last key a packed row sees; -1 for packed rows that do not exist.
__device__ __forceinline__ int last_key(const Share& share, int m) {
  return share.first + m < share.end ? share.length + (share.first + m) / RATIO : -1;
}

// WIDTH unfinished outputs of a packed row in this split, then the largest score and the sum of weights.
__device__ __forceinline__ float* partial_of(const Buffers& buffers, const Share& share, int m) {
  const int row = share.row + (share.first + m) / RATIO;
  const int head = share.head * RATIO + (share.first + m) % RATIO;
  return buffers.partial + (((long long)row * QUERY_HEADS + head) * SPLITS + share.split) * PARTIAL;
}

// Two neighbouring elements of the query of a packed row; zeros for packed rows that do not exist.
__device__ __forceinline__ void packed_query(const Buffers& buffers, const Share& share, int m, int pair,
                                             float (&values)[2]) {
  values[0] = values[1] = 0.0f;
  if (share.first + m >= share.end) return;
  load_query(buffers, share.row + (share.first + m) / RATIO, share.head * RATIO + (share.first + m) % RATIO, pair, values);
}
