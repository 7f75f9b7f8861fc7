//===- Opcodes.h - From opcodes to handlers ---------------------*- C++ -*-===//
//
// Instructions that compute each lane by itself are functions of C++ in a table
// by their opcode. All others have a binder, which looks at their modifiers.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_OPCODES_H
#define LOWP_LIB_SIMULATOR_MACHINE_OPCODES_H

#include "Lanes.h"

#include <unordered_map>
#include <utility>

namespace lowp::simulator {

/// An instruction that computes each lane by itself.
struct LaneFunction {
  Handler handler = nullptr;
  /// Whether the operands are as many as it takes, of its kinds and widths.
  bool (*fits)(const Instruction &) = nullptr;
};

using OpcodeTable = std::unordered_map<std::string, LaneFunction>;

/// Whether an instruction may read a T from `operand`.
template <typename T>
bool isSource(const Operand &operand) {
  if (operand.kind == Operand::Constant)
    return true;
  if constexpr (std::is_same_v<T, bool>)
    return operand.kind == Operand::Predicate;
  else
    return operand.kind == Operand::Register &&
           operand.isWide == (sizeof(T) == 8);
}

/// The handler that sets each lane of the first operand to what `function`
/// makes of those of the others. Parameters of bool are predicates.
template <auto function>
struct Map;

template <typename Result, typename... Arguments,
          Result (*function)(Arguments...)>
struct Map<function> {
  static Step run(Warp &warp, const Instruction &instruction, LaneMask mask) {
    return runWith(warp, instruction, mask,
                   std::index_sequence_for<Arguments...>());
  }
  static bool fits(const Instruction &instruction) {
    return fitsWith(instruction, std::index_sequence_for<Arguments...>());
  }

private:
  template <size_t... indices>
  static bool fitsWith(const Instruction &instruction,
                       std::index_sequence<indices...>) {
    const OperandList &operands = instruction.operands;
    return operands.size() == 1 + sizeof...(Arguments) &&
           operands[0].kind != Operand::Constant &&
           isSource<Result>(operands[0]) &&
           (isSource<Arguments>(operands[indices + 1]) && ...);
  }
  template <size_t... indices>
  static Step runWith(Warp &warp, const Instruction &instruction, LaneMask mask,
                      std::index_sequence<indices...>) {
    Lanes<Result> result(warp, instruction.operands[0]);
    std::tuple<Lanes<Arguments>...> arguments(
        Lanes<Arguments>(warp, instruction.operands[indices + 1])...);
    forEachLane(mask, [&](int lane) {
      result.set(lane, function(std::get<indices>(arguments)[lane]...));
    });
    return Step::Next;
  }
};

template <auto function>
constexpr LaneFunction map = {&Map<function>::run, &Map<function>::fits};

/// The handler of `function`; throws a Fault where the operands do not fit.
Handler bindLanes(const LaneFunction &function, const Instruction &instruction);

void addIntegerOpcodes(OpcodeTable &table);
void addFloatOpcodes(OpcodeTable &table);
void addCompareOpcodes(OpcodeTable &table);
void addConvertOpcodes(OpcodeTable &table);
void addNarrowConvertOpcodes(OpcodeTable &table);

/// Binders: the handler of an instruction of their family, null if it is not
/// one or not supported. They may set `detail` and flags of the instruction.
Handler bindMove(Instruction &instruction);
Handler bindQuad(Instruction &instruction);
Handler bindControl(Instruction &instruction);
Handler bindCall(Instruction &instruction);
Handler bindMemory(Instruction &instruction);
Handler bindAtomic(Instruction &instruction);
Handler bindWarp(Instruction &instruction);
Handler bindBarrier(Instruction &instruction);
Handler bindMBarrier(Instruction &instruction);
Handler bindBulk(Instruction &instruction);
Handler bindStoreAsync(Instruction &instruction);
Handler bindMatrix(Instruction &instruction);
Handler bindLoadMatrix(Instruction &instruction);
Handler bindWarpMatrix(Instruction &instruction);
Handler bindCopyAsync(Instruction &instruction);
Handler bindTensorAllocation(Instruction &instruction);
Handler bindTensorAccess(Instruction &instruction);
Handler bindTensorCopy(Instruction &instruction);
Handler bindTensorProduct(Instruction &instruction);
Handler bindTensorCommit(Instruction &instruction);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_OPCODES_H
