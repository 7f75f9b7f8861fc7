//===- ConstantCacheTest.cpp - Constants in device memory -----------------===//

#include "FakeCudaTest.h"

#include <cstring>
#include <thread>
#include <vector>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class ConstantCacheTest : public FakeCudaTest {
protected:
  void TearDown() override { (void)lowpUnloadConstants(&constants, nullptr); }

  void *address(uint64_t number) {
    return lowpConstantAddress(&call, &constants, number);
  }
  int copies() { return fake->calls["cuMemcpyHtoD_v2"]; }

  float weights[3] = {1, 2, 3};
  char mask[5] = {1, 0, 1, 1, 0};
  LowpConstant items[3] = {
      {weights, sizeof(weights)}, {nullptr, 0}, {mask, sizeof(mask)}};
  LowpConstants constants = {items, 3};
};

} // namespace

TEST_F(ConstantCacheTest, CopiesAllOnce) {
  void *first = address(0), *last = address(2);
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(std::memcmp(first, weights, sizeof(weights)), 0);
  EXPECT_EQ(std::memcmp(last, mask, sizeof(mask)), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(last) % 256, 0u);
  EXPECT_EQ(address(0), first);
  EXPECT_EQ(fake->calls["cuMemAlloc_v2"], 1);
  EXPECT_EQ(copies(), 2);
}

TEST_F(ConstantCacheTest, CopiesOnceFromManyThreads) {
  std::vector<std::thread> threads;
  std::vector<void *> found(8);
  for (void *&place : found)
    threads.emplace_back([&] {
      LowpCall own;
      lowpCallInit(&own, nullptr);
      place = lowpConstantAddress(&own, &constants, 2);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (void *place : found)
    EXPECT_EQ(place, found[0]);
  EXPECT_EQ(fake->calls["cuMemAlloc_v2"], 1);
}

TEST_F(ConstantCacheTest, NewContextsGetCopiesOfTheirOwn) {
  address(0);
  ++fake->contextGeneration;
  address(0);
  EXPECT_EQ(fake->calls["cuMemAlloc_v2"], 2);
}

TEST_F(ConstantCacheTest, LoadingAheadLeavesNothingToTheCall) {
  EXPECT_EQ(lowpLoadConstants(&constants, &call), LOWP_OK);
  EXPECT_EQ(lowpLoadConstants(&constants, nullptr), LOWP_OK);
  EXPECT_NE(address(0), nullptr);
  EXPECT_EQ(copies(), 2);
}

TEST_F(ConstantCacheTest, UnloadingFrees) {
  address(0);
  EXPECT_EQ(fake->liveAllocations, 1);
  EXPECT_EQ(lowpUnloadConstants(&constants, &call), LOWP_OK);
  EXPECT_EQ(fake->liveAllocations, 0);
  EXPECT_EQ(lowpUnloadConstants(&constants, nullptr), LOWP_OK);
}

TEST_F(ConstantCacheTest, MeasuringAsksNothingOfTheDriver) {
  call.mode = LOWP_MEASURE;
  EXPECT_EQ(address(0), nullptr);
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_EQ(fake->calls["cuMemAlloc_v2"], 0);
}

TEST_F(ConstantCacheTest, WithoutMemoryTheCallFailsAndTheNextTriesAgain) {
  fake->allocateResult = CudaErrorOutOfMemory;
  EXPECT_EQ(address(0), nullptr);
  expectFailure(call, LOWP_ERROR_OUT_OF_MEMORY,
                {"no device memory for constants of 512 bytes"});
  fake->allocateResult = CudaSuccess;
  lowpCallInit(&call, nullptr);
  EXPECT_NE(address(0), nullptr);
}

TEST_F(ConstantCacheTest, OtherNumbersAreRefused) {
  EXPECT_EQ(address(3), nullptr);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT, {"expected a constant"});
  EXPECT_EQ(lowpLoadConstants(nullptr, nullptr), LOWP_ERROR_INVALID_ARGUMENT);
}
