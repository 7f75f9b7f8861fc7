//===- FakeCudaTest.h - Fixture of tests on the fake driver -----*- C++ -*-===//

#ifndef LOWP_TEST_UNIT_RUNTIME_FAKECUDATEST_H
#define LOWP_TEST_UNIT_RUNTIME_FAKECUDATEST_H

#include "Contains.h"
#include "FakeCuda.h"

#include "lowp/Runtime/Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace mlir::lowp::runtime::test {

/// Selects the fake driver and gives each test one without memory of others.
/// Also a call in run mode, as compiled code gets it.
class FakeCudaTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(setenv("LOWP_CUDA_DRIVER", LOWP_FAKE_CUDA, 1), 0);
    void *library = dlopen(LOWP_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    auto get =
        reinterpret_cast<FakeCuda *(*)()>(dlsym(library, "lowpFakeCuda"));
    ASSERT_NE(get, nullptr);
    fake = get();
    fake->reset();
    lowpCallInit(&call, nullptr);
  }

  /// An image whose content does not matter to the fake.
  static LowpImage ptxImage() {
    static const char text[] = "// PTX";
    return {text, sizeof(text), "test.ptx"};
  }

  FakeCuda *fake = nullptr;
  LowpCall call;
};

/// Expects `call` to have failed with `status` and a message that contains all
/// of `parts`.
inline void expectFailure(const LowpCall &call, LowpStatus status,
                          std::initializer_list<const char *> parts) {
  EXPECT_STREQ(lowpStatusName(call.status), lowpStatusName(status));
  for (const char *part : parts)
    EXPECT_TRUE(contains(call.message, part));
}

} // namespace mlir::lowp::runtime::test

#endif // LOWP_TEST_UNIT_RUNTIME_FAKECUDATEST_H
