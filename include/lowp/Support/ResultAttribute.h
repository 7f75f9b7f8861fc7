//===- ResultAttribute.h - Arguments that hold results ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_RESULTATTRIBUTE_H
#define LOWP_SUPPORT_RESULTATTRIBUTE_H

namespace mlir::lowp {

/// Marks an argument whose old content nobody wants: memory that the caller
/// provides for a result. Upstream's buffer-results-to-out-params writes it.
inline constexpr char kResultAttrName[] = "bufferize.result";

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_RESULTATTRIBUTE_H
