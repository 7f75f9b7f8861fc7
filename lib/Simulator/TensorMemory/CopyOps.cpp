//===- CopyOps.cpp - tcgen05.cp -------------------------------------------===//
//
// "tcgen05.cp.cta_group::1.32x128b.warpx4 [address], descriptor": 32 rows of 16
// bytes of shared memory become four columns, again in each quarter of the
// lanes, as products read scales. With "cta_group::2" each block of the pair
// copies from its own shared memory, at the same places.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

using namespace lowp::simulator;

constexpr const char *kWhat = "tcgen05.cp";
constexpr uint32_t kWords = kGranule / sizeof(uint32_t);

static void copyInBlock(Block &block, const TensorUnit &unit, int line,
                        const SharedMatrix &matrix, TensorPlace place) {
  bool checksOrder = block.cluster->launch.checksOrder;
  TensorMemory &memory = tensorMemoryOf(block);
  Accessor reads{unit.agent, &unit.shared, line};
  reads.isAsync = true;
  Accessor writes{unit.copyAgent, &unit.copies, line};
  for (uint32_t row = 0; row < kQuarterLanes; ++row) {
    uint32_t offset = matrix.alongK(row, 0);
    const uint8_t *bytes = block.shared.readAsync(offset, kGranule, kWhat);
    if (checksOrder)
      block.log.read(reads, offset, kGranule, kWhat);
    for (uint32_t target = row; target < kTensorLanes; target += kQuarterLanes)
      for (uint32_t i = 0; i < kWords; ++i)
        std::memcpy(memory.write(checksOrder ? &writes : nullptr,
                                 place.plus(target, i), 1, kWhat),
                    bytes + i * sizeof(uint32_t), sizeof(uint32_t));
  }
}

static Step copyToQuarters(Warp &warp, const Instruction &instruction,
                           LaneMask mask) {
  int lane = issuingLane(mask, kWhat);
  TensorUnit &unit = unitOf(warp, lane);
  unit.isOpen = true;
  SharedMatrix matrix = readTensorDescriptor(
      valueOf<uint64_t>(warp, instruction.operands[1], lane));
  TensorPlace place = TensorPlace::ofAddress(
      uint32_t(addressOf(warp, instruction.operands[0], lane)));
  if (place.lane)
    fail(FaultKind::Program,
         "%s begins in lane 0 of tensor memory, and this is lane %u", kWhat,
         place.lane);
  for (Block *block : blocksOf(warp, unit, instruction.detail[0], kWhat))
    copyInBlock(*block, unit, instruction.line, matrix, place);
  return Step::Next;
}

/// Compilers write the shape before or after how often it is there.
Handler lowp::simulator::bindTensorCopy(Instruction &instruction) {
  instruction.detail[0] = ctaGroupOf(instruction);
  bool isKnown = instruction.opcode.rfind("tcgen05.cp.", 0) == 0 &&
                 instruction.detail[0] && instruction.modifiers.size() == 4 &&
                 instruction.has("32x128b") && instruction.has("warpx4");
  return isKnown ? copyToQuarters : nullptr;
}
