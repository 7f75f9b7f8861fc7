//===- ReportTraffic.cpp - Bytes of launches, for users -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Traffic/Traffic.h"

#include "lowp/Dialect/Common/SourceFile.h"
#include "lowp/Kernel/Config/PredictGemm.h"
#include "lowp/Traffic/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_REPORTTRAFFICPASS
#include "lowp/Traffic/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

static remark::RemarkOpts remarkNamed(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name)
      .category("lowp-report-traffic")
      .function(function);
}

static void remarkOn(const FunctionTraffic &function) {
  for (const LaunchTraffic &launch : function.launches)
    remark::analysis(launch.loc, remarkNamed("launch", function.name))
        << remark::metric("kind", stringify(launch.kind))
        << remark::metric("name", launch.name)
        << remark::metric("times", launch.times.str())
        << remark::metric("read", launch.countReads().str())
        << remark::metric("written", launch.countWrites().str())
        << remark::metric("predicted-us",
                          formatMicroseconds(launch.microseconds));
  remark::analysis(function.loc, remarkNamed("function", function.name))
      << remark::metric("launches", function.countLaunches().str())
      << remark::metric("bytes", function.countBytes().str())
      << remark::metric("ideal", function.countIdeal().str())
      << remark::metric("workspace", function.workspace.str())
      << remark::metric("workspace-without-reuse",
                        function.workspaceWithoutReuse.str());
}

namespace {
struct ReportTraffic : lowp::impl::ReportTrafficPassBase<ReportTraffic> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    // Most compile without.
    if (trafficFile.empty() && !getContext().getRemarkEngine())
      return;
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    std::vector<FunctionTraffic> functions;
    auto chip = lowp_gpu::findModelledChip(*copy);
    if (failed(chip))
      return signalPassFailure();
    for (auto func : copy->getOps<func::FuncOp>())
      if (!func.isDeclaration())
        functions.push_back(analyzeTraffic(func, *chip));
    for (const FunctionTraffic &function : functions)
      remarkOn(function);
    if (!trafficFile.empty() && failed(write(functions)))
      signalPassFailure();
  }

private:
  LogicalResult write(ArrayRef<FunctionTraffic> functions) {
    Location loc = getOperation().getLoc();
    llvm::Error error =
        writeTraffic(functions, getSourceFile(loc), trafficFile);
    if (!error)
      return success();
    return emitError(loc) << "the traffic is lost: "
                          << llvm::toString(std::move(error));
  }
};
} // namespace
