//===- BulkOps.cpp - Bulk copies of boxes of tensors ----------------------===//

#include "Simulator/MBarrier/MBarrier.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"
#include "TensorMap.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

/// What a box's place in shared memory must be a multiple of.
constexpr uint32_t kBoxAlignment = 128;

/// A box of a tensor: `coordinates` of its first element.
struct Box {
  TensorMap map;
  std::array<int32_t, 5> coordinates = {};

  uint32_t bytes() const { return map.rows() * map.rowBytes(); }
  /// The elements of a row that are in the tensor.
  std::pair<int64_t, int64_t> insideOfRow() const {
    int64_t first = coordinates[0];
    int64_t width = map.box[0];
    int64_t low = std::clamp<int64_t>(-first, 0, width);
    int64_t high = std::clamp<int64_t>(map.sizes[0] - first, low, width);
    return {low, high};
  }
  /// The address of a row's first element; 0 for a row outside of the tensor.
  uint64_t rowAddress(uint32_t row) const {
    uint64_t address = map.base + int64_t(coordinates[0]) * map.elementBytes;
    for (int dim = 1; dim < map.rank; ++dim) {
      int64_t index = coordinates[dim] + int64_t(row % map.box[dim]);
      row /= map.box[dim];
      if (index < 0 || index >= int64_t(map.sizes[dim]))
        return 0;
      address += index * map.strides[dim - 1];
    }
    return address;
  }
};

/// `operand`: [map, {coordinates}].
Box readBox(Warp &warp, const Operand &operand, int lane) {
  uint64_t address = addressOf(warp, operand, lane);
  if (address % 64)
    fail(FaultKind::Alignment, "a tensor map at no multiple of 64 bytes");
  Box box;
  if (address >> 48 == kParameterWindow >> 48) {
    const auto &parameters = warp.block->cluster->launch.parameters;
    uint64_t offset = address - kParameterWindow;
    if (offset + 128 > parameters.size())
      fail(FaultKind::Address, "a tensor map outside of the parameters");
    std::memcpy(&box.map, &parameters[offset], sizeof(TensorMap));
  } else {
    std::memcpy(&box.map,
                GlobalMemory::get().access(address, 128, 64, "tensor map"),
                sizeof(TensorMap));
  }
  if (box.map.magic != TensorMap::kMagic)
    fail(FaultKind::Program, "the operand is no tensor map");
  const auto &coordinates = operand.parts[1].parts;
  if (coordinates.size() != box.map.rank)
    fail(FaultKind::Program, "%zu coordinates for a tensor of rank %d",
         coordinates.size(), box.map.rank);
  for (size_t dim = 0; dim < coordinates.size(); ++dim)
    box.coordinates[dim] = valueOf<uint32_t>(warp, coordinates[dim], lane);
  if (int64_t(box.coordinates[0]) * box.map.elementBytes % kRowAlignment)
    fail(FaultKind::Alignment,
         "a box that begins at element %d of a row, of %d bytes each, which is "
         "no multiple of %u bytes",
         box.coordinates[0], box.map.elementBytes, kRowAlignment);
  return box;
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

void loadBox(const Box &box, SharedMemory &shared, uint32_t offset) {
  auto [low, high] = box.insideOfRow();
  uint8_t *target = shared.completeCopy(offset, box.bytes()) - offset;
  std::vector<uint8_t> bytes(box.map.rowBytes());
  for (uint32_t row = 0; row < box.map.rows(); ++row) {
    std::fill(bytes.begin(), bytes.end(), 0);
    uint64_t address = box.rowAddress(row);
    if (address && high > low) {
      size_t skip = low * box.map.elementBytes;
      size_t size = (high - low) * box.map.elementBytes;
      std::memcpy(
          &bytes[skip],
          GlobalMemory::get().access(address + skip, size, 1, "load by TMA"),
          size);
      if (box.map.element == Element::TF32)
        roundToTF32(&bytes[skip], size);
    }
    forEachChunk(box, offset, row, [&](uint32_t chunk, uint32_t place) {
      std::memcpy(target + place, &bytes[chunk], kGranule);
    });
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

void storeBox(const Box &box, const uint8_t *shared, uint32_t offset,
              bool adds) {
  auto [low, high] = box.insideOfRow();
  std::vector<uint8_t> bytes(box.map.rowBytes());
  std::lock_guard<std::mutex> lock(GlobalMemory::get().atomics);
  for (uint32_t row = 0; row < box.map.rows(); ++row) {
    forEachChunk(box, offset, row, [&](uint32_t chunk, uint32_t place) {
      std::memcpy(&bytes[chunk], shared + place - offset, kGranule);
    });
    uint64_t address = box.rowAddress(row);
    if (!address || high <= low)
      continue;
    size_t skip = low * box.map.elementBytes;
    size_t size = (high - low) * box.map.elementBytes;
    uint8_t *target =
        GlobalMemory::get().access(address + skip, size, 1, "store by TMA");
    if (adds)
      addRow(box.map, target, &bytes[skip], size);
    else
      std::memcpy(target, &bytes[skip], size);
  }
}

/// The blocks that a load writes: its own, or those of its mask.
std::vector<Block *> targetsOf(Warp &warp, const Instruction &instruction,
                               Block *first, int lane) {
  if (!instruction.has("multicast::cluster"))
    return {first};
  auto mask = valueOf<uint16_t>(warp, instruction.operands[3], lane);
  auto &blocks = warp.block->cluster->blocks;
  if (mask >> blocks.size() || !mask)
    fail(FaultKind::Program, "a multicast to 0x%x in a cluster of %zu", mask,
         blocks.size());
  std::vector<Block *> targets;
  for (size_t rank = 0; rank < blocks.size(); ++rank)
    if (mask >> rank & 1)
      targets.push_back(blocks[rank].get());
  return targets;
}

void loadByLane(Warp &warp, const Instruction &instruction, int lane) {
  const auto &operands = instruction.operands;
  Space space = spaceOf(instruction);
  Box box = readBox(warp, operands[1], lane);
  checkGridOrder(warp, "load by TMA");
  SharedPlace place = locate(warp, addressOf(warp, operands[0], lane), space,
                             kBoxAlignment, "load by TMA");
  SharedPlace signal =
      locate(warp, addressOf(warp, operands[2], lane), space, 8, "mbarrier");
  if (signal.block != place.block)
    fail(FaultKind::Program,
         "the box and its mbarrier are in different blocks of the cluster");
  auto targets = targetsOf(warp, instruction, place.block, lane);
  for (Block *target : targets) {
    if (!findMBarrier(warp, signal.offset | target->rank << kRankShift,
                      Space::SharedCluster)
             .isFenced)
      fail(FaultKind::Program, "no fence is between the initialisation of the "
                               "mbarrier and the copy that signals it");
    target->shared.beginCopy(place.offset, box.bytes(), "load by TMA");
    if (warp.block->cluster->launch.checksOrder)
      target->log.write(warp.accessor(/*isAsync=*/true), place.offset,
                        box.bytes(), "load by TMA");
  }
  auto copy = std::make_shared<BulkCopy>();
  copy->delay = kCopyDelay;
  copy->targets = targets;
  copy->complete = [box, targets, offset = place.offset,
                    barrier = signal.offset, line = instruction.line] {
    for (Block *target : targets) {
      loadBox(box, target->shared, offset);
      completeCopy(*target, offset, box.bytes(), barrier, line);
    }
  };
  warp.block->cluster->copies.push_back(std::move(copy));
}

Step loadTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) { loadByLane(warp, instruction, lane); });
  return Step::Next;
}

/// Nobody sees what the cache has, but the box must be one.
Step prefetchTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    readBox(warp, instruction.operands[0], lane);
    checkGridOrder(warp, "prefetch by TMA");
  });
  return Step::Next;
}

Step storeTensor(Warp &warp, const Instruction &instruction, LaneMask mask) {
  bool adds = instruction.opcode.rfind("cp.reduce.", 0) == 0;
  forEachLane(mask, [&](int lane) {
    Box box = readBox(warp, instruction.operands[0], lane);
    checkGridOrder(warp, "store by TMA");
    SharedPlace place =
        locate(warp, addressOf(warp, instruction.operands[1], lane),
               Space::Shared, kBoxAlignment, "store by TMA");
    SharedMemory &shared = place.block->shared;
    const uint8_t *source =
        shared.readAsync(place.offset, box.bytes(), "store by TMA");
    if (warp.block->cluster->launch.checksOrder)
      place.block->log.read(warp.accessor(/*isAsync=*/true), place.offset,
                            box.bytes(), "store by TMA");
    shared.lock(place.offset, box.bytes());
    auto copy = std::make_shared<BulkCopy>();
    copy->delay = kCopyDelay;
    copy->offset = place.offset;
    copy->bytes = box.bytes();
    copy->complete = [box, source, adds, offset = place.offset] {
      storeBox(box, source, offset, adds);
    };
    warp.bulk[lane].open.push_back(copy);
    warp.block->cluster->copies.push_back(std::move(copy));
  });
  return Step::Next;
}

Step commit(Warp &warp, const Instruction &, LaneMask mask) {
  forEachLane(mask, [&](int lane) {
    BulkGroups &groups = warp.bulk[lane];
    groups.committed.push_back(std::move(groups.open));
    groups.open.clear();
  });
  return Step::Next;
}

bool isDone(const BulkGroups::Group &group) {
  return std::all_of(group.begin(), group.end(),
                     [](const auto &copy) { return copy->isDone; });
}

/// Reading shared memory and writing global memory end together here.
Step waitForGroups(Warp &warp, const Instruction &instruction, LaneMask mask) {
  size_t allowed = immediateOf(instruction.operands[0]);
  bool isBlocked = false;
  forEachLane(mask, [&](int lane) {
    auto &groups = warp.bulk[lane].committed;
    for (size_t i = 0; i + allowed < groups.size(); ++i)
      isBlocked |= !isDone(groups[i]);
  });
  if (isBlocked)
    return Step::Blocked;
  forEachLane(mask, [&](int lane) {
    auto &groups = warp.bulk[lane].committed;
    for (; groups.size() > allowed; groups.pop_front())
      for (const auto &copy : groups.front()) {
        warp.block->shared.unlock(copy->offset, copy->bytes);
        if (warp.block->cluster->launch.checksOrder)
          warp.block->log.noteRead(warp.accessor(), copy->offset, copy->bytes);
      }
  });
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindBulk(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  auto startsWith = [&](const char *prefix) {
    return opcode.rfind(prefix, 0) == 0;
  };
  if (opcode == "cp.async.bulk.commit_group")
    return commit;
  if (startsWith("cp.async.bulk.wait_group"))
    return waitForGroups;
  if (startsWith("cp.async.bulk.prefetch.tensor.") &&
      !instruction.has("im2col"))
    return prefetchTensor;
  bool isTensor = startsWith("cp.async.bulk.tensor.") ||
                  startsWith("cp.reduce.async.bulk.tensor.");
  if (!isTensor || instruction.has("im2col"))
    return nullptr;
  if (instruction.has("bulk_group")) {
    bool isSum = instruction.has("add");
    return startsWith("cp.reduce.") == isSum ? storeTensor : nullptr;
  }
  return instruction.has("mbarrier::complete_tx::bytes") ? loadTensor : nullptr;
}
