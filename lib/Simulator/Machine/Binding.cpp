//===- Binding.cpp - From opcodes to handlers -----------------------------===//

#include "AccumulatorAccesses.h"
#include "Opcodes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

static const OpcodeTable &opcodes() {
  static const auto *table = [] {
    auto *result = new OpcodeTable;
    addIntegerOpcodes(*result);
    addFloatOpcodes(*result);
    addCompareOpcodes(*result);
    addConvertOpcodes(*result);
    addNarrowConvertOpcodes(*result);
    return result;
  }();
  return *table;
}

Handler lowp::simulator::bindLanes(const LaneFunction &function,
                                   const Instruction &instruction) {
  if (!function.fits(instruction))
    fail(FaultKind::Image, "the operands do not fit the instruction");
  return function.handler;
}

static Handler bind(Instruction &instruction) {
  if (auto found = opcodes().find(instruction.opcode); found != opcodes().end())
    return bindLanes(found->second, instruction);
  for (auto binder : {bindQuad,          bindMove,
                      bindControl,       bindCall,
                      bindMemory,        bindAtomic,
                      bindWarp,          bindBarrier,
                      bindMBarrier,      bindBulk,
                      bindStoreAsync,    bindMatrix,
                      bindLoadMatrix,    bindWarpMatrix,
                      bindCopyAsync,     bindTensorAllocation,
                      bindTensorAccess,  bindTensorCopy,
                      bindTensorProduct, bindTensorCommit})
    if (Handler handler = binder(instruction))
      return handler;
  return nullptr;
}

static void collectSlots(const Operand &operand, std::vector<int> &slots) {
  int count = operand.kind == Operand::Quad       ? 4
              : operand.kind != Operand::Register ? 0
              : operand.isWide                    ? 2
                                                  : 1;
  for (int i = 0; i < count; ++i)
    slots.push_back(operand.slot + i);
  for (const Operand &part : operand.parts)
    collectSlots(part, slots);
}

std::vector<int> lowp::simulator::slotsOf(const Operand &operand) {
  std::vector<int> slots;
  collectSlots(operand, slots);
  return slots;
}

/// Says of which instruction an error speaks.
[[noreturn]] static void failAt(const Kernel &kernel,
                                const Instruction &instruction,
                                const char *reason) {
  fail(FaultKind::Image, "kernel '%s', PTX line %d: %s: %s",
       kernel.name.c_str(), instruction.line, reason, instruction.text.c_str());
}

/// The blocks that an instruction of tcgen05 works for; 0 of others.
static int groupOf(const Instruction &instruction) {
  if (instruction.opcode.rfind("tcgen05.", 0) != 0)
    return 0;
  return instruction.has("cta_group::1")   ? 1
         : instruction.has("cta_group::2") ? 2
                                           : 0;
}

/// All instructions of a kernel work for one block, or all for two.
static void checkGroups(const Kernel &kernel) {
  int group = 0;
  for (const Instruction &instruction : kernel.code) {
    int own = groupOf(instruction);
    if (group && own && own != group)
      failAt(kernel, instruction,
             "another cta_group than that of the kernel's tcgen05 before");
    group = own ? own : group;
  }
}

void lowp::simulator::bindHandlers(Kernel &kernel) {
  for (Instruction &instruction : kernel.code) {
    try {
      instruction.handler = bind(instruction);
    } catch (const Fault &fault) {
      failAt(kernel, instruction, fault.message.c_str());
    } catch (const std::exception &) {
      failAt(kernel, instruction, "malformed instruction");
    }
    if (!instruction.handler)
      failAt(kernel, instruction, "unsupported instruction");
    for (const Operand &operand : instruction.operands)
      collectSlots(operand, instruction.slots);
  }
  checkGroups(kernel);
  findAccumulators(kernel);
}
