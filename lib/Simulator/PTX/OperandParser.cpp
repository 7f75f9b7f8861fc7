//===- OperandParser.cpp - The operands of instructions -------------------===//

#include "Parser.h"
#include "Simulator/Support/Fault.h"

#include <cctype>
#include <charconv>

using namespace lowp::simulator;

std::string_view lowp::simulator::trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos)
    return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

std::vector<std::string_view>
lowp::simulator::splitOperands(std::string_view text) {
  std::vector<std::string_view> operands;
  if (trim(text).empty())
    return operands;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    depth +=
        (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
    // Brackets that nothing closes are for the reader of the operand to refuse.
    if (i < text.size() && (c != ',' || depth))
      continue;
    operands.push_back(trim(text.substr(start, i - start)));
    start = i + 1;
  }
  return operands;
}

bool lowp::simulator::parseNumber(std::string_view text, uint64_t &value) {
  bool isNegative = !text.empty() && text[0] == '-';
  text.remove_prefix(isNegative);
  if (!text.empty() && text.back() == 'U')
    text.remove_suffix(1);
  int base = 10;
  if (text.size() > 2 && text[0] == '0') {
    char kind = std::tolower(static_cast<unsigned char>(text[1]));
    if (kind == 'x' || kind == 'f' || kind == 'd') {
      base = 16;
      text.remove_prefix(2);
    }
  }
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (isNegative)
    value = -value;
  return error == std::errc() && end == text.data() + text.size();
}

/// Special registers, all of 32 bits.
static bool isSpecial(std::string_view name) {
  static constexpr std::string_view kNames[] = {"%tid.x",
                                                "%tid.y",
                                                "%tid.z",
                                                "%ntid.x",
                                                "%ntid.y",
                                                "%ntid.z",
                                                "%ctaid.x",
                                                "%ctaid.y",
                                                "%ctaid.z",
                                                "%nctaid.x",
                                                "%nctaid.y",
                                                "%nctaid.z",
                                                "%clusterid.x",
                                                "%clusterid.y",
                                                "%clusterid.z",
                                                "%nclusterid.x",
                                                "%nclusterid.y",
                                                "%nclusterid.z",
                                                "%cluster_ctaid.x",
                                                "%cluster_ctaid.y",
                                                "%cluster_ctaid.z",
                                                "%cluster_ctarank",
                                                "%cluster_nctarank",
                                                "%laneid",
                                                "%warpid",
                                                "%smid"};
  for (std::string_view known : kNames)
    if (name == known)
      return true;
  return false;
}

std::pair<int, int> BodyParser::newConstantSlots() {
  int narrow = kernel.slots;
  kernel.slots += 3;
  return {narrow, narrow + 1};
}

Operand BodyParser::constant(uint64_t value) {
  auto [entry, isNew] = kernel.constants.try_emplace(value);
  if (isNew)
    entry->second = newConstantSlots();
  Operand result;
  result.kind = Operand::Constant;
  result.value = value;
  std::tie(result.slot, result.wideSlot) = entry->second;
  return result;
}

const Parameter *BodyParser::findParameter(std::string_view name) const {
  for (const Parameter &parameter : kernel.parameters)
    if (parameter.name == name)
      return &parameter;
  return nullptr;
}

Operand BodyParser::parseName(std::string_view text) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    if (auto found = scope->registers.find(text);
        found != scope->registers.end())
      return found->second;
  std::string name(text);
  auto slots = [&](std::pair<int, int> both) {
    Operand result;
    result.kind = Operand::Constant;
    result.name = name;
    std::tie(result.slot, result.wideSlot) = both;
    return result;
  };
  if (auto found = kernel.sharedAddresses.find(name);
      found != kernel.sharedAddresses.end())
    return slots(found->second);
  if (const Parameter *parameter = findParameter(text))
    return constant(kParameterWindow | parameter->offset);
  if (auto found = kernel.moduleConstants.find(name);
      found != kernel.moduleConstants.end())
    return constant(reinterpret_cast<uint64_t>(found->second->data()));
  if (isSpecial(text)) {
    auto [entry, isNew] = kernel.specials.try_emplace(name);
    if (isNew)
      entry->second = newConstantSlots();
    return slots(entry->second);
  }
  if (text[0] == '%')
    error("unknown register " + name);
  Operand result;
  result.kind = Operand::Label;
  result.name = name;
  return result;
}

Operand BodyParser::parseVector(std::string_view text) {
  Operand result;
  result.kind = Operand::Vector;
  for (std::string_view part : splitOperands(text))
    result.parts.push_back(parseOperand(part));
  return result;
}

Operand BodyParser::parseAddress(std::string_view text) {
  Operand result;
  result.kind = Operand::Address;
  std::vector<std::string_view> parts = splitOperands(text);
  std::string_view base = parts.at(0);
  if (size_t plus = base.find('+'); plus != std::string_view::npos) {
    uint64_t offset;
    if (!parseNumber(trim(base.substr(plus + 1)), offset))
      error("expected a number behind + in [" + std::string(text) + "]");
    result.value = offset;
    base = trim(base.substr(0, plus));
  }
  if (const Parameter *parameter = findParameter(base)) {
    result.isParameter = true;
    result.value += parameter->offset;
    result.parts.emplace_back();
  } else {
    result.parts.push_back(parseOperand(base));
  }
  for (size_t i = 1; i < parts.size(); ++i)
    result.parts.push_back(parseOperand(parts[i]));
  return result;
}

Operand BodyParser::parseOperand(std::string_view text) {
  if (text.empty())
    error("expected an operand, got none");
  char first = text[0];
  if ((first == '{' && text.back() != '}') ||
      (first == '[' && text.back() != ']') ||
      (first == '(' && text.back() != ')'))
    error("expected brackets around an operand, got " + std::string(text));
  if (text == "_") {
    Operand sink;
    sink.kind = Operand::Sink;
    return sink;
  }
  if (first == '{' || first == '(')
    return parseVector(text.substr(1, text.size() - 2));
  if (first == '[')
    return parseAddress(text.substr(1, text.rfind(']') - 1));
  if (first == '!') {
    Operand result = parseOperand(text.substr(1));
    result.isNegated = true;
    return result;
  }
  if (size_t bar = text.find('|'); bar != std::string_view::npos) {
    Operand pair;
    pair.kind = Operand::Vector;
    pair.parts = {parseOperand(trim(text.substr(0, bar))),
                  parseOperand(trim(text.substr(bar + 1)))};
    return pair;
  }
  uint64_t value;
  if (std::isdigit(static_cast<unsigned char>(first)) || first == '-') {
    if (!parseNumber(text, value))
      error("expected a number, got " + std::string(text));
    return constant(value);
  }
  return parseName(text);
}
