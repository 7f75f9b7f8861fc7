//===- CallTest.cpp - State of one invocation -----------------------------===//

#include "Contains.h"

#include "lowp/Runtime/Call.h"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

TEST(CallTest, InitClearsAnEarlierInvocation) {
  LowpCall call;
  std::memset(&call, 0xff, sizeof(call));
  int stream = 0;
  lowpCallInit(&call, &stream);
  EXPECT_EQ(call.stream, &stream);
  EXPECT_EQ(call.workspace, nullptr);
  EXPECT_EQ(call.workspaceBytes, 0u);
  EXPECT_EQ(call.workspaceUsed, 0u);
  EXPECT_EQ(call.mode, LOWP_RUN);
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_STREQ(call.message, "");
}

TEST(CallTest, FirstErrorStays) {
  LowpCall call;
  lowpCallInit(&call, nullptr);
  lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, "first");
  lowpFail(&call, LOWP_ERROR_DRIVER, "second");
  EXPECT_EQ(call.status, LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(call.message, "first");
}

TEST(CallTest, FailingWithOkStillFails) {
  LowpCall call;
  lowpCallInit(&call, nullptr);
  lowpFail(&call, LOWP_OK, nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(call.message, "LOWP_ERROR_INVALID_ARGUMENT");
}

TEST(CallTest, LongMessageIsCutVisibly) {
  LowpCall call;
  lowpCallInit(&call, nullptr);
  std::string fits(LOWP_MESSAGE_BYTES - 1, 'a');
  lowpFail(&call, LOWP_ERROR_LOAD, fits.c_str());
  EXPECT_EQ(call.message, fits);

  lowpCallInit(&call, nullptr);
  lowpFail(&call, LOWP_ERROR_LOAD, (fits + "b").c_str());
  EXPECT_EQ(std::strlen(call.message), size_t(LOWP_MESSAGE_BYTES - 1));
  EXPECT_TRUE(contains(call.message, "aaa..."));
}

TEST(CallTest, StatusNamesAreDistinct) {
  std::set<std::string> names;
  for (LowpStatus status = LOWP_OK; status <= LOWP_ERROR_UNSUPPORTED_DEVICE;
       ++status)
    names.insert(lowpStatusName(status));
  EXPECT_EQ(names.size(), size_t(LOWP_ERROR_UNSUPPORTED_DEVICE) + 1);
  EXPECT_STREQ(lowpStatusName(LOWP_ERROR_LOAD), "LOWP_ERROR_LOAD");
  EXPECT_STREQ(lowpStatusName(1234), "unknown LowpStatus");
}

TEST(CallTest, NullCallIsIgnored) {
  lowpCallInit(nullptr, nullptr);
  lowpFail(nullptr, LOWP_ERROR_DRIVER, "nobody listens");
  lowpLaunchKernel(nullptr, nullptr, nullptr, nullptr, nullptr);
  lowpLaunchPersistentKernel(nullptr, nullptr, nullptr, nullptr, nullptr);
  lowpEncodeTensorMap(nullptr, nullptr, nullptr);
  EXPECT_EQ(lowpWorkspaceAllocate(nullptr, 1), nullptr);
  EXPECT_EQ(lowpMultiprocessorCount(nullptr), 1u);
}

TEST(CallTest, OutcomeCarriesStatusAndMessage) {
  LowpCall call;
  lowpCallInit(&call, nullptr);
  EXPECT_TRUE(bool(outcomeOf(call)));
  lowpFail(&call, LOWP_ERROR_LOAD, "why");
  Expected<void> outcome = outcomeOf(call);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().status, LOWP_ERROR_LOAD);
  EXPECT_EQ(outcome.error().message, "why");
}

TEST(CallTest, LibraryHasTheAbiOfTheHeader) {
  EXPECT_EQ(lowpRuntimeAbiVersion(), uint32_t(LOWP_RUNTIME_ABI_VERSION));
}

/// In HeaderTest.c.
extern "C" LowpStatus lowpHeaderTestCallFromC(void);

TEST(CallTest, WorksFromC) {
  EXPECT_EQ(lowpHeaderTestCallFromC(), LOWP_ERROR_LOAD);
}
