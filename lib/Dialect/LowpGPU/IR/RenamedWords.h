//===- RenamedWords.h - What words of lowp_gpu were called ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_IR_RENAMEDWORDS_H
#define LOWP_LIB_DIALECT_LOWPGPU_IR_RENAMEDWORDS_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::lowp_gpu {

/// Where a word of the textual IR stands.
enum class WordPlace { Config, Accumulator, Operation };

/// What `word` is called now if it is an old name, or nothing.
StringRef findNewName(WordPlace place, StringRef word);

/// Says that `word` is an old name; returns whether it is one.
bool refuseOldName(AsmParser &parser, SMLoc loc, WordPlace place,
                   StringRef word);

/// Parses `keyword`; where its old name stands, the error says so.
ParseResult parseRenamedKeyword(AsmParser &parser, WordPlace place,
                                StringRef keyword);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_IR_RENAMEDWORDS_H
