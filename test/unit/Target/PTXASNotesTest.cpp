//===- PTXASNotesTest.cpp - Reading what ptxas writes ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Target/PTXASNotes.h"
#include "gtest/gtest.h"

using namespace mlir::lowp;

TEST(PTXASNotes, ReadsEachKernel) {
  PTXASReport report = parsePTXASOutput(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'up' for 'sm_90a'\n"
      "ptxas info    : Function properties for up\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 168 registers, used 1 barriers, 16 bytes smem\n"
      "ptxas info    : Compiling entry function 'down' for 'sm_90a'\n"
      "ptxas info    : Function properties for down\n"
      "    8 bytes stack frame, 12 bytes spill stores, 24 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 0 barriers\n");
  ASSERT_EQ(report.kernels.size(), 2u);
  const PTXASKernel *up = report.lookup("up"), *down = report.lookup("down");
  ASSERT_TRUE(up && down);
  EXPECT_EQ(up->registers, 168u);
  EXPECT_EQ(up->staticSharedBytes, 16u);
  EXPECT_FALSE(up->spills());
  EXPECT_EQ(down->spillStores, 12u);
  EXPECT_EQ(down->spillLoads, 24u);
  EXPECT_TRUE(down->spills());
  EXPECT_EQ(report.lookup("sideways"), nullptr);
}

TEST(PTXASNotes, CountsSpillsOfCalledFunctions) {
  PTXASReport report = parsePTXASOutput(
      "ptxas info    : Compiling entry function 'k' for 'sm_90a'\n"
      "ptxas info    : Function properties for k\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 58 registers, used 0 barriers\n"
      "ptxas info    : Function properties for callee\n"
      "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n");
  ASSERT_EQ(report.kernels.size(), 1u);
  EXPECT_TRUE(report.kernels[0].spills());
}

TEST(PTXASNotes, ReadsNumberedNotes) {
  PTXASReport report = parsePTXASOutput(
      "ptxas info    : (C7519) warpgroup.arrive is injected in around line 104 "
      "by compiler to allow use of registers in GMMA in function 'q2'\n"
      "ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' "
      "ignored; unable to determine register count at entry.\n");
  ASSERT_EQ(report.notes.size(), 2u);
  EXPECT_EQ(report.notes[0].code, "C7519");
  EXPECT_EQ(report.notes[0].function, "q2");
  EXPECT_EQ(report.notes[0].line, 104u);
  EXPECT_TRUE(report.notes[0].isCostly());
  EXPECT_EQ(report.notes[1].code, "C7508");
  EXPECT_EQ(report.notes[1].function, "");
  EXPECT_EQ(report.notes[1].line, 0u);
}

TEST(PTXASNotes, TakesWarningsForNotesWithoutNumber) {
  PTXASReport report =
      parsePTXASOutput("ptxas warning : Something odd in function 'k'\n");
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_EQ(report.notes[0].code, "");
  EXPECT_EQ(report.notes[0].function, "k");
  EXPECT_FALSE(report.notes[0].isCostly());
}

TEST(PTXASNotes, ReadsErrorsOnce) {
  PTXASReport report = parsePTXASOutput(
      "ptxas /a b/info/x.ptx, line 8; error   : Unknown modifier "
      "'.globl'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n");
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].line, 8u);
  EXPECT_EQ(report.errors[0].message, "Unknown modifier '.globl'");
}

TEST(PTXASNotes, ReadsFatalErrorsWithoutLine) {
  PTXASReport report = parsePTXASOutput(
      "ptxas fatal   : Value 'sm_91a' is not defined for option 'gpu-name'\n");
  ASSERT_EQ(report.errors.size(), 1u);
  EXPECT_EQ(report.errors[0].line, 0u);
}

TEST(PTXASNotes, LeavesOutWhatItDoesNotKnow) {
  PTXASReport report = parsePTXASOutput("nvlink: hello\n\nptxas\nptxas info\n");
  EXPECT_TRUE(report.kernels.empty());
  EXPECT_TRUE(report.notes.empty());
  EXPECT_TRUE(report.errors.empty());
}
