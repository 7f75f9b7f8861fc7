//===- CallOps.cpp - A failed assertion, the only call --------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

/// The parameters of __assertfail, in their order.
enum Parameter { kMessage, kFile, kLine, kFunction, kCharacterBytes, kCount };

/// Sets a parameter of a call, which is a register of the block around it.
Step setParameter(Warp &warp, const Instruction &instruction, LaneMask mask) {
  const Operand &parameter = instruction.operands[0].parts[0];
  forEachLane(mask, [&](int lane) {
    uint64_t value = anyValueOf(warp, instruction.operands[1], lane);
    if (parameter.isWide)
      Target<uint64_t>(warp, parameter).set(lane, value);
    else
      Target<uint32_t>(warp, parameter).set(lane, value);
  });
  return Step::Next;
}

/// The text at `address`, up to its zero.
std::string readText(const Kernel &kernel, uint64_t address) {
  for (const auto &[name, bytes] : kernel.moduleConstants) {
    uint64_t start = reinterpret_cast<uint64_t>(bytes->data());
    if (address < start || address >= start + bytes->size())
      continue;
    auto first = bytes->begin() + (address - start);
    return {first, std::find(first, bytes->end(), 0)};
  }
  fail(FaultKind::Address,
       "expected a constant of the module as text of __assertfail, got 0x%llx",
       static_cast<unsigned long long>(address));
}

Step failAssertion(Warp &warp, const Instruction &instruction, LaneMask mask) {
  int lane = __builtin_ctz(mask);
  const Kernel &kernel = *warp.block->cluster->launch.kernel;
  const OperandList &list = instruction.operands[1].parts;
  auto number = [&](Parameter parameter) {
    return anyValueOf(warp, list[parameter], lane);
  };
  auto text = [&](Parameter parameter) {
    return readText(kernel, number(parameter));
  };
  fail(FaultKind::Assertion, "assertion failed at %s:%llu, in %s: %s",
       text(kFile).c_str(), static_cast<unsigned long long>(number(kLine)),
       text(kFunction).c_str(), text(kMessage).c_str());
}

bool isParameter(const Operand &operand) {
  return operand.kind == Operand::Address && operand.value == 0 &&
         operand.parts[0].kind == Operand::Register;
}

} // namespace

Handler lowp::simulator::bindCall(Instruction &instruction) {
  const std::string &opcode = instruction.opcode;
  const OperandList &operands = instruction.operands;
  if (opcode == "st.param.b64" || opcode == "st.param.b32")
    return operands.size() == 2 && isParameter(operands[0]) ? setParameter
                                                            : nullptr;
  if (opcode != "call.uni" && opcode != "call")
    return nullptr;
  bool isKnown = operands.size() == 2 && operands[0].kind == Operand::Label &&
                 operands[0].name == "__assertfail" &&
                 operands[1].parts.size() == kCount;
  return isKnown ? failAssertion : nullptr;
}
