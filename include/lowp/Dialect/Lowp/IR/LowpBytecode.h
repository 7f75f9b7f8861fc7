//===- LowpBytecode.h - Versions of stored lowp -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's bytecode is how programs in lowp are stored. A file names the version
// of the dialect that wrote it, and every later lowp reads it:
//
// | version | what it changed |
// |---|---|
// | 0 | nothing is written about a version; types and attributes are text |
// | 1 | `lowp.hadamard` has a `size` (before: 16), `lowp.quantize` may have |
// |   | ends of groups, and numerics, recipes of matmuls and scaled types |
// |   | are written with all their parameters |
// | 2 | scaled types have a data layout (before: a width of panels, or 0) |
// | 3 | numerics have `quotient`, `largest_factor`, `small_scales` and |
// |   | `matrix_scale` (before: what text means that leaves them out) |
// | 4 | `lowp.quantize` may have given scales |
// | 5 | `lowp.gemm` may have indexing maps in place of scales and types |
// | 6 | `lowp.gemm` may have an epilogue with inputs |
// | 7 | `lowp.gemm` may have several destinations |
// | 8 | `lowp.gemm` may have groups |
// | 9 | `lowp.grouped_scaled_matmul` may have `fast_accumulation` |
//
// What changes the meaning of stored operations raises `kBytecodeVersion`, adds
// a row here, teaches the operation's `readProperties` the older form, and
// leaves a file of the new version in test/Dialect/Lowp/IR/Inputs. Recipes and
// layouts are stored as text, so their defaults stay as they are, and former
// names are read from bytecode: `#lowp.plain` is `#lowp.identity`, and
// `#lowp.block_1x128` is `#lowp.block<1x128>`, see
// `LowpDialect::parseAttribute`.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPBYTECODE_H
#define LOWP_DIALECT_LOWP_IR_LOWPBYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir {
namespace lowp {

class LowpDialect;

/// The version that is written, and the newest one that is read.
inline constexpr uint64_t kBytecodeVersion = 9;

/// The version of lowp that a file names. `BytecodeWriterConfig` takes one to
/// write the number of another version; what follows it stays the present form.
struct LowpDialectVersion : DialectVersion {
  explicit LowpDialectVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// The version of the file that `reader` reads; 0 where the file names none.
uint64_t getBytecodeVersion(const DialectBytecodeReader &reader);

/// MLIR's version since which numbers of operands are stored sparse, last of
/// all properties; before it, dense and among the attributes.
inline constexpr uint64_t kSparseSegments = 6;

/// Reads the numbers of operands of `op` as an attribute.
LogicalResult readDenseSegments(DialectBytecodeReader &reader, StringRef op,
                                MutableArrayRef<int32_t> segments);

/// Lets `dialect` read and write bytecode.
void addBytecodeInterface(LowpDialect &dialect);

} // namespace lowp
} // namespace mlir

#endif // LOWP_DIALECT_LOWP_IR_LOWPBYTECODE_H
