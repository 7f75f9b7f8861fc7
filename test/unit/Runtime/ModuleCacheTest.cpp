//===- ModuleCacheTest.cpp - Loading images -------------------------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Device.h"

#include <thread>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class ModuleCacheTest : public FakeCudaTest {
protected:
  static void launch(LowpCall &call, const char *kernel = "gemm") {
    LowpImage image = ptxImage();
    LowpLaunch shape = {{1, 1, 1}, {128, 1, 1}, {1, 1, 1}, 0, 0};
    int32_t param = 0;
    void *params[] = {&param};
    lowpLaunchKernel(&call, &image, kernel, &shape, params);
  }

  int loads() { return fake->calls["cuModuleLoadDataEx"]; }
};

} // namespace

TEST_F(ModuleCacheTest, LoadsOnce) {
  launch(call);
  launch(call);
  launch(call, "other");
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(loads(), 1);
  EXPECT_EQ(fake->calls["cuModuleGetFunction"], 2);
  EXPECT_EQ(fake->launches.size(), 3u);
}

TEST_F(ModuleCacheTest, LoadsOncePerContext) {
  launch(call);
  {
    Expected<Device> second = Device::open(1);
    ASSERT_TRUE(bool(second)) << second.error().message;
    launch(call);
    launch(call);
  }
  Expected<Device> first = Device::open(0);
  ASSERT_TRUE(bool(first)) << first.error().message;
  launch(call);
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(loads(), 2);
}

TEST_F(ModuleCacheTest, NewContextAtAnOldAddressIsNew) {
  launch(call);
  ++fake->contextGeneration;
  launch(call);
  EXPECT_EQ(loads(), 2);
}

TEST_F(ModuleCacheTest, LoadsOnceFromManyThreads) {
  std::vector<LowpCall> calls(8);
  std::vector<std::thread> threads;
  for (LowpCall &threadCall : calls) {
    lowpCallInit(&threadCall, nullptr);
    threads.emplace_back([&threadCall] {
      for (int i = 0; i < 50; ++i)
        launch(threadCall);
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (const LowpCall &threadCall : calls)
    EXPECT_EQ(threadCall.status, LOWP_OK) << threadCall.message;
  EXPECT_EQ(loads(), 1);
  EXPECT_EQ(fake->launches.size(), 8u * 50u);
  // Each thread came without a context and got the one that is shared.
  EXPECT_EQ(fake->calls["cuCtxSetCurrent"], 8);
  EXPECT_LE(fake->calls["cuDevicePrimaryCtxRetain"], 1);
}

TEST_F(ModuleCacheTest, LoadingAheadLeavesNothingToTheLaunch) {
  LowpImage image = ptxImage();
  EXPECT_EQ(lowpLoadImage(&image, &call), LOWP_OK);
  EXPECT_EQ(lowpLoadImage(&image, nullptr), LOWP_OK);
  launch(call);
  EXPECT_EQ(loads(), 1);
}

TEST_F(ModuleCacheTest, LoadingIsAllowedDuringCapture) {
  launch(call);
  EXPECT_EQ(fake->loadCaptureMode, CudaStreamCaptureRelaxed);
  EXPECT_EQ(fake->captureMode, CudaStreamCaptureThreadLocal);
}

TEST_F(ModuleCacheTest, UnloadedImageIsLoadedAgain) {
  launch(call);
  EXPECT_EQ(fake->liveModules, 1);
  LowpImage image = ptxImage();
  EXPECT_EQ(lowpUnloadImage(&image, &call), LOWP_OK);
  // Modules of contexts of earlier tests go too.
  EXPECT_LE(fake->liveModules, 0);
  EXPECT_EQ(fake->calls["cuCtxPushCurrent_v2"],
            fake->calls["cuCtxPopCurrent_v2"]);
  launch(call);
  EXPECT_EQ(loads(), 2);
  EXPECT_EQ(lowpUnloadImage(&image, nullptr), LOWP_OK);
  EXPECT_EQ(lowpUnloadImage(&image, nullptr), LOWP_OK);
}

TEST_F(ModuleCacheTest, RefusedPtxShowsTheCompilersLog) {
  fake->loadResult = CudaErrorInvalidPtx;
  fake->jitLog = "ptxas test.ptx, line 7; error : unknown symbol\n";
  launch(call);
  expectFailure(call, LOWP_ERROR_LOAD,
                {"image 'test.ptx'", "Fake H200 (compute capability 9.0)",
                 "CUDA_ERROR_INVALID_PTX", "line 7; error : unknown symbol"});
}

TEST_F(ModuleCacheTest, FailedLoadIsTriedAgain) {
  fake->loadResult = CudaErrorOutOfMemory;
  launch(call);
  expectFailure(call, LOWP_ERROR_OUT_OF_MEMORY, {"image 'test.ptx'"});
  fake->loadResult = CudaSuccess;
  lowpCallInit(&call, nullptr);
  launch(call);
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_EQ(loads(), 2);
}

TEST_F(ModuleCacheTest, ImageOfAnotherChipNamesBoth) {
  fake->loadResult = CudaErrorNoBinaryForGpu;
  fake->major = 8;
  LowpImage image = ptxImage();
  EXPECT_EQ(lowpLoadImage(&image, &call), LOWP_ERROR_UNSUPPORTED_DEVICE);
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE,
                {"image 'test.ptx' has no code for Fake H200 (compute "
                 "capability 8.0)",
                 "CUDA_ERROR_NO_BINARY_FOR_GPU", "--chip"});
}

TEST_F(ModuleCacheTest, DriverTooOldForThePtxSaysWhatToDo) {
  fake->loadResult = CudaErrorUnsupportedPtxVersion;
  fake->jitLog = "ptxas application ptx input, line 1; fatal   : Unsupported "
                 ".version 8.8; current version is '8.4'";
  launch(call);
  expectFailure(call, LOWP_ERROR_LOAD,
                {"image 'test.ptx' has PTX newer than the driver knows",
                 "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
                 "update the driver or compile to a cubin",
                 "current version is '8.4'"});
}

TEST_F(ModuleCacheTest, AbsentKernelIsNamed) {
  fake->absentKernel = "gemm";
  launch(call);
  expectFailure(call, LOWP_ERROR_LOAD,
                {"image 'test.ptx' has no kernel 'gemm'"});
}

TEST_F(ModuleCacheTest, EmptyImageIsRefused) {
  LowpImage image = {nullptr, 0, nullptr};
  EXPECT_EQ(lowpLoadImage(&image, &call), LOWP_ERROR_INVALID_ARGUMENT);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT,
                {"'<unnamed image>' is empty"});
  EXPECT_EQ(loads(), 0);
}

TEST_F(ModuleCacheTest, PtxNeedsItsNul) {
  static const char text[] = {'p', 't', 'x'};
  LowpImage image = {text, sizeof(text), "cut.ptx"};
  EXPECT_EQ(lowpLoadImage(&image, &call), LOWP_ERROR_INVALID_ARGUMENT);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT, {"cut.ptx", "NUL"});
}

TEST_F(ModuleCacheTest, CubinNeedsNoNul) {
  static const char elf[64] = {0x7f, 'E', 'L', 'F', 2};
  LowpImage image = {elf, sizeof(elf), "a.cubin"};
  EXPECT_EQ(lowpLoadImage(&image, &call), LOWP_OK) << call.message;
}

TEST_F(ModuleCacheTest, NullImageIsRefused) {
  EXPECT_EQ(lowpLoadImage(nullptr, &call), LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(lowpUnloadImage(nullptr, nullptr), LOWP_ERROR_INVALID_ARGUMENT);
}
