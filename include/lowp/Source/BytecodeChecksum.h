//===- BytecodeChecksum.h - Whether bytecode is as it was -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of bytecode names its producer, in a string without meaning for who
// reads it. lowp's ends in a checksum of the file, with zeros in its place:
//
//   lowp 0.1.0 checksum=<32 hexadecimal digits>
//
// Other tools of MLIR read such files as they read others. The checksum tells
// damage, not forgery.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SOURCE_BYTECODECHECKSUM_H
#define LOWP_SOURCE_BYTECODECHECKSUM_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::lowp {

enum class ChecksumState {
  Intact,
  /// The file is not what was written.
  Damaged,
  /// It has none: another tool has written it, or a lowp before checksums.
  Missing,
};

/// What the checksum of `bytecode` says.
ChecksumState verifyChecksum(llvm::StringRef bytecode);

/// `bytecode`, as MLIR's writer made it, with a checksum. What is not
/// understood stays as it is.
std::string addChecksum(llvm::StringRef bytecode);

} // namespace mlir::lowp

#endif // LOWP_SOURCE_BYTECODECHECKSUM_H
