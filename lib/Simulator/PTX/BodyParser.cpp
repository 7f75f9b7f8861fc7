//===- BodyParser.cpp - The statements of a kernel ------------------------===//

#include "Parser.h"
#include "Simulator/Support/Fault.h"

#include <cstring>

using namespace lowp::simulator;

void BodyParser::error(const std::string &message) const {
  fail(FaultKind::Image, "kernel '%s', PTX line %d: %s", kernel.name.c_str(),
       line, message.c_str());
}

void BodyParser::enterScope() {
  scopes.emplace_back();
  scopes.back().id = scopeCount++;
}

void BodyParser::addLabel(std::string_view name) {
  labels[{scopes.back().id, std::string(name)}] = kernel.code.size();
}

/// Above what any kernel has, and below what memory holds.
constexpr int kMaxSlots = 1 << 20;
constexpr uint32_t kMaxSharedBytes = 1 << 20;
constexpr uint32_t kMaxAlignment = 1 << 16;
/// What a thread of a device has.
constexpr uint32_t kMaxLocalBytes = 512 << 10;

Operand BodyParser::newRegister(std::string_view type) {
  if (kernel.slots + kernel.predicates > kMaxSlots)
    error("expected fewer registers");
  Operand result;
  if (type == ".pred") {
    result.kind = Operand::Predicate;
    result.slot = kernel.predicates++;
    return result;
  }
  result.slot = kernel.slots;
  if (type == ".b128") {
    result.kind = Operand::Quad;
    kernel.slots += 4;
    return result;
  }
  result.kind = Operand::Register;
  result.isWide = type.substr(2) == "64";
  kernel.slots += result.isWide ? 2 : 1;
  return result;
}

/// Parameters of a call are registers, too: ".param .b64 param0".
void BodyParser::declareRegisters(std::string_view text) {
  std::string_view rest = trim(text.substr(text.find_first_of(" \t")));
  size_t typeEnd = rest.find_first_of(" \t");
  std::string_view type = rest.substr(0, typeEnd);
  auto &registers = scopes.back().registers;
  for (std::string_view name : splitOperands(rest.substr(typeEnd))) {
    size_t angle = name.find('<');
    if (angle == std::string_view::npos) {
      registers[std::string(name)] = newRegister(type);
      continue;
    }
    int count = std::stoi(std::string(name.substr(angle + 1)));
    std::string stem(name.substr(0, angle));
    for (int i = 0; i < count; ++i)
      registers[stem + std::to_string(i)] = newRegister(type);
  }
}

/// ".extern .shared .align 1024 .b8 name[]" and the like.
void BodyParser::declareShared(std::string_view text) {
  SharedVariable variable;
  if (size_t align = text.find(".align"); align != std::string_view::npos)
    variable.alignment =
        std::stoul(std::string(text.substr(align + strlen(".align"))));
  if (variable.alignment == 0 || variable.alignment > kMaxAlignment)
    error("expected an alignment from 1 to 65536");
  std::string_view declared = text.substr(text.find_last_of(" \t") + 1);
  std::string_view head = trim(text.substr(0, text.size() - declared.size()));
  std::string_view type = head.substr(head.find_last_of('.') + 2);
  uint64_t bytes = std::stoul(std::string(type)) / 8;
  size_t bracket = declared.find('[');
  std::string name(declared.substr(0, bracket));
  if (bracket != std::string_view::npos) {
    std::string size(declared.substr(bracket + 1));
    variable.isDynamic = size == "]";
    bytes *= variable.isDynamic ? 0 : std::stoul(size);
  }
  if (bytes > kMaxSharedBytes || kernel.staticSharedBytes > kMaxSharedBytes)
    error("expected fewer bytes of shared memory");
  variable.bytes = bytes;
  if (!variable.isDynamic) {
    uint32_t alignment = variable.alignment;
    variable.offset =
        (kernel.staticSharedBytes + alignment - 1) / alignment * alignment;
    kernel.staticSharedBytes = variable.offset + bytes;
  }
  kernel.shared[name] = variable;
  kernel.sharedAddresses[name] = newConstantSlots();
}

/// ".local .align 16 .b8 __local_depot0[40]".
void BodyParser::declareLocal(std::string_view text) {
  uint64_t alignment = 1;
  if (size_t align = text.find(".align"); align != std::string_view::npos)
    alignment = std::stoul(std::string(text.substr(align + strlen(".align"))));
  if (alignment == 0 || alignment > kMaxAlignment)
    error("expected an alignment from 1 to 65536");
  std::string_view declared = text.substr(text.find_last_of(" \t") + 1);
  size_t bracket = declared.find('[');
  if (bracket == std::string_view::npos ||
      text.find(".b8 ") == std::string_view::npos)
    error("expected local memory as an array of .b8, got " + std::string(text));
  uint64_t bytes = std::stoul(std::string(declared.substr(bracket + 1)));
  uint64_t offset = (kernel.localBytes + alignment - 1) / alignment * alignment;
  if (bytes > kMaxLocalBytes || offset + bytes > kMaxLocalBytes)
    error("expected at most 524288 bytes of local memory");
  kernel.localBytes = offset + bytes;
  scopes.back().registers[std::string(declared.substr(0, bracket))] =
      constant(offset);
}

void BodyParser::parseOpcode(Instruction &instruction,
                             std::string_view opcode) {
  instruction.opcode = opcode;
  size_t dot = opcode.find('.');
  while (dot != std::string_view::npos) {
    size_t next = opcode.find('.', dot + 1);
    instruction.modifiers.emplace_back(opcode.substr(dot + 1, next - dot - 1));
    dot = next;
  }
}

std::string_view BodyParser::parseGuard(Instruction &instruction,
                                        std::string_view text) {
  if (text[0] != '@')
    return text;
  size_t end = text.find_first_of(" \t");
  std::string_view name = text.substr(1, end - 1);
  instruction.isGuardNegated = !name.empty() && name[0] == '!';
  Operand guard = parseOperand(name.substr(instruction.isGuardNegated));
  if (guard.kind != Operand::Predicate)
    error("expected a predicate as guard, got " + std::string(name));
  instruction.guard = guard.slot;
  return trim(text.substr(end));
}

void BodyParser::addStatement(std::string_view text) {
  try {
    parseStatement(text);
  } catch (const std::exception &) {
    // A number, a name or a bracket that is not where the syntax has one.
    error("malformed statement: " + std::string(text.substr(0, 160)));
  }
}

/// cvt reads the low part of a register that is wider than its type. Such a
/// part gets a register of its own here.
void BodyParser::takeLowPart(Instruction &instruction) {
  static constexpr std::string_view kNarrow[] = {"u8",  "s8",  "u16",
                                                 "s16", "u32", "s32"};
  if (instruction.operands.size() != 2 || instruction.modifiers.empty() ||
      instruction.operands[1].kind != Operand::Register ||
      !instruction.operands[1].isWide)
    return;
  for (std::string_view type : kNarrow) {
    if (instruction.modifiers.back() != type)
      continue;
    Instruction part = instruction;
    part.operands.at(0) = newRegister(".b32");
    part.modifiers.clear();
    parseOpcode(part, "cvt.u32.u64");
    instruction.operands.at(1) = part.operands.at(0);
    kernel.code.push_back(std::move(part));
  }
}

void BodyParser::parseStatement(std::string_view text) {
  std::string_view word = text.substr(0, text.find_first_of(" \t\n"));
  if (word.empty() || word == ".pragma" || word == ".loc")
    return;
  if (word == ".reg" || word == ".param")
    return declareRegisters(text);
  if (word == ".shared")
    return declareShared(text);
  if (word == ".local")
    return declareLocal(text);
  if (text[0] == '.')
    error("unsupported directive: " + std::string(text));

  Instruction instruction;
  instruction.line = line;
  instruction.text = text.size() > 160
                         ? std::string(text.substr(0, 157)) + "..."
                         : std::string(text);
  text = parseGuard(instruction, text);
  size_t end = text.find_first_of(" \t\n");
  parseOpcode(instruction, text.substr(0, end));
  if (end != std::string_view::npos)
    for (std::string_view operand : splitOperands(text.substr(end)))
      instruction.operands.push_back(parseOperand(operand));
  if (instruction.opcode.rfind("cvt.", 0) == 0)
    takeLowPart(instruction);
  if (text.substr(0, 3) == "bra") {
    if (instruction.operands.size() != 1 ||
        instruction.operands[0].kind != Operand::Label)
      error("expected a label: " + std::string(text));
    Branch branch{kernel.code.size(), instruction.operands[0].name, {}};
    for (const Scope &scope : scopes)
      branch.scopes.push_back(scope.id);
    branches.push_back(std::move(branch));
  }
  kernel.code.push_back(std::move(instruction));
}

void BodyParser::finish() {
  for (const Branch &branch : branches) {
    Instruction &instruction = kernel.code[branch.instruction];
    for (int scope : branch.scopes)
      if (auto found = labels.find({scope, branch.label});
          found != labels.end())
        instruction.target = found->second;
    if (instruction.target < 0)
      error("no label " + branch.label);
  }
}
