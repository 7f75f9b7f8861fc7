//===- CHeader.cpp - C declarations of compiled functions -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/CHeader.h"
#include "lowp/Target/ReservedNames.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

/// The largest N of which lowp_runtime.h has a LowpTensorN.
static constexpr int64_t kMaximumRank = 6;

/// The C type of a scalar, or nothing. Floats of 16 bits travel as their bits.
static StringRef getScalarType(Type type) {
  return llvm::StringSwitch<StringRef>(debugString(type))
      .Case("f64", "double")
      .Case("f32", "float")
      .Case("f16", "uint16_t")
      .Case("bf16", "uint16_t")
      .Case("i1", "uint8_t")
      .Case("i8", "int8_t")
      .Case("i16", "int16_t")
      .Case("i32", "int32_t")
      .Case("i64", "int64_t")
      .Case("index", "int64_t")
      .Default("");
}

/// "const LowpTensor2 *x" or "float x", or nothing.
static std::string declareArgument(Type type, StringRef name) {
  if (auto buffer = dyn_cast<ShapedType>(type)) {
    if (!buffer.hasRank() || buffer.getRank() > kMaximumRank)
      return {};
    return llvm::formatv("const LowpTensor{0} *{1}", buffer.getRank(), name);
  }
  StringRef scalar = getScalarType(type);
  return scalar.empty() ? "" : (scalar + " " + name).str();
}

/// "?x7168xbf16", or the scalar's type.
static std::string describeArgument(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto buffer = dyn_cast<ShapedType>(type);
  if (!buffer)
    return debugString(type);
  for (int64_t size : buffer.getShape())
    (ShapedType::isDynamic(size) ? os << '?' : os << size) << 'x';
  os << buffer.getElementType();
  return text;
}

static std::string nameArgument(unsigned number) {
  return llvm::formatv("arg{0}", number);
}

/// All that the function is passed after the LowpCall.
static SmallVector<Type> getPassedTypes(const CFunction &function) {
  SmallVector<Type> types(function.type.getInputs());
  llvm::append_range(types, function.type.getResults());
  return types;
}

static void printComment(const CFunction &function, raw_ostream &os) {
  os << "/**";
  if (function.isExternal)
    os << " To be defined by the program: the functions of this header call it."
       << "\n * ";
  for (auto [number, type] : llvm::enumerate(getPassedTypes(function)))
    os << (number == 0 ? " " : "\n *  ") << nameArgument(number) << ": "
       << describeArgument(type);
  os << " */\n";
}

static bool isCIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// `text` as a macro of C.
static std::string toMacro(StringRef text) {
  std::string macro = text.upper();
  for (char &c : macro)
    if (!llvm::isAlnum(c))
      c = '_';
  return "LOWP_" + macro;
}

/// The name in C: `f_prepare` for the function that prepares weights.
static std::string nameFunction(const CFunction &function) {
  std::string name = function.name.str();
  if (!function.fingerprint.empty() && function.prepare.empty())
    std::replace(name.begin(), name.end(), '$', '_');
  return name;
}

/// Which prepared weights a function takes.
static void printFingerprint(const CFunction &function, raw_ostream &os) {
  if (function.prepare.empty())
    return;
  os << "/** Weights that '" << function.prepare
     << "' of this fingerprint prepared are the last\n *  arguments of '"
     << function.name << "'. */\n#define " << toMacro(function.name)
     << "_FINGERPRINT \\\n  \"";
  os.write_escaped(function.fingerprint) << "\"\n\n";
}

static LogicalResult printFunction(const CFunction &function, raw_ostream &os) {
  std::string name = nameFunction(function);
  if (!isCIdentifier(name))
    return emitError(function.loc)
           << "expected the function's name to be one that C can write, got '"
           << function.name << "'; rename it, or make it private";
  StringRef owner = findOwnerOfIdentifier(function.name);
  if (!owner.empty())
    return emitError(function.loc)
           << "expected the function's name to be one that C can declare, got '"
           << function.name << "', which is " << owner
           << "; rename it, or make it private";
  SmallVector<std::string> arguments = {"LowpCall *call"};
  for (auto [number, type] : llvm::enumerate(getPassedTypes(function))) {
    arguments.push_back(declareArgument(type, nameArgument(number)));
    if (arguments.back().empty())
      return emitError(function.loc)
             << "expected arguments of '" << function.name
             << "' to be tensors of rank " << kMaximumRank
             << " or less, or scalars of type f64, f32, f16, bf16, i1, i8, "
                "i16, i32, "
                "i64 or index, got "
             << type << " as argument " << number;
  }
  printFingerprint(function, os);
  if (!getPassedTypes(function).empty())
    printComment(function, os);
  os << "void " << name << "(" << llvm::join(arguments, ", ") << ")";
  // The symbol is not a name of standard C.
  if (name != function.name)
    os << "\n    __asm__(\"" << function.name << "\")";
  os << ";\n\n";
  return success();
}

LogicalResult mlir::lowp::printCHeader(ArrayRef<CFunction> functions,
                                       StringRef guard, raw_ostream &os) {
  std::string macro = toMacro(guard);
  os << "/* Written by lowp-compile: functions of a compiled module. */\n\n"
     << "#ifndef " << macro << "\n#define " << macro << "\n\n"
     << "#include \"lowp/Runtime/lowp_runtime.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const CFunction &function : functions)
    if (failed(printFunction(function, os)))
      return failure();
  os << "#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n"
     << "#endif /* " << macro << " */\n";
  return success();
}
