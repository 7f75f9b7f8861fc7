//===- KernelWork.h - What a kernel does, for its name ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_KERNELWORK_H
#define LOWP_DIALECT_LOWP_IR_KERNELWORK_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"

namespace mlir::lowp {

/// Words for the elements of `type`: "bf16", or, of a scaled type, "f8E4M3FN",
/// "block" and "1x128".
SmallVector<std::string> describeElements(Type type);

/// Words between underscores.
std::string joinWords(ArrayRef<std::string> words);

/// `loc` for a kernel, or its launch, that does `work`, an identifier such as
/// "quantize_f8E4M3FN_block_1x128". Like all that locations say it is for
/// people: kernels are equal whatever it is.
Location addKernelWork(Location loc, StringRef work);

/// What the kernel at `loc` does; empty where nobody has said it.
StringRef getKernelWork(Location loc);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_KERNELWORK_H
