//===- Donations.h - Arguments that JAX's caller gives away -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_BUFFERIZATION_DONATIONS_H
#define LOWP_BUFFERIZATION_DONATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Says by `lowp.aliasing_output` which results are new values of arguments,
/// where IREE's front end has said so by `iree.abi.output`, of arguments that
/// JAX's caller donates. Fails where there is no such result.
LogicalResult takeDonations(ModuleOp module);

} // namespace mlir::lowp

#endif // LOWP_BUFFERIZATION_DONATIONS_H
