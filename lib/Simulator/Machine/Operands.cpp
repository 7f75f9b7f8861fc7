//===- Operands.cpp - Operands that are not what they must be -------------===//

#include "Lanes.h"
#include "Simulator/Support/Fault.h"

using namespace lowp::simulator;

void lowp::simulator::failMissing(size_t number) {
  fail(FaultKind::Program, "operand %zu is missing", number + 1);
}

static const char *describe(const Operand &operand) {
  switch (operand.kind) {
  case Operand::None:
    return "nothing";
  case Operand::Register:
    return operand.isWide ? "a register of 64 bits"
                          : "a register of 32 bits or fewer";
  case Operand::Quad:
    return "a register of 128 bits";
  case Operand::Predicate:
    return "a predicate";
  case Operand::Constant:
    return "a number";
  case Operand::Vector:
    return "a list";
  case Operand::Address:
    return "an address";
  case Operand::Sink:
    return "_";
  case Operand::Label:
    return "a label";
  }
  return "something else";
}

void lowp::simulator::failKind(const Operand &operand, const char *expected) {
  fail(FaultKind::Program, "expected %s as operand, got %s", expected,
       describe(operand));
}
