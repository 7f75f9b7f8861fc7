//===- DescribeFunctions.h - What a module's functions take -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_DESCRIBEFUNCTIONS_H
#define LOWP_LIB_EXECUTION_DESCRIBEFUNCTIONS_H

#include "lowp/Execution/Artifact.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp::execution {

/// Describes the public functions of `module`, which has not been lowered yet.
/// Fails with a diagnostic for an argument that no caller could pass. Leaves
/// operations in `module` that compute sizes: it should be a copy.
FailureOr<std::vector<Function>> describeFunctions(ModuleOp module);

/// Describes the functions of `module` that take prepared weights or prepare
/// them anew, since they have other arguments now than when `functions` were
/// described, and puts all in the module's order. Leaves `module` as it is.
LogicalResult describePrepared(ModuleOp module,
                               std::vector<Function> &functions);

/// Describes the stages that functions of `module`, which is on buffers, have
/// become, and puts all in the module's order. Leaves `module` as it is.
LogicalResult describeStages(ModuleOp module, std::vector<Function> &functions);

/// Describes the functions of the user's that `lowered`, a module of the llvm
/// dialect, calls. Fails with a diagnostic for elements that hosts do not know.
FailureOr<std::vector<Function>> describeExternals(ModuleOp lowered);

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_DESCRIBEFUNCTIONS_H
