//===- Box.cpp - A box of a tensor ----------------------------------------===//

#include "Box.h"

#include "Simulator/Machine/Lanes.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"

#include <algorithm>
#include <mutex>

using namespace lowp::simulator;

namespace {

/// The map that an address points to: in the parameters or in global memory.
TensorMap readMap(const Launch &launch, uint64_t address) {
  if (address % 64)
    fail(FaultKind::Alignment, "a tensor map at no multiple of 64 bytes");
  TensorMap map;
  if (address >> 48 == kParameterWindow >> 48) {
    uint64_t offset = address - kParameterWindow;
    if (offset + 128 > launch.parameters.size())
      fail(FaultKind::Address, "a tensor map outside of the parameters");
    std::memcpy(&map, &launch.parameters[offset], sizeof(TensorMap));
  } else {
    std::memcpy(&map,
                GlobalMemory::get().access(address, 128, 64, "tensor map"),
                sizeof(TensorMap));
  }
  if (map.magic != TensorMap::kMagic)
    fail(FaultKind::Program, "the operand is no tensor map");
  return map;
}

/// Where a box may begin in a row.
void checkFirst(const TensorMap &map, int32_t first) {
  if (map.isPadded && first % int32_t(kPaddedElements))
    fail(FaultKind::Alignment,
         "a box that begins at element %d of a row, which TMA pads: no "
         "multiple of %u elements",
         first, kPaddedElements);
  if (int64_t(first) * map.elementBits % (8 * kRowAlignment))
    fail(FaultKind::Alignment,
         "a box that begins at element %d of a row, of %d bits each, which is "
         "no multiple of %u bytes",
         first, map.elementBits, kRowAlignment);
}

/// Bytes of a row: how many, after how many others.
struct RowPart {
  uint32_t skip, size;
};

/// The part of a row that is in the tensor.
RowPart insideOfRow(const Box &box) {
  int64_t first = box.coordinates[0];
  int64_t width = box.map.box[0];
  int64_t low = std::clamp<int64_t>(-first, 0, width);
  int64_t high = std::clamp<int64_t>(box.map.sizes[0] - first, low, width);
  auto bytes = [&](int64_t count) {
    return uint32_t(count * box.map.elementBits / 8);
  };
  return {bytes(low), bytes(high - low)};
}

/// The address of a row's first element; 0 for a row outside of the tensor.
uint64_t rowAddress(const Box &box, uint32_t row) {
  const TensorMap &map = box.map;
  uint64_t address =
      map.base + int64_t(box.coordinates[0]) * map.elementBits / 8;
  for (int dim = 1; dim < map.rank; ++dim) {
    int64_t index = box.coordinates[dim] + int64_t(row % map.box[dim]);
    row /= map.box[dim];
    if (index < 0 || index >= int64_t(map.sizes[dim]))
      return 0;
    address += index * map.strides[dim - 1];
  }
  return address;
}

/// Moves 16 bytes at a time between a row and where the swizzle puts them.
template <typename Move>
void forEachChunk(const Box &box, uint32_t offset, uint32_t row, Move move) {
  uint32_t start = offset + row * box.map.rowBytes();
  for (uint32_t chunk = 0; chunk < box.map.rowBytes(); chunk += kGranule)
    move(chunk, swizzled(start + chunk, box.map.swizzle));
}

/// Rounds f32 to tf32 as a load does: to the nearest, ties to even.
void roundToTF32(uint8_t *elements, size_t bytes) {
  for (size_t i = 0; i < bytes; i += sizeof(float)) {
    float value;
    std::memcpy(&value, elements + i, sizeof(float));
    value = TF32::from(value).toFloat();
    std::memcpy(elements + i, &value, sizeof(float));
  }
}

template <typename T>
void addElements(uint8_t *target, const uint8_t *source, size_t bytes) {
  for (size_t i = 0; i < bytes; i += sizeof(T)) {
    T old, value;
    std::memcpy(&old, target + i, sizeof(T));
    std::memcpy(&value, source + i, sizeof(T));
    T sum;
    if constexpr (std::is_same_v<T, float>)
      sum = canonical(old + value);
    else
      sum = T::from(old.toFloat() + value.toFloat());
    std::memcpy(target + i, &sum, sizeof(T));
  }
}

void addRow(const TensorMap &map, uint8_t *target, const uint8_t *source,
            size_t bytes) {
  switch (map.element) {
  case Element::F32:
    return addElements<float>(target, source, bytes);
  case Element::BF16:
    return addElements<BF16>(target, source, bytes);
  case Element::F16:
    return addElements<F16>(target, source, bytes);
  default:
    fail(FaultKind::Program, "TMA adds no bytes");
  }
}

/// A row as it lies in global memory, zeros outside of the tensor.
void readRow(const Box &box, uint32_t row, std::vector<uint8_t> &bytes) {
  std::fill(bytes.begin(), bytes.end(), 0);
  RowPart part = insideOfRow(box);
  uint64_t address = rowAddress(box, row);
  if (!address || !part.size)
    return;
  std::memcpy(&bytes[part.skip],
              GlobalMemory::get().access(address + part.skip, part.size, 1,
                                         "load by TMA"),
              part.size);
  if (box.map.element == Element::TF32)
    roundToTF32(&bytes[part.skip], part.size);
}

} // namespace

Box lowp::simulator::readBox(Warp &warp, const Operand &operand, int lane) {
  Box box;
  box.map =
      readMap(warp.block->cluster->launch, addressOf(warp, operand, lane));
  const auto &coordinates = operand.parts[1].parts;
  if (coordinates.size() != box.map.rank)
    fail(FaultKind::Program, "%zu coordinates for a tensor of rank %d",
         coordinates.size(), box.map.rank);
  for (size_t dim = 0; dim < coordinates.size(); ++dim)
    box.coordinates[dim] = valueOf<uint32_t>(warp, coordinates[dim], lane);
  checkFirst(box.map, box.coordinates[0]);
  return box;
}

void lowp::simulator::loadBox(const Box &box, SharedMemory &shared,
                              uint32_t offset) {
  uint8_t *target = shared.completeCopy(offset, box.bytes()) - offset;
  std::vector<uint8_t> bytes(box.map.packedRowBytes());
  // Nobody writes what stands between padded elements.
  uint32_t given = box.map.isPadded ? 2 * box.map.elementBits : kGranule;
  for (uint32_t row = 0; row < box.map.rows(); ++row) {
    readRow(box, row, bytes);
    forEachChunk(box, offset, row, [&](uint32_t chunk, uint32_t place) {
      std::memcpy(target + place, &bytes[chunk / kGranule * given], given);
      if (given < kGranule)
        shared.forget(place + given, kGranule - given);
    });
  }
}

void lowp::simulator::storeBox(const Box &box, const uint8_t *shared,
                               uint32_t offset, bool adds) {
  RowPart part = insideOfRow(box);
  std::vector<uint8_t> bytes(box.map.rowBytes());
  std::lock_guard<std::mutex> lock(GlobalMemory::get().atomics);
  for (uint32_t row = 0; row < box.map.rows(); ++row) {
    forEachChunk(box, offset, row, [&](uint32_t chunk, uint32_t place) {
      std::memcpy(&bytes[chunk], shared + place - offset, kGranule);
    });
    uint64_t address = rowAddress(box, row);
    if (!address || !part.size)
      continue;
    uint8_t *target = GlobalMemory::get().access(address + part.skip, part.size,
                                                 1, "store by TMA");
    if (adds)
      addRow(box.map, target, &bytes[part.skip], part.size);
    else
      std::memcpy(target, &bytes[part.skip], part.size);
  }
}
