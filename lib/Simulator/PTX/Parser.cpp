//===- Parser.cpp - Modules, entries and their statements -----------------===//

#include "Parser.h"
#include "Simulator/Support/Fault.h"

#include <cctype>
#include <cstring>

using namespace lowp::simulator;

namespace {

/// Cuts PTX into statements.
class ModuleParser {
public:
  explicit ModuleParser(const std::string &text)
      : text(withoutComments(text)) {}

  /// Calls `visit` with each kernel, or with those of one name.
  template <typename Visit>
  void parse(const std::string &only, Visit visit);

private:
  static std::string withoutComments(const std::string &text);
  void skipBlanks();
  bool atEnd() const { return position >= text.size(); }
  bool startsWith(std::string_view word) const {
    return std::string_view(text).substr(position).substr(0, word.size()) ==
           word;
  }
  /// What stands before the next `end`, after which parsing goes on.
  std::string_view takeUntil(char end);
  /// The name of a label if there is one.
  std::string_view takeLabel();
  template <typename Visit>
  void parseModule(const std::string &only, Visit visit);
  template <typename Visit>
  void parseEntry(const std::string &only, Visit visit);
  void skipBody();
  void parseConstant();
  /// A declaration of what the simulator itself defines.
  void parseFunction();
  void parseParameters(Kernel &kernel, std::string_view list);
  void parseLimits(Kernel &kernel, std::string_view text);
  void parseBody(Kernel &kernel);

  std::string text;
  size_t position = 0;
  int line = 1;          // of `position`
  int statementLine = 1; // of the statement that is parsed
  std::vector<std::string> sharedDeclarations;
  ModuleConstants constants;
};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         c == '%' || c == '.';
}

} // namespace

std::string ModuleParser::withoutComments(const std::string &text) {
  std::string result;
  bool isComment = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n')
      isComment = false;
    else if (text.compare(i, 2, "//") == 0)
      isComment = true;
    if (!isComment)
      result += text[i];
  }
  return result;
}

void ModuleParser::skipBlanks() {
  for (; !atEnd() && std::isspace(static_cast<unsigned char>(text[position]));
       ++position)
    line += text[position] == '\n';
}

std::string_view ModuleParser::takeUntil(char end) {
  size_t start = position;
  while (!atEnd() && text[position] != end)
    line += text[position++] == '\n';
  if (atEnd())
    fail(FaultKind::Image, "PTX line %d: expected '%c' behind '%.60s'",
         statementLine, end, text.c_str() + start);
  return std::string_view(text).substr(start, position++ - start);
}

std::string_view ModuleParser::takeLabel() {
  size_t end = position;
  while (end < text.size() && isNameCharacter(text[end]))
    ++end;
  if (end == position || end + 1 >= text.size() || text[end] != ':' ||
      text[end + 1] == ':')
    return {};
  std::string_view name =
      std::string_view(text).substr(position, end - position);
  position = end + 1;
  return name;
}

/// Bytes of a type such as ".b32".
static uint32_t typeBytes(std::string_view type) {
  size_t digits = type.find_first_of("0123456789");
  return digits == std::string_view::npos
             ? 4
             : std::stoi(std::string(type.substr(digits))) / 8;
}

/// The number after `key`, or `otherwise`.
static uint32_t numberBehind(std::string_view text, std::string_view key,
                             uint32_t otherwise) {
  size_t found = text.find(key);
  if (found == std::string_view::npos)
    return otherwise;
  return std::stoul(std::string(text.substr(found + key.size())));
}

void ModuleParser::parseParameters(Kernel &kernel, std::string_view list) {
  for (std::string_view declaration : splitOperands(list)) {
    size_t nameStart = declaration.find_last_of(" \t") + 1;
    std::string_view name = declaration.substr(nameStart);
    std::string_view type = trim(declaration.substr(strlen(".param")));
    uint32_t bytes = 0;
    uint32_t alignment = 0;
    if (size_t bracket = name.find('['); bracket != std::string_view::npos) {
      bytes = std::stoul(std::string(name.substr(bracket + 1)));
      alignment = numberBehind(declaration, ".align ", 1);
      name = name.substr(0, bracket);
    } else {
      bytes = alignment = typeBytes(type.substr(0, type.find_first_of(" \t")));
    }
    constexpr uint32_t kMost = 1 << 15;
    if (alignment == 0 || alignment > kMost || bytes > kMost ||
        kernel.parameterBytes > kMost)
      fail(FaultKind::Image,
           "PTX line %d: expected parameters of at most %u bytes, got %s",
           statementLine, kMost, std::string(declaration).c_str());
    uint32_t offset =
        (kernel.parameterBytes + alignment - 1) / alignment * alignment;
    kernel.parameters.push_back({std::string(name), offset, bytes});
    kernel.parameterBytes = offset + bytes;
  }
}

static std::array<uint32_t, 3> parseTriple(std::string_view text,
                                           std::string_view key) {
  size_t found = text.find(key);
  if (found == std::string_view::npos)
    return {0, 0, 0};
  std::array<uint32_t, 3> sizes = {1, 1, 1};
  std::string_view rest = text.substr(found + key.size());
  rest = rest.substr(0, rest.find_first_of("\n."));
  size_t dim = 0;
  for (std::string_view size : splitOperands(rest))
    if (dim < 3)
      sizes[dim++] = std::stoul(std::string(size));
  return sizes;
}

void ModuleParser::parseLimits(Kernel &kernel, std::string_view limits) {
  kernel.maxThreads = parseTriple(limits, ".maxntid");
  if (!kernel.maxThreads[0])
    kernel.maxThreads = parseTriple(limits, ".reqntid");
  kernel.cluster = parseTriple(limits, ".reqnctapercluster");
}

void ModuleParser::parseBody(Kernel &kernel) {
  BodyParser body(kernel, statementLine);
  for (const std::string &declaration : sharedDeclarations)
    body.declareShared(declaration);
  for (int depth = 1; depth > 0;) {
    skipBlanks();
    statementLine = line;
    if (atEnd())
      fail(FaultKind::Image, "PTX line %d: kernel '%s' has no end", line,
           kernel.name.c_str());
    if (text[position] == '{') {
      ++position, ++depth;
      body.enterScope();
    } else if (text[position] == '}') {
      ++position, --depth;
      body.leaveScope();
    } else if (std::string_view label = takeLabel(); !label.empty()) {
      body.addLabel(label);
    } else {
      body.addStatement(trim(takeUntil(';')));
    }
  }
  body.finish();
}

void ModuleParser::skipBody() {
  for (int depth = 1; depth > 0 && !atEnd(); ++position) {
    line += text[position] == '\n';
    depth += (text[position] == '{') - (text[position] == '}');
  }
}

template <typename Visit>
void ModuleParser::parseEntry(const std::string &only, Visit visit) {
  Kernel kernel;
  kernel.moduleConstants = constants;
  std::string_view header = takeUntil('(');
  size_t entry = header.find(".entry");
  if (entry == std::string_view::npos)
    fail(FaultKind::Image, "PTX line %d: functions are not supported: %s",
         statementLine, std::string(trim(header)).c_str());
  kernel.name = trim(header.substr(entry + strlen(".entry")));
  parseParameters(kernel, takeUntil(')'));
  parseLimits(kernel, takeUntil('{'));
  if (!only.empty() && kernel.name != only)
    return skipBody();
  parseBody(kernel);
  bindHandlers(kernel);
  visit(std::move(kernel));
}

/// ".global .align 1 .b8 name[3] = {1, 2, 0}".
void ModuleParser::parseConstant() {
  std::string_view text = trim(takeUntil(';'));
  size_t equals = text.find('=');
  size_t type = text.find(".b8 ");
  if (equals == std::string_view::npos || type == std::string_view::npos)
    fail(FaultKind::Image,
         "PTX line %d: expected a constant of bytes, the only variables of a "
         "module that are supported, got %.60s",
         statementLine, std::string(text).c_str());
  std::string_view declared = trim(text.substr(type + strlen(".b8 ")));
  size_t bracket = declared.find('[');
  size_t size = std::stoul(std::string(declared.substr(bracket + 1)));
  std::string_view list = trim(text.substr(equals + 1));
  std::vector<uint8_t> bytes;
  for (std::string_view number : splitOperands(list.substr(1, list.size() - 2)))
    bytes.push_back(std::stoul(std::string(number)));
  constexpr size_t kMostBytes = 1 << 20;
  if (size > kMostBytes || bytes.size() > size)
    fail(FaultKind::Image, "PTX line %d: expected a constant of %zu bytes",
         statementLine, size);
  bytes.resize(size);
  constants[std::string(declared.substr(0, bracket))] =
      std::make_shared<std::vector<uint8_t>>(std::move(bytes));
}

void ModuleParser::parseFunction() {
  std::string_view text = trim(takeUntil(';'));
  if (text.find(" __assertfail\n") == std::string_view::npos)
    fail(FaultKind::Image,
         "PTX line %d: expected __assertfail, the only function that is "
         "supported, got %.60s",
         statementLine, std::string(text).c_str());
}

template <typename Visit>
void ModuleParser::parse(const std::string &only, Visit visit) {
  try {
    parseModule(only, visit);
  } catch (const std::exception &) {
    fail(FaultKind::Image, "PTX line %d: malformed declaration", statementLine);
  }
}

template <typename Visit>
void ModuleParser::parseModule(const std::string &only, Visit visit) {
  for (skipBlanks(); !atEnd(); skipBlanks()) {
    statementLine = line;
    if (startsWith(".version") || startsWith(".target") ||
        startsWith(".address_size"))
      takeUntil('\n'), ++line;
    else if (startsWith(".extern .shared") || startsWith(".shared"))
      sharedDeclarations.emplace_back(trim(takeUntil(';')));
    else if (startsWith(".global"))
      parseConstant();
    else if (startsWith(".extern .func"))
      parseFunction();
    else if (startsWith(".visible") || startsWith(".entry"))
      parseEntry(only, visit);
    else
      fail(FaultKind::Image, "PTX line %d: unsupported directive: %s", line,
           std::string(trim(takeUntil(';'))).c_str());
  }
}

std::vector<std::string> lowp::simulator::checkModule(const std::string &text) {
  std::vector<std::string> names;
  ModuleParser(text).parse(
      "", [&](Kernel kernel) { names.push_back(std::move(kernel.name)); });
  return names;
}

Kernel lowp::simulator::parseKernel(const std::string &text,
                                    const std::string &name) {
  Kernel found;
  ModuleParser(text).parse(name,
                           [&](Kernel kernel) { found = std::move(kernel); });
  return found;
}
