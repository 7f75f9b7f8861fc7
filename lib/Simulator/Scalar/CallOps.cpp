//===- CallOps.cpp - A failed assertion, the only call --------------------===//

#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Memory/GlobalMemory.h"
#include "Simulator/Support/Fault.h"

#include <cstring>

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
std::string readText(uint64_t address) {
  std::string text;
  for (;; ++address) {
    char c = *GlobalMemory::get().access(address, 1, 1, "__assertfail");
    if (!c)
      return text;
    text += c;
  }
}

Step failAssertion(Warp &warp, const Instruction &instruction, LaneMask mask) {
  int lane = __builtin_ctz(mask);
  const OperandList &list = instruction.operands[1].parts;
  auto number = [&](Parameter parameter) {
    return anyValueOf(warp, list[parameter], lane);
  };
  fail(FaultKind::Assertion, "assertion failed at %s:%llu, in %s: %s",
       readText(number(kFile)).c_str(),
       static_cast<unsigned long long>(number(kLine)),
       readText(number(kFunction)).c_str(), readText(number(kMessage)).c_str());
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
