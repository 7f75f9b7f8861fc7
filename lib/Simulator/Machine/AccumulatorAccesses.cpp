//===- AccumulatorAccesses.cpp - Order of registers and wgmma -------------===//

#include "AccumulatorAccesses.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

void lowp::simulator::findAccumulators(Kernel &kernel) {
  std::vector<bool> isAccumulator(kernel.slots, false);
  for (const Instruction &instruction : kernel.code)
    if (instruction.isWGMMA && instruction.has("mma_async"))
      for (int slot : slotsOf(instruction.operands[0]))
        isAccumulator[slot] = true;
  for (Instruction &instruction : kernel.code) {
    if (instruction.isWGMMA)
      continue;
    for (size_t i = 0; i < instruction.operands.size(); ++i) {
      const Operand &operand = instruction.operands[i];
      bool isWrite = i == 0 && operand.kind != Operand::Address;
      for (int slot : slotsOf(operand))
        if (isAccumulator[slot])
          instruction.accumulators.push_back({slot, isWrite});
    }
  }
}

void AccumulatorAccesses::reset(int slots) {
  isFenced = false;
  last.assign(slots, {});
}

void AccumulatorAccesses::fence() {
  isFenced = true;
  std::fill(last.begin(), last.end(), Last());
}

void AccumulatorAccesses::note(const Instruction &instruction) {
  for (auto [slot, isWrite] : instruction.accumulators)
    last[slot] = {isWrite || last[slot].kind == Last::Write ? Last::Write
                                                            : Last::Read,
                  {}};
}

void AccumulatorAccesses::noteProduct(const OperandList &registers,
                                      MatrixShape shape) {
  if (!isFenced)
    fail(FaultKind::Program, "there was no wgmma.fence before");
  for (const Operand &operand : registers) {
    Last &before = last[operand.slot];
    if (before.kind == Last::Read || before.kind == Last::Write)
      fail(FaultKind::Program,
           "the accumulator was %s behind the last wgmma.fence",
           before.kind == Last::Read ? "read" : "written");
    if (before.kind == Last::Product && !(before.shape == shape))
      fail(FaultKind::Program,
           "a wgmma of another shape, m64n%dk%d, accumulated here behind the "
           "last wgmma.fence",
           before.shape.columns, before.shape.depth);
    before = {Last::Product, shape};
  }
}
