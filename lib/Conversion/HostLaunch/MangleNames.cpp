//===- MangleNames.cpp - Functions under names of their own ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code calls functions of the C library, of libm and of lowp's runtime by
// name, and LLVM adds calls of its own. A function of the program may have any
// of these names. So it gets another while there is host code to make.
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_MANGLENAMESPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// No symbol of a C library has a dot.
static constexpr llvm::StringLiteral kPrefix = "lowp.";
/// What upstream puts before the name of a function that takes pointers.
static constexpr llvm::StringLiteral kInterface = "_mlir_ciface_";

std::string mlir::lowp::getMangledName(StringRef name) {
  return (kPrefix + name).str();
}

StringRef mlir::lowp::getPlainName(StringRef name) {
  name.consume_front(kPrefix);
  return name;
}

using Names = llvm::DenseMap<StringAttr, StringAttr>;

/// Gives the symbols of `module` the names that `names` has for them, where
/// they are defined and where they are used. All at once: a new name of one may
/// be the old name of another, and a walk for each takes time with their
/// square.
static void rename(ModuleOp module, const Names &names) {
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (StringAttr name = names.lookup(symbol.getNameAttr()))
        symbol.setName(name);
  AttrTypeReplacer replacer;
  // Nested references are names of other tables, such as those of kernels.
  using Replaced = std::pair<Attribute, WalkResult>;
  replacer.addReplacement([&](SymbolRefAttr symbol) -> std::optional<Replaced> {
    if (StringAttr name = names.lookup(symbol.getRootReference()))
      symbol = SymbolRefAttr::get(name, symbol.getNestedReferences());
    return Replaced{symbol, WalkResult::skip()};
  });
  replacer.recursivelyReplaceElementsIn(module);
}

static LogicalResult mangle(Operation *op, const SymbolTable &table,
                            Names &names) {
  StringAttr before = SymbolTable::getSymbolName(op);
  auto after = StringAttr::get(op->getContext(), getMangledName(before));
  Operation *other = table.lookup(after);
  if (other && !isa<func::FuncOp, memref::GlobalOp>(other))
    return other->emitOpError("expected a name without the prefix '")
           << kPrefix << "', which names of functions get; rename it";
  names[before] = after;
  return success();
}

static LogicalResult mangleAll(ModuleOp module) {
  Names names;
  SymbolTable table(module);
  for (Operation &op : *module.getBody())
    if (isa<func::FuncOp, memref::GlobalOp>(op) &&
        failed(mangle(&op, table, names)))
      return failure();
  rename(module, names);
  return success();
}

/// The name that a symbol had, or nothing if it has none of ours.
static std::optional<std::string> findPlainName(StringRef name) {
  bool isInterface = name.consume_front(kInterface);
  if (!name.consume_front(kPrefix))
    return std::nullopt;
  return ((isInterface ? StringRef(kInterface) : "") + name).str();
}

/// Whether `op` stands for something outside of the module, whose name is not
/// ours to choose.
static bool isForeign(Operation *op) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  return function && function.isExternal();
}

/// Notes the plain name of `symbol` if it is mangled. Where something outside
/// of the module has that name, a private symbol keeps the mangled one.
static LogicalResult restore(SymbolOpInterface symbol, const SymbolTable &table,
                             Names &names) {
  std::optional<std::string> plain = findPlainName(symbol.getName());
  if (!plain)
    return success();
  if (!isForeign(table.lookup(*plain)))
    names[symbol.getNameAttr()] = StringAttr::get(symbol->getContext(), *plain);
  else if (!symbol.isPrivate())
    return symbol->emitOpError("expected a name that no function has which "
                               "the code calls, got '")
           << *plain << "'; rename it";
  return success();
}

/// Gives the symbol `name`, which is one of ours, a name of its own if
/// another takes its name.
static void makeRoom(StringAttr name, const SymbolTable &table, Names &names,
                     llvm::StringSet<> &taken) {
  if (names.contains(name) || !taken.contains(name.getValue()))
    return;
  unsigned counter = 0;
  auto isTaken = [&](StringRef candidate) {
    return taken.contains(candidate) || table.lookup(candidate);
  };
  auto unique = SymbolTable::generateSymbolName<64>(name, isTaken, counter);
  names[name] = StringAttr::get(name.getContext(), unique);
  taken.insert(unique);
}

static LogicalResult restoreAll(ModuleOp module) {
  SymbolTable table(module);
  Names names;
  llvm::StringSet<> taken;
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (failed(restore(symbol, table, names)))
        return failure();
  for (auto [_, plain] : names)
    taken.insert(plain.getValue());
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      makeRoom(symbol.getNameAttr(), table, names, taken);
  rename(module, names);
  return success();
}

namespace {
struct MangleNames : lowp::impl::MangleNamesPassBase<MangleNames> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(undo ? restoreAll(getOperation()) : mangleAll(getOperation())))
      signalPassFailure();
  }
};
} // namespace
