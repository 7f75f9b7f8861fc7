//===- SourceNesting.h - How deep a source nests ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser, verifier and printer call themselves for what is inside of
// something: regions, types, attributes, expressions. Aliases make short texts
// of deep and of endless ones.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_SOURCENESTING_H
#define LOWP_LIB_PIPELINES_SOURCENESTING_H

#include "lowp/Pipelines/ParseProgram.h"

namespace mlir::lowp {

/// How deep things may lie within each other. Programs have a dozen levels.
inline constexpr unsigned kMostNesting = 256;

/// The first place where `text`, of whatever language, nests too deep, or is
/// too long with its aliases written out.
std::optional<SourceFault> findDeepNesting(llvm::StringRef text);

/// The same for a module that was read from bytecode, which is not to be
/// verified or printed before.
LogicalResult verifyNesting(ModuleOp module);

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_SOURCENESTING_H
