//===- ToolVersion.h - What tools say of their version ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SOURCE_TOOLVERSION_H
#define LOWP_SOURCE_TOOLVERSION_H

namespace mlir::lowp {

/// Lets --version print lowp's version before LLVM's. Call it before the
/// command line is parsed.
void setToolVersion();

} // namespace mlir::lowp

#endif // LOWP_SOURCE_TOOLVERSION_H
