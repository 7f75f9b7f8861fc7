//===- LaunchTest.cpp - What a launch gives to the driver -----------------===//

#include "FakeCudaTest.h"

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class LaunchTest : public FakeCudaTest {
protected:
  void launch() {
    LowpImage image = ptxImage();
    void *params[] = {&param};
    lowpLaunchKernel(&call, &image, "gemm", &shape, params);
  }

  void launchPersistent() {
    LowpImage image = ptxImage();
    void *params[] = {&param};
    lowpLaunchPersistentKernel(&call, &image, "gemm", &shape, params);
  }

  /// Values of one attribute that were set, in order.
  std::vector<int32_t> set(CudaFunctionAttribute attribute) {
    std::vector<int32_t> values;
    for (const FakeAttribute &entry : fake->attributes)
      if (entry.attribute == attribute)
        values.push_back(entry.value);
    return values;
  }

  int32_t param = 77;
  LowpLaunch shape = {{132, 2, 1}, {384, 1, 1}, {1, 1, 1}, 0, 0};
};

} // namespace

TEST_F(LaunchTest, PassesEverythingOn) {
  int stream = 0;
  call.stream = &stream;
  shape = {{132, 2, 3}, {128, 2, 1}, {2, 1, 1}, 1024, 0};
  launch();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->launches.size(), 1u);
  const FakeLaunch &seen = fake->launches[0];
  EXPECT_EQ(seen.kernel, "gemm");
  EXPECT_EQ(seen.grid, (Triple{132, 2, 3}));
  EXPECT_EQ(seen.block, (Triple{128, 2, 1}));
  EXPECT_EQ(seen.cluster, (Triple{2, 1, 1}));
  EXPECT_EQ(seen.sharedBytes, 1024u);
  EXPECT_EQ(static_cast<void *>(seen.stream), &stream);
  EXPECT_EQ(seen.firstParam, 77);
}

TEST_F(LaunchTest, ClusterOfOneHasNoAttribute) {
  launch();
  shape.cluster[0] = shape.cluster[1] = shape.cluster[2] = 0;
  launch();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->launches.size(), 2u);
  EXPECT_EQ(fake->launches[0].cluster, (Triple{0, 0, 0}));
  EXPECT_EQ(fake->launches[1].cluster, (Triple{0, 0, 0}));
}

TEST_F(LaunchTest, EmptyGridDoesNothing) {
  for (int dim = 0; dim < 3; ++dim) {
    LowpLaunch before = shape;
    shape.grid[dim] = 0;
    launch();
    shape = before;
  }
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(LaunchTest, MeasuringDoesNothing) {
  call.mode = LOWP_MEASURE;
  launch();
  EXPECT_EQ(lowpMultiprocessorCount(&call), 1u);
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(LaunchTest, NothingAfterAnError) {
  lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, "shape");
  launch();
  EXPECT_EQ(lowpMultiprocessorCount(&call), 1u);
  EXPECT_STREQ(call.message, "shape");
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(LaunchTest, FailedLaunchStopsTheInvocation) {
  fake->launchResult = CudaErrorInvalidValue;
  launch();
  fake->launchResult = CudaSuccess;
  launch();
  EXPECT_EQ(fake->launches.size(), 1u);
  expectFailure(call, LOWP_ERROR_DRIVER,
                {"launch of kernel 'gemm'", "grid [132, 2, 1]",
                 "block [384, 1, 1]", "cluster [1, 1, 1]",
                 "CUDA_ERROR_INVALID_VALUE (fake reason)"});
}

TEST_F(LaunchTest, FaultOfAnEarlierKernelIsExplained) {
  fake->launchResult = CudaErrorIllegalAddress;
  launch();
  expectFailure(call, LOWP_ERROR_DRIVER,
                {"CUDA_ERROR_ILLEGAL_ADDRESS", "launched earlier"});
}

TEST_F(LaunchTest, SharedMemoryIsAllowedOncePerKernel) {
  shape.sharedBytes = 48 * 1024;
  launch();
  EXPECT_TRUE(fake->attributes.empty());
  shape.sharedBytes = 200 * 1024;
  launch();
  launch();
  shape.sharedBytes = 100 * 1024;
  launch();
  shape.sharedBytes = 220 * 1024;
  launch();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(set(CudaFunctionMaxDynamicSharedBytes),
            (std::vector<int32_t>{200 * 1024, 220 * 1024}));
  EXPECT_EQ(fake->attributes[0].kernel, "gemm");
}

TEST_F(LaunchTest, StaticSharedMemoryCounts) {
  fake->staticSharedBytes = 1024;
  shape.sharedBytes = 47 * 1024;
  launch();
  EXPECT_TRUE(fake->attributes.empty());
  shape.sharedBytes = 47 * 1024 + 1;
  launch();
  EXPECT_EQ(set(CudaFunctionMaxDynamicSharedBytes).size(), 1u);
}

TEST_F(LaunchTest, TooMuchSharedMemoryNamesTheDevice) {
  shape.sharedBytes = 300 * 1024;
  launch();
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE,
                {"kernel 'gemm' needs 307200 bytes", "Fake H200",
                 "has 232448 per block"});
  EXPECT_TRUE(fake->launches.empty());
}

TEST_F(LaunchTest, LargeClusterIsAllowedOncePerKernel) {
  shape = {{16, 16, 1}, {128, 1, 1}, {8, 1, 1}, 0, 0};
  launch();
  EXPECT_TRUE(fake->attributes.empty());
  shape.cluster[1] = 2;
  launch();
  launch();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(set(CudaFunctionNonPortableClusterAllowed),
            std::vector<int32_t>{1});
}

TEST_F(LaunchTest, ClusterMustDivideTheGrid) {
  shape.grid[0] = 131;
  shape.cluster[0] = 2;
  launch();
  expectFailure(
      call, LOWP_ERROR_INVALID_ARGUMENT,
      {"must divide the grid", "grid [131, 2, 1]", "cluster [2, 1, 1]"});
  EXPECT_TRUE(fake->launches.empty());
}

TEST_F(LaunchTest, PersistentClustersAreThoseThatRun) {
  fake->activeClusters = 40;
  shape = {{132, 1, 1}, {384, 1, 1}, {3, 1, 1}, 1024, 1};
  launchPersistent();
  shape.grid[0] = 90;
  launchPersistent();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->launches.size(), 2u);
  EXPECT_EQ(fake->launches[0].grid, (Triple{120, 1, 1}));
  EXPECT_EQ(fake->launches[1].grid, (Triple{90, 1, 1}));
  // The driver is asked once.
  ASSERT_EQ(fake->counted.size(), 1u);
  EXPECT_EQ(fake->counted[0].kernel, "gemm");
  EXPECT_EQ(fake->counted[0].block, (Triple{384, 1, 1}));
  EXPECT_EQ(fake->counted[0].cluster, (Triple{3, 1, 1}));
  EXPECT_EQ(fake->counted[0].sharedBytes, 1024u);
}

TEST_F(LaunchTest, ClustersAreCountedForEachShapeAndContext) {
  shape = {{132, 1, 1}, {384, 1, 1}, {2, 1, 1}, 0, 0};
  launchPersistent();
  shape.sharedBytes = 1024;
  launchPersistent();
  EXPECT_EQ(fake->counted.size(), 2u);
  ++fake->contextGeneration;
  launchPersistent();
  EXPECT_EQ(fake->counted.size(), 3u);
  EXPECT_EQ(call.status, LOWP_OK) << call.message;
}

TEST_F(LaunchTest, NothingIsCountedOfOtherLaunches) {
  shape = {{132, 1, 1}, {384, 1, 1}, {1, 1, 1}, 0, 0};
  launchPersistent();
  shape.cluster[0] = 2;
  fake->activeClusters = 1;
  launch();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_TRUE(fake->counted.empty());
  EXPECT_EQ(fake->launches[1].grid, (Triple{132, 1, 1}));
}

TEST_F(LaunchTest, ClustersThatCannotRunAreTheLaunchesError) {
  fake->activeClusters = 0;
  fake->launchResult = CudaErrorInvalidValue;
  shape = {{132, 1, 1}, {384, 1, 1}, {2, 1, 1}, 0, 0};
  launchPersistent();
  expectFailure(call, LOWP_ERROR_DRIVER, {"launch of kernel 'gemm'"});
}

TEST_F(LaunchTest, FailedCountsAreErrorsAndAskedAgain) {
  fake->countResult = CudaErrorLaunchFailed;
  shape = {{132, 1, 1}, {384, 1, 1}, {2, 1, 1}, 0, 0};
  launchPersistent();
  expectFailure(call, LOWP_ERROR_DRIVER,
                {"counting the clusters of kernel 'gemm'"});
  EXPECT_TRUE(fake->launches.empty());
  fake->countResult = CudaSuccess;
  lowpCallInit(&call, nullptr);
  launchPersistent();
  EXPECT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(fake->counted.size(), 2u);
}

TEST_F(LaunchTest, BlockMustHaveThreads) {
  shape.block[1] = 0;
  launch();
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT,
                {"expected 1 to 1024 threads", "block [384, 0, 1]"});
}

TEST_F(LaunchTest, BlockMustNotBeTooLarge) {
  shape = {{1, 1, 1}, {0x80000000u, 2, 1}, {1, 1, 1}, 0, 0};
  launch();
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT,
                {"expected 1 to 1024 threads"});
}

TEST_F(LaunchTest, NullArgumentsAreRefused) {
  lowpLaunchKernel(&call, nullptr, "gemm", &shape, nullptr);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT,
                {"lowpLaunchKernel: ", "null pointer"});
  lowpCallInit(&call, nullptr);
  lowpLaunchPersistentKernel(&call, nullptr, "gemm", &shape, nullptr);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT,
                {"lowpLaunchPersistentKernel: ", "null pointer"});
}

TEST_F(LaunchTest, MultiprocessorCountIsTheDevices) {
  EXPECT_EQ(lowpMultiprocessorCount(&call), 132u);
  EXPECT_EQ(call.status, LOWP_OK);
}
