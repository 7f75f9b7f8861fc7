//===- TensorMemory.h - The tensor memory of a block ------------*- C++ -*-===//
//
// 128 lanes of 512 columns, each cell of which has 32 bits. Knows of each cell
// whether it is allocated, whether it was written, and whether a store by lanes
// has not been waited for.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MEMORY_TENSORMEMORY_H
#define LOWP_LIB_SIMULATOR_MEMORY_TENSORMEMORY_H

#include "Ordering.h"

#include <map>

namespace lowp::simulator {

constexpr uint32_t kTensorLanes = 128;
constexpr uint32_t kTensorColumns = 512;
/// Lanes that a warp can reach: those of its number in the warpgroup.
constexpr uint32_t kQuarterLanes = 32;

/// A cell; in addresses the lane stands in the high half.
struct TensorPlace {
  uint32_t lane = 0, column = 0;

  static TensorPlace ofAddress(uint32_t address) {
    return {address >> 16, address & 0xFFFF};
  }
  /// The place so many lanes and columns further.
  TensorPlace plus(uint32_t lanes, uint32_t columns) const {
    return {lane + lanes, column + columns};
  }
};

class TensorMemory {
public:
  TensorMemory();

  /// The first of so many columns in a row; -1 if no such are free.
  int allocate(uint32_t columns);
  /// Throws a Fault if they were not allocated together.
  void release(const Accessor *by, uint32_t first, uint32_t columns);
  /// Throws a Fault if they were not, or accesses have no order to `by`.
  void checkRelease(const Accessor *by, uint32_t first, uint32_t columns);
  bool hasColumns() const { return !allocations.empty(); }
  /// Nobody may allocate any more.
  bool isRelinquished = false;

  /// Cells of `lanes` lanes of a column, from `place` on. `by` is null where no
  /// order is asked for.
  const uint32_t *read(const Accessor *by, TensorPlace place, uint32_t lanes,
                       const char *what);
  uint32_t *write(const Accessor *by, TensorPlace place, uint32_t lanes,
                  const char *what);

  /// A store of lanes begins, and has been waited for.
  void beginStore(TensorPlace place, uint32_t lanes);
  void endStore(TensorPlace place, uint32_t lanes);

private:
  enum State : uint8_t { Free, Unwritten, Storing, Written };

  void checkBounds(TensorPlace place, uint32_t lanes, const char *what) const;

  std::vector<uint32_t> cells;
  std::vector<State> states;
  std::map<uint32_t, uint32_t> allocations; // columns by the first
  AccessLog log;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MEMORY_TENSORMEMORY_H
