//===- Names.cpp - Functions under names of their own ---------------------===//
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

namespace mlir::lowp {
#define GEN_PASS_DEF_MANGLENAMESPASS
#define GEN_PASS_DEF_RESTORENAMESPASS
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

namespace {
struct MangleNames : lowp::impl::MangleNamesPassBase<MangleNames> {
  void runOnOperation() override {
    llvm::DenseMap<StringAttr, StringAttr> names;
    SymbolTable table(getOperation());
    for (Operation &op : *getOperation().getBody())
      if (isa<func::FuncOp, memref::GlobalOp>(op) &&
          failed(mangle(&op, table, names)))
        return signalPassFailure();
    // All at once: a new name of one may be the old name of another.
    AttrTypeReplacer replacer;
    // Nested references are names of other tables, such as those of kernels.
    using Replaced = std::pair<Attribute, WalkResult>;
    replacer.addReplacement(
        [&](SymbolRefAttr symbol) -> std::optional<Replaced> {
          auto found = names.find(symbol.getRootReference());
          if (found != names.end())
            symbol =
                SymbolRefAttr::get(found->second, symbol.getNestedReferences());
          return Replaced{symbol, WalkResult::skip()};
        });
    replacer.recursivelyReplaceElementsIn(getOperation());
  }

private:
  static LogicalResult mangle(Operation *op, const SymbolTable &table,
                              llvm::DenseMap<StringAttr, StringAttr> &names) {
    StringAttr before = SymbolTable::getSymbolName(op);
    auto after = StringAttr::get(op->getContext(), getMangledName(before));
    Operation *other = table.lookup(after);
    if (other && !isa<func::FuncOp, memref::GlobalOp>(other))
      return other->emitOpError("expected a name without the prefix '")
             << kPrefix << "', which names of functions get; rename it";
    names[before] = after;
    SymbolTable::setSymbolName(op, after);
    return success();
  }
};
} // namespace

/// The name that a symbol had, or nothing if it has none of ours.
static std::optional<std::string> findPlainName(StringRef name) {
  bool isInterface = name.consume_front(kInterface);
  if (!name.consume_front(kPrefix))
    return std::nullopt;
  return ((isInterface ? StringRef(kInterface) : "") + name).str();
}

namespace {
struct RestoreNames : lowp::impl::RestoreNamesPassBase<RestoreNames> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolTable &table = tables.getSymbolTable(getOperation());
    SmallVector<Operation *> mangled;
    for (Operation &op : *getOperation().getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        if (findPlainName(symbol.getName()))
          mangled.push_back(&op);
    for (Operation *op : mangled)
      if (failed(restore(op, table)))
        return signalPassFailure();
  }

private:
  /// Whether `op` stands for something outside of the module, whose name is not
  /// ours to choose.
  static bool isForeign(Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return function && function.isExternal();
  }

  static LogicalResult restore(Operation *op, SymbolTable &table) {
    auto symbol = cast<SymbolOpInterface>(op);
    std::string plain = *findPlainName(symbol.getName());
    if (Operation *other = table.lookup(plain)) {
      if (isForeign(other))
        return symbol.isPrivate()
                   ? success()
                   : op->emitOpError("expected a name that no function has "
                                     "which the code calls, got '")
                         << plain << "'; rename it";
      if (failed(table.renameToUnique(other, {})))
        return failure();
    }
    return table.rename(op, plain);
  }
};
} // namespace
