//===- WorkspaceTest.cpp - Bump allocation from the caller's memory -------===//

#include "Contains.h"

#include "lowp/Runtime/lowp_runtime.h"

#include <gtest/gtest.h>

using namespace mlir::lowp::runtime::test;

namespace {

/// A call, and memory to give it as workspace.
class WorkspaceTest : public ::testing::Test {
protected:
  void SetUp() override { lowpCallInit(&call, nullptr); }

  void give(uint64_t bytes) {
    call.workspace = memory;
    call.workspaceBytes = bytes;
  }

  alignas(256) char memory[4096];
  LowpCall call;
};

} // namespace

TEST_F(WorkspaceTest, PiecesFollowEachOtherAligned) {
  give(1024);
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 100), memory);
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 1), memory + 256);
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 512), memory + 512);
  EXPECT_EQ(call.workspaceUsed, 1024u);
  EXPECT_EQ(call.status, LOWP_OK);
}

TEST_F(WorkspaceTest, TooSmallSaysWhatIsNeeded) {
  give(512);
  EXPECT_NE(lowpWorkspaceAllocate(&call, 300), nullptr);
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 100), nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_WORKSPACE);
  EXPECT_TRUE(contains(call.message, "expected at least 612 bytes, got 512"));
  // The count goes on, so that one failed call is enough to know the size.
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 256), nullptr);
  EXPECT_EQ(call.workspaceUsed, 1024u);
}

TEST_F(WorkspaceTest, MissingWorkspaceIsTooSmall) {
  call.workspaceBytes = 4096;
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 1), nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_WORKSPACE);
  EXPECT_TRUE(contains(call.message, "at a null pointer"));
}

TEST_F(WorkspaceTest, NothingNeedsNoWorkspace) {
  EXPECT_NE(lowpWorkspaceAllocate(&call, 0), nullptr);
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_EQ(call.workspaceUsed, 0u);
}

TEST_F(WorkspaceTest, MisalignedWorkspaceIsRefused) {
  give(1024);
  call.workspace = memory + 64;
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 1), nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(call.message, "aligned to 256 bytes"));
}

TEST_F(WorkspaceTest, OverflowIsRefused) {
  give(1024);
  lowpWorkspaceAllocate(&call, 512);
  EXPECT_EQ(lowpWorkspaceAllocate(&call, UINT64_MAX - 100), nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(call.message, "does not fit into 64 bits"));
}

TEST_F(WorkspaceTest, MeasuringNeedsNoWorkspace) {
  call.mode = LOWP_MEASURE;
  void *first = lowpWorkspaceAllocate(&call, 1000);
  void *second = lowpWorkspaceAllocate(&call, 24);
  EXPECT_NE(first, nullptr);
  EXPECT_NE(second, nullptr);
  EXPECT_NE(first, second);
  EXPECT_EQ(call.workspaceUsed, 1024u + 24u);
  EXPECT_EQ(call.status, LOWP_OK);
}

TEST_F(WorkspaceTest, MeasuredSizeIsEnough) {
  LowpCall measure;
  lowpCallInit(&measure, nullptr);
  measure.mode = LOWP_MEASURE;
  for (uint64_t bytes : {700, 1, 256, 0, 300})
    lowpWorkspaceAllocate(&measure, bytes);
  give(measure.workspaceUsed);
  for (uint64_t bytes : {700, 1, 256, 0, 300})
    EXPECT_NE(lowpWorkspaceAllocate(&call, bytes), nullptr);
  EXPECT_EQ(call.status, LOWP_OK);
}

TEST_F(WorkspaceTest, NothingAfterAnotherError) {
  give(1024);
  lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, "shape");
  EXPECT_EQ(lowpWorkspaceAllocate(&call, 1), nullptr);
  EXPECT_EQ(call.workspaceUsed, 0u);
  EXPECT_STREQ(call.message, "shape");
}
