//===- HostLaunch.cpp - Host functions call the lowp runtime --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_HOSTLAUNCHPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

static LogicalResult refuseCall(func::CallOp op) {
  return op.emitOpError("expected calls to be inlined before lowp-host-launch, "
                        "got a call of '")
         << op.getCallee() << "', which is recursive or has no body";
}

namespace {
struct HostLaunch : lowp::impl::HostLaunchPassBase<HostLaunch> {
  void runOnOperation() override {
    RuntimeABI abi(getOperation());
    FailureOr<KernelImages> images = emitImages(getOperation(), abi);
    FailureOr<Constants> constants = emitConstants(getOperation(), abi);
    if (failed(images) || failed(constants))
      return signalPassFailure();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isDeclaration() &&
          failed(lower(func, abi, *images, *constants)))
        return signalPassFailure();
    for (auto binary :
         llvm::make_early_inc_range(getOperation().getOps<gpu::BinaryOp>()))
      binary.erase();
  }

private:
  LogicalResult lower(func::FuncOp func, RuntimeABI &abi,
                      const KernelImages &images, const Constants &constants) {
    FailureOr<Value> call = rewriteSignature(func, abi);
    if (failed(call))
      return failure();
    HostBuilder b(func.getLoc(), abi, *call);
    Value most = trackExternalWorkspace(func, b);
    SmallVector<Operation *> ops;
    func.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      b.moveTo(op);
      auto external = dyn_cast<CallExternalOp>(op);
      if (failed(external ? lowerExternalCall(external, b, most)
                          : lower(op, b, images, constants)))
        return failure();
    }
    return success();
  }

  LogicalResult lower(Operation *op, HostBuilder &b, const KernelImages &images,
                      const Constants &constants) {
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](memref::AllocOp op) { return lowerAlloc(op, b); })
        .Case([&](UnrealizedConversionCastOp op) {
          lowerBytesOf(op, b);
          return success();
        })
        .Case([&](memref::DeallocOp op) {
          op.erase();
          return success();
        })
        .Case([&](memref::GetGlobalOp op) {
          return lowerGetGlobal(op, b, constants);
        })
        .Case([&](cf::AssertOp op) {
          lowerAssert(op, b);
          return success();
        })
        .Case([&](lowp_gpu::EncodeTensorMapOp op) {
          return lowerEncodeTensorMap(op, b);
        })
        .Case<gpu::LaunchFuncOp, lowp_gpu::LaunchOp>(
            [&](auto op) { return lowerLaunch(op, b, images); })
        .Case([&](func::CallOp op) { return refuseCall(op); })
        .Default(success());
  }
};
} // namespace
