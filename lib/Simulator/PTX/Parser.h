//===- Parser.h - From the text of PTX to a program -------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_PTX_PARSER_H
#define LOWP_LIB_SIMULATOR_PTX_PARSER_H

#include "Program.h"

#include <string_view>

namespace lowp::simulator {

/// `text` without blanks at its ends.
std::string_view trim(std::string_view text);

/// `text` at its commas, except for those in brackets of any kind. What stands
/// between two commas may be empty.
std::vector<std::string_view> splitOperands(std::string_view text);

/// The number in `text`: decimal, hexadecimal, 0f... or 0d..., maybe with a
/// suffix U. False if it is not one.
bool parseNumber(std::string_view text, uint64_t &value);

/// A block of PTX: its registers and labels are seen only within.
struct Scope {
  int id = 0;
  std::map<std::string, Operand, std::less<>> registers;
};

/// The body of one kernel, statement by statement.
class BodyParser {
public:
  /// `line`: where the statement stands that comes next.
  BodyParser(Kernel &kernel, const int &line) : kernel(kernel), line(line) {
    enterScope();
  }

  void enterScope();
  void leaveScope() { scopes.pop_back(); }
  void addLabel(std::string_view name);
  void addStatement(std::string_view text);
  void declareShared(std::string_view text);
  void declareLocal(std::string_view text);
  /// Resolves the branches.
  void finish();

private:
  struct Branch {
    size_t instruction;
    std::string label;
    std::vector<int> scopes; // from the outermost inwards
  };

  void parseStatement(std::string_view text);
  [[noreturn]] void error(const std::string &message) const;
  void declareRegisters(std::string_view text);
  Operand newRegister(std::string_view type);
  std::pair<int, int> newConstantSlots();
  void parseOpcode(Instruction &instruction, std::string_view opcode);
  void takeLowPart(Instruction &instruction);
  std::string_view parseGuard(Instruction &instruction, std::string_view text);

  Operand parseOperand(std::string_view text);
  Operand parseVector(std::string_view text);
  Operand parseAddress(std::string_view text);
  Operand parseName(std::string_view text);
  Operand constant(uint64_t value);
  const Parameter *findParameter(std::string_view name) const;

  Kernel &kernel;
  const int &line;
  std::vector<Scope> scopes;
  int scopeCount = 0;
  std::map<std::pair<int, std::string>, int> labels;
  std::vector<Branch> branches;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_PTX_PARSER_H
