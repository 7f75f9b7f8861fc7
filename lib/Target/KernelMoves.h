//===- KernelMoves.h - Kernels that change their gpu.module -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TARGET_KERNELMOVES_H
#define LOWP_LIB_TARGET_KERNELMOVES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Where symbols of gpu.modules went.
class KernelMoves {
public:
  /// Notes that `symbol` of `source` is called `name` in `target` now.
  void note(gpu::GPUModuleOp source, StringAttr symbol, gpu::GPUModuleOp target,
            StringAttr name) {
    moves[getReference(source, symbol)] = getReference(target, name);
  }

  /// Makes references from outside of the gpu.modules of `module` follow.
  void updateReferences(ModuleOp module) const {
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](SymbolRefAttr reference) {
      SymbolRefAttr moved = moves.lookup(reference);
      return std::pair<Attribute, WalkResult>(moved ? moved : reference,
                                              WalkResult::skip());
    });
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true);
  }

private:
  static SymbolRefAttr getReference(gpu::GPUModuleOp module,
                                    StringAttr symbol) {
    return SymbolRefAttr::get(module.getSymNameAttr(),
                              FlatSymbolRefAttr::get(symbol));
  }

  /// Old references to new ones.
  DenseMap<Attribute, SymbolRefAttr> moves;
};

/// Gathers the kernels of all gpu.modules of `program` in the first one: one
/// file to ship, one load at run time. Symbols that clash are renamed.
LogicalResult mergeGPUModules(ModuleOp program);

} // namespace mlir::lowp

#endif // LOWP_LIB_TARGET_KERNELMOVES_H
