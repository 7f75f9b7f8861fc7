//===- GlobalPointer.cpp - Addresses of the device's memory ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalPointer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

Value mlir::lowp_gpu::buildGlobalPointer(ImplicitLocOpBuilder &b, Value buffer,
                                         Value offset) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  Value address = arith::IndexCastOp::create(
      b, b.getI64Type(), arith::AddIOp::create(b, base, offset));
  constexpr unsigned kGlobal = 1;
  Value pointer = LLVM::IntToPtrOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), address);
  return LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), kGlobal), pointer);
}
