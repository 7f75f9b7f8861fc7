//===- TrialTest.cpp - What a pass must not do is noticed -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "lowp/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp::fuzz;

namespace {

/// A pass that does what a function of it says.
struct MisbehavingPass : PassWrapper<MisbehavingPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MisbehavingPass)

  using Act = void (*)(MisbehavingPass &);
  MisbehavingPass(StringRef argument, Act act) : argument(argument), act(act) {}

  using OperationPass<ModuleOp>::getOperation;
  using Pass::getContext;

  StringRef getArgument() const final { return argument; }
  void runOnOperation() final { act(*this); }
  void fail() { signalPassFailure(); }

  StringRef argument;
  Act act;
};

class TrialTest : public testing::Test {
protected:
  TrialTest() {
    lowp::registerAllDialects(registry);
    lowp::registerAllPasses();
  }

  /// Runs a pass on a module with a function `f`.
  TrialResult runWith(MisbehavingPass::Act act) {
    static MisbehavingPass::Act current;
    static PassRegistration<MisbehavingPass> registration([] {
      return std::make_unique<MisbehavingPass>(
          "test-misbehave", [](MisbehavingPass &pass) { current(pass); });
    });
    current = act;
    return runTrial(registry, "func.func @f() { return }", "test-misbehave");
  }

  DialectRegistry registry;
};
} // namespace

TEST_F(TrialTest, Passed) {
  EXPECT_EQ(runWith([](MisbehavingPass &) {}).outcome, Outcome::Passed);
}

TEST_F(TrialTest, Refused) {
  TrialResult result = runWith([](MisbehavingPass &pass) {
    pass.getOperation().emitError("expected something else");
    pass.fail();
  });
  EXPECT_EQ(result.outcome, Outcome::Refused);
}

TEST_F(TrialTest, FailureWithoutError) {
  TrialResult result = runWith([](MisbehavingPass &pass) { pass.fail(); });
  EXPECT_EQ(result.outcome, Outcome::Finding);
  EXPECT_EQ(result.finding, "the pipeline failed without an error");
}

TEST_F(TrialTest, ErrorWithoutLocation) {
  TrialResult result = runWith([](MisbehavingPass &pass) {
    emitError(UnknownLoc::get(&pass.getContext()), "somewhere");
    pass.fail();
  });
  EXPECT_EQ(result.finding,
            "the pipeline failed without a location: somewhere");
}

TEST_F(TrialTest, SuccessWithError) {
  TrialResult result = runWith([](MisbehavingPass &pass) {
    pass.getOperation().emitError("never mind");
  });
  EXPECT_EQ(result.finding, "success with an error: never mind");
}

TEST_F(TrialTest, InvalidIR) {
  TrialResult result = runWith([](MisbehavingPass &pass) {
    auto function = *pass.getOperation().getOps<func::FuncOp>().begin();
    function.getBody().front().getTerminator()->erase();
  });
  EXPECT_EQ(StringRef(result.finding)
                .starts_with("pass test-misbehave left invalid IR: "),
            true)
      << result.finding;
}

TEST_F(TrialTest, Unparsable) {
  EXPECT_EQ(runTrial(registry, "func.func", "").outcome, Outcome::Unparsable);
}

TEST_F(TrialTest, RoundTrip) {
  EXPECT_EQ(runTrial(registry, "func.func @f() { return }", kRoundTrip).outcome,
            Outcome::Passed);
}

TEST_F(TrialTest, UnknownPipeline) {
  EXPECT_EQ(runTrial(registry, "", "no-such-pass").outcome, Outcome::Finding);
}
