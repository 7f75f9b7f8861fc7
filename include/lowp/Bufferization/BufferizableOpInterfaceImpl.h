//===- BufferizableOpInterfaceImpl.h - lowp.gemm on buffers -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_BUFFERIZATION_BUFFERIZABLEOPINTERFACEIMPL_H
#define LOWP_BUFFERIZATION_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace lowp {
/// Lets one-shot bufferization rewrite `lowp.gemm`. Other lowp ops are gone by
/// then.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);
} // namespace lowp
} // namespace mlir

#endif // LOWP_BUFFERIZATION_BUFFERIZABLEOPINTERFACEIMPL_H
