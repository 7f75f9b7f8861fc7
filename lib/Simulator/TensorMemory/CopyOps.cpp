//===- CopyOps.cpp - tcgen05.cp -------------------------------------------===//
//
// "tcgen05.cp.cta_group::1.32x128b.warpx4 [address], descriptor": 32 rows of 16
// bytes of shared memory become four columns, again in each quarter of the
// lanes, as products read scales.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

using namespace lowp::simulator;

constexpr const char *kWhat = "tcgen05.cp";
constexpr uint32_t kWords = kGranule / sizeof(uint32_t);

static Step copyToQuarters(Warp &warp, const Instruction &instruction,
                           LaneMask mask) {
  int lane = issuingLane(mask, kWhat);
  TensorMemory &memory = tensorMemoryOf(warp);
  TensorUnit &unit = unitOf(warp, lane);
  unit.isOpen = true;
  Accessor reads{unit.agent, &unit.shared, instruction.line};
  reads.isAsync = true;
  Accessor writes{unit.copyAgent, &unit.copies, instruction.line};
  SharedMatrix matrix = readTensorDescriptor(
      valueOf<uint64_t>(warp, instruction.operands[1], lane));
  TensorPlace place = TensorPlace::ofAddress(
      uint32_t(addressOf(warp, instruction.operands[0], lane)));
  if (place.lane)
    fail(FaultKind::Program,
         "%s begins in lane 0 of tensor memory, and this is lane %u", kWhat,
         place.lane);
  Block &block = *warp.block;
  for (uint32_t row = 0; row < kQuarterLanes; ++row) {
    uint32_t offset = matrix.alongK(row, 0);
    const uint8_t *bytes = block.shared.readAsync(offset, kGranule, kWhat);
    if (checksOrder(warp))
      block.log.read(reads, offset, kGranule, kWhat);
    for (uint32_t target = row; target < kTensorLanes; target += kQuarterLanes)
      for (uint32_t i = 0; i < kWords; ++i)
        std::memcpy(memory.write(checksOrder(warp) ? &writes : nullptr,
                                 place.plus(target, i), 1, kWhat),
                    bytes + i * sizeof(uint32_t), sizeof(uint32_t));
  }
  return Step::Next;
}

/// Compilers write the shape before or after how often it is there.
Handler lowp::simulator::bindTensorCopy(Instruction &instruction) {
  constexpr const char *kStem = "tcgen05.cp.cta_group::1.";
  bool isKnown = instruction.opcode.rfind(kStem, 0) == 0 &&
                 instruction.modifiers.size() == 4 &&
                 instruction.has("32x128b") && instruction.has("warpx4");
  return isKnown ? copyToQuarters : nullptr;
}
