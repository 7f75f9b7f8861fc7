//===- TMTensorToLinalg.h - Operations of torch-mlir ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG_H
#define LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::lowp {
#define GEN_PASS_DECL
#include "lowp/Conversion/TMTensorToLinalg/TMTensorToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/TMTensorToLinalg/TMTensorToLinalg.h.inc"
} // namespace mlir::lowp

#endif // LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG_H
