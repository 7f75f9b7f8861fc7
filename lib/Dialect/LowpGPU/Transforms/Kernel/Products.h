//===- Products.h - The atoms of products in kernels ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_PRODUCTS_H
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_PRODUCTS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp_gpu {

/// The atom by which chips of `target` multiply the tiles of a product, with
/// its scales if it has some; null if they multiply no such tiles.
const MmaAtom *findAtom(MmaOp mma, const KernelTarget &target);
const MmaAtom *findAtom(MmaIntoOp mma, const KernelTarget &target);

/// Whether lanes read the tiles of `mma` themselves on the chip of its kernel.
bool readsByLanes(MmaOp mma);

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_PRODUCTS_H
