//===- TensorMapMemo.cpp - Tensor maps of the call before -----------------===//

#include "lowp/Runtime/TensorMapMemo.h"

#include <algorithm>

using namespace mlir::lowp::runtime;

/// Whether two maps are the same; what is after their rank has no meaning.
static bool areEqual(const LowpTensorMap &lhs, const LowpTensorMap &rhs) {
  auto haveSame = [](const auto &left, const auto &right, uint32_t count) {
    return std::equal(left, left + count, right);
  };
  return lhs.base == rhs.base && lhs.elementType == rhs.elementType &&
         lhs.rank == rhs.rank && lhs.swizzle == rhs.swizzle &&
         haveSame(lhs.sizes, rhs.sizes, lhs.rank) &&
         haveSame(lhs.strides, rhs.strides, lhs.rank - 1) &&
         haveSame(lhs.box, rhs.box, lhs.rank);
}

void TensorMapMemo::begin(unsigned long long newContextId) {
  position = 0;
  if (contextId == newContextId)
    return;
  entries.clear();
  contextId = newContextId;
}

const CudaTensorMap *TensorMapMemo::find(const LowpTensorMap &map) const {
  if (position >= entries.size() || !areEqual(entries[position].map, map))
    return nullptr;
  return &entries[position].encoded;
}

void TensorMapMemo::keep(const LowpTensorMap &map,
                         const CudaTensorMap &encoded) {
  if (position < entries.size())
    entries[position] = {map, encoded};
  else
    entries.push_back({map, encoded});
  ++position;
}
