//===- Inputs.h - What goes into a call -------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_INPUTS_H
#define LOWP_TOOLS_LOWP_RUN_INPUTS_H

#include "Tensor.h"

#include "llvm/Support/Error.h"

namespace mlir::lowp::run {

/// Fills a tensor with random numbers that depend on `seed` and the tensor's
/// name alone. Rows of a matrix differ in magnitude, as those of activations
/// do; scales are positive; integers are small and not negative.
void fillRandom(Tensor &tensor, uint64_t seed);

/// Reads `<directory>/<name>.bin`, the elements alone.
llvm::Error readTensor(llvm::StringRef directory, Tensor &tensor);

/// Writes each tensor as `<name>.bin`, and a description of all of them and of
/// `others`, which have no file, as `tensors.json`. Creates the directory.
llvm::Error writeTensors(llvm::StringRef directory,
                         llvm::ArrayRef<Tensor> tensors,
                         llvm::ArrayRef<TensorSpec> others = {});

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_INPUTS_H
