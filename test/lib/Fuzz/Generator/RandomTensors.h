//===- RandomTensors.h - Tensors to read and to write into ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_RANDOMTENSORS_H
#define LOWP_TEST_LIB_FUZZ_RANDOMTENSORS_H

#include "FunctionBody.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp::fuzz {

/// A tensor of `type` that nobody has written to: its unknown sizes are those
/// of a tensor that exists, or scalars.
Named makeEmpty(FunctionBody &body, RankedTensorType type);

/// A tensor of `type`, all of whose elements are `value`, a scalar.
Named makeFilled(FunctionBody &body, RankedTensorType type, const Named &value);

/// A tensor of zeros of `type`.
Named makeZeros(FunctionBody &body, RankedTensorType type);

/// A tensor of `type` whose elements may matter: a value that exists, an
/// argument, a fill, a constant or an empty one.
Named makeInit(FunctionBody &body, RankedTensorType type);

/// `type` without the dimension `dim`.
RankedTensorType dropDimension(RankedTensorType type, int64_t dim);

/// (d0, d1, ...) of `rank`.
std::string printDimensions(int64_t rank);

/// The identity of `rank` dimensions as an attribute.
std::string printIdentity(int64_t rank);

/// `"parallel", "parallel", ...`, where `kinds` has p for parallel and r for
/// reduction.
std::string printIterators(llvm::StringRef kinds);

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_RANDOMTENSORS_H
