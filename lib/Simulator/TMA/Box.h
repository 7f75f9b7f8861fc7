//===- Box.h - A box of a tensor --------------------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_TMA_BOX_H
#define LOWP_LIB_SIMULATOR_TMA_BOX_H

#include "Simulator/Machine/Machine.h"
#include "TensorMap.h"

namespace lowp::simulator {

/// What TMA moves: `coordinates` of its first element.
struct Box {
  TensorMap map;
  std::array<int32_t, 5> coordinates = {};

  /// Bytes in shared memory.
  uint32_t bytes() const { return map.rows() * map.rowBytes(); }
  /// Bytes that are moved, which mbarriers count: without padding.
  uint32_t movedBytes() const { return map.rows() * map.packedRowBytes(); }
};

/// The box that `operand`, [map, {coordinates}], names; a Fault if it is not
/// one.
Box readBox(Warp &warp, const Operand &operand, int lane);

/// Writes the box to an offset of shared memory.
void loadBox(const Box &box, SharedMemory &shared, uint32_t offset);

/// Writes the box, or adds it, to the tensor; `shared` is what lies at
/// `offset`.
void storeBox(const Box &box, const uint8_t *shared, uint32_t offset,
              bool adds);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_TMA_BOX_H
