//===- AllocationOps.cpp - Columns of tensor memory for a block -----------===//
//
// "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], columns",
// dealloc and relinquish_alloc_permit.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

using namespace lowp::simulator;

constexpr uint32_t kMinColumns = 32;
constexpr uint32_t kWordBytes = 4;

static uint32_t columnsOf(Warp &warp, const Operand &operand) {
  auto columns = valueOf<uint32_t>(warp, operand, 0);
  if (columns < kMinColumns || columns > kTensorColumns ||
      columns & (columns - 1))
    fail(FaultKind::Program,
         "expected a power of two from %u to %u as columns of tensor memory, "
         "got %u",
         kMinColumns, kTensorColumns, columns);
  return columns;
}

/// Leniently, bulk copies that write there later need no proxy fence.
static void writeAddress(Warp &warp, LaneMask mask, uint64_t target,
                         uint32_t address) {
  SharedPlace place =
      locate(warp, target, Space::Shared, kWordBytes, "tcgen05.alloc");
  Block &block = *place.block;
  std::memcpy(block.shared.write(place.offset, kWordBytes, "tcgen05.alloc"),
              &address, kWordBytes);
  if (!checksOrder(warp))
    return;
  Accessor by = warp.accessor(mask);
  by.isDeferred = block.cluster->launch.isLenient;
  block.log.write(by, place.offset, kWordBytes, "tcgen05.alloc");
  if (by.isDeferred)
    block.log.noteCopy(warp.agent, warp.view.seen[warp.agent], by.line,
                       place.offset, kWordBytes);
}

/// Blocks until as many columns are free. Their first one is the address.
static Step allocate(Warp &warp, const Instruction &instruction,
                     LaneMask mask) {
  const auto &operands = instruction.operands;
  uint32_t columns = columnsOf(warp, operands[1]);
  Block &block = *warp.block;
  if (!block.tensor)
    block.tensor = std::make_unique<TensorMemory>();
  if (block.tensor->isRelinquished)
    fail(FaultKind::Program, "tcgen05.alloc is behind the block's "
                             "tcgen05.relinquish_alloc_permit");
  int first = block.tensor->allocate(columns);
  if (first < 0)
    return Step::Blocked;
  writeAddress(warp, mask, addressOf(warp, operands[0], 0), uint32_t(first));
  return Step::Next;
}

static Step release(Warp &warp, const Instruction &instruction, LaneMask) {
  TensorMemory &memory = tensorMemoryOf(warp);
  View view = tensorViewOfLanes(warp);
  Accessor by{warp.agent, &view, instruction.line};
  auto address = valueOf<uint32_t>(warp, instruction.operands[0], 0);
  memory.release(checksOrder(warp) ? &by : nullptr, address,
                 columnsOf(warp, instruction.operands[1]));
  return Step::Next;
}

static Step relinquish(Warp &warp, const Instruction &, LaneMask) {
  tensorMemoryOf(warp).isRelinquished = true;
  return Step::Next;
}

Handler lowp::simulator::bindTensorAllocation(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  if (opcode.rfind("tcgen05.", 0) != 0)
    return nullptr;
  instruction.needsWholeWarp = instruction.has("sync");
  if (opcode == "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32")
    return allocate;
  if (opcode == "tcgen05.dealloc.cta_group::1.sync.aligned.b32")
    return release;
  if (opcode == "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned")
    return relinquish;
  return nullptr;
}
