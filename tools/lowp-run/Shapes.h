//===- Shapes.h - Sizes of dynamic dimensions -------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_SHAPES_H
#define LOWP_TOOLS_LOWP_RUN_SHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::lowp::run {

/// Sizes of dynamic dimensions, as `--shape` gives them, or else the files of
/// `--inputs`. A key is `<tensor>.<dimension>` ("argument0.1", "result0.0"), or
/// "M" for all dimensions that nothing else gives a size.
class ShapeBindings {
public:
  /// Reads entries like "M=4096" and "argument1.0=64".
  static llvm::Expected<ShapeBindings> parse(llvm::ArrayRef<std::string> text);

  /// Takes the shapes that the tensors.json of `directory` names, if there is
  /// such a file.
  llvm::Error readFile(llvm::StringRef directory);

  /// Fails for an entry that is not of a dynamic dimension of `function`, and
  /// for shapes from files that are not those of its types.
  llvm::Error verify(func::FuncOp function) const;

  /// The size of dimension `dim` of `tensor`, an error if there is none.
  llvm::Expected<int64_t> lookup(llvm::StringRef tensor, unsigned dim) const;

private:
  llvm::Error verifyFile(llvm::StringRef name,
                         llvm::ArrayRef<int64_t> sizesOfType) const;

  llvm::StringMap<int64_t> sizes;
  llvm::StringMap<llvm::SmallVector<int64_t>> shapesOfFiles;
  /// Where the latter are from.
  std::string file;
};

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_SHAPES_H
