//===- Output.h - Writing what was asked for --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_OUTPUT_H
#define LOWP_LIB_PIPELINES_OUTPUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <system_error>

namespace mlir::lowp {

/// Writes `content` to `path`; "-" is the standard output. A file is written
/// beside its place and then renamed, so that nobody sees half of it and what
/// was there stays when there is an error. What is no file, such as a pipe or a
/// device, is written to as it is.
std::error_code writeOutput(StringRef content, StringRef path);

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_OUTPUT_H
