//===- SupervisorTest.cpp - Crashes and hangs are noticed -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervisor.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace mlir::lowp::fuzz;

static constexpr Limits kLimits = {/*seconds=*/1, /*memory=*/0};

/// Runs trials 10 to 19, of which 13 does `misdeed`.
static Ending runWith(llvm::function_ref<std::string()> misdeed) {
  return superviseTrials(
      10, 10, kLimits,
      [&](uint64_t trial) { return trial == 13 ? misdeed() : std::string(); },
      [] { return false; });
}

TEST(SupervisorTest, AllIsWell) {
  Ending ending = runWith([] { return std::string(); });
  EXPECT_EQ(ending.finding, "");
  EXPECT_EQ(ending.trial, 20u);
}

TEST(SupervisorTest, Finding) {
  Ending ending = runWith([] { return std::string("not good"); });
  EXPECT_EQ(ending.finding, "not good");
  EXPECT_EQ(ending.trial, 13u);
}

TEST(SupervisorTest, Crash) {
  Ending ending = runWith([]() -> std::string {
    fputs("last words", stderr);
    fflush(stderr);
    raise(SIGSEGV);
    return "";
  });
  EXPECT_EQ(ending.finding, "crash: Segmentation fault");
  EXPECT_EQ(ending.trial, 13u);
  EXPECT_NE(ending.output.find("last words"), std::string::npos);
}

TEST(SupervisorTest, Abort) {
  EXPECT_EQ(runWith([]() -> std::string { abort(); }).finding,
            "crash: Aborted");
}

TEST(SupervisorTest, Exit) {
  EXPECT_EQ(runWith([]() -> std::string { _exit(3); }).finding,
            "exit with status 3");
}

TEST(SupervisorTest, BusyHang) {
  Ending ending = runWith([]() -> std::string {
    for (volatile int i = 0;; i = i + 1)
      continue;
  });
  EXPECT_EQ(ending.finding, "hang");
  EXPECT_EQ(ending.trial, 13u);
}

TEST(SupervisorTest, StopsWhenItIsTime) {
  Ending ending = superviseTrials(
      0, 10, kLimits, [](uint64_t) { return std::string(); },
      [] { return true; });
  EXPECT_EQ(ending.finding, "");
  EXPECT_EQ(ending.trial, 0u);
}
