//===- RunPassesTest.cpp - Runs that fail with a reason -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/RunPasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {
/// Fails, with or without a reason.
struct Failing : PassWrapper<Failing, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Failing)
  explicit Failing(std::string reason) : reason(std::move(reason)) {}
  StringRef getArgument() const override { return "failing"; }
  void runOnOperation() override {
    if (!reason.empty())
      getOperation().emitError(reason);
    signalPassFailure();
  }
  std::string reason;
};
} // namespace

/// The errors of a run of the pass above.
static std::vector<std::string> fail(std::string reason) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
  });
  PassManager manager(&context);
  manager.addPass(std::make_unique<Failing>(std::move(reason)));
  EXPECT_TRUE(failed(lowp::runPasses(manager, *module)));
  return errors;
}

TEST(RunPasses, FailsWithTheReasonOfThePass) {
  EXPECT_EQ(fail("the reason"), std::vector<std::string>{"the reason"});
}

TEST(RunPasses, NamesAPassThatDoesNotSayWhy) {
  ASSERT_EQ(fail("").size(), 1u);
  EXPECT_NE(fail("").front().find("pass 'failing' refused a 'builtin.module' "
                                  "and did not say why"),
            std::string::npos);
}
