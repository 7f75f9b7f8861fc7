//===- DriverTest.cpp - Machines without a usable driver ------------------===//
//
// The driver is opened once per process, so each case runs in a process of its
// own: gtest's death tests, in the style that starts the program again.
//
//===----------------------------------------------------------------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Device.h"

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;
using ::testing::ExitedWithCode;

namespace {

class DriverDeathTest : public ::testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Asks for a device with the driver at `path`; prints the message and ends
  /// the process with the status.
  [[noreturn]] static void openWith(const char *path) {
    setenv("LOWP_CUDA_DRIVER", path, 1);
    Expected<Device> device = Device::open();
    if (device)
      std::_Exit(LOWP_OK);
    std::fputs(device.error().message.c_str(), stderr);
    std::_Exit(device.error().status);
  }

  /// A launch with the driver at `path`.
  [[noreturn]] static void launchWith(const char *path) {
    setenv("LOWP_CUDA_DRIVER", path, 1);
    LowpCall call;
    lowpCallInit(&call, nullptr);
    LowpImage image = {"ptx", 4, "test.ptx"};
    LowpLaunch shape = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, 0, 0};
    lowpLaunchKernel(&call, &image, "gemm", &shape, nullptr);
    std::fputs(call.message, stderr);
    std::_Exit(call.status);
  }

  /// A launch in a child of a process that has used the driver already; ends
  /// with the status that the child got.
  [[noreturn]] static void launchAfterFork() {
    setenv("LOWP_CUDA_DRIVER", LOWP_FAKE_CUDA, 1);
    if (!Device::open())
      std::_Exit(LOWP_OK);
    pid_t child = fork();
    if (child == 0)
      launchWith(LOWP_FAKE_CUDA);
    int state = 0;
    waitpid(child, &state, 0);
    std::_Exit(WEXITSTATUS(state));
  }

  /// As if the machine had no device.
  [[noreturn]] static void openWithoutDevices() {
    void *library = dlopen(LOWP_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    auto get =
        reinterpret_cast<FakeCuda *(*)()>(dlsym(library, "lowpFakeCuda"));
    get()->deviceCount = 0;
    openWith(LOWP_FAKE_CUDA);
  }
};

} // namespace

TEST_F(DriverDeathTest, MissingLibraryIsAnError) {
  EXPECT_EXIT(openWith("/nonexistent/libcuda.so"),
              ExitedWithCode(LOWP_ERROR_NO_DRIVER),
              "no CUDA driver.*LOWP_CUDA_DRIVER.*/nonexistent/libcuda.so");
}

TEST_F(DriverDeathTest, LaunchWithoutDriverIsAnError) {
  EXPECT_EXIT(launchWith("/nonexistent/libcuda.so"),
              ExitedWithCode(LOWP_ERROR_NO_DRIVER), "no CUDA driver");
}

TEST_F(DriverDeathTest, LibraryWithoutTheFunctionsIsTooOld) {
  EXPECT_EXIT(openWith("libc.so.6"), ExitedWithCode(LOWP_ERROR_NO_DRIVER),
              "'libc.so.6' has no symbol 'cuInit'.*CUDA 12.0 or newer");
}

TEST_F(DriverDeathTest, NoDeviceIsAnError) {
  EXPECT_EXIT(openWithoutDevices(), ExitedWithCode(LOWP_ERROR_NO_DEVICE),
              "no CUDA device");
}

TEST_F(DriverDeathTest, FakeDriverIsFound) {
  EXPECT_EXIT(openWith(LOWP_FAKE_CUDA), ExitedWithCode(LOWP_OK), "");
}

TEST_F(DriverDeathTest, ForkedProcessIsRefused) {
  EXPECT_EXIT(launchAfterFork(), ExitedWithCode(LOWP_ERROR_DRIVER),
              "expected a process that was not forked after its parent used "
              "the GPU");
}
