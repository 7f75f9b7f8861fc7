//===- CurrentContextTest.cpp - What is asked of a context, and how often -===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/CurrentContext.h"
#include "lowp/Runtime/PinnedContext.h"
#include "lowp/Runtime/TensorMapMemo.h"

#include <thread>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class CurrentContextTest : public FakeCudaTest {
protected:
  void SetUp() override {
    FakeCudaTest::SetUp();
    driver = *CudaDriver::get();
    makeCurrent(0);
    fake->calls.clear();
  }
  void TearDown() override { (void)driver->contextSetCurrent(nullptr); }

  /// The fake's contexts are numbered from 1, as its devices are from 0.
  void makeCurrent(uintptr_t device) {
    (void)driver->contextSetCurrent(reinterpret_cast<CudaContext>(device + 1));
  }

  ContextFacts ensure() {
    Expected<ContextFacts> facts = ensureCurrentContext(*driver);
    EXPECT_TRUE(bool(facts));
    return facts ? *facts : ContextFacts();
  }

  int countCalls() {
    int count = 0;
    for (const auto &[symbol, times] : fake->calls)
      count += times;
    fake->calls.clear();
    return count;
  }

  const CudaDriver *driver = nullptr;
};

/// Encodes maps as one invocation after the other would.
class TensorMapMemoTest : public CurrentContextTest {
protected:
  /// A tensor of 64 x `rows` bytes at `address`.
  static LowpTensorMap mapOf(uintptr_t address, uint64_t rows = 8) {
    LowpTensorMap map = {};
    map.base = reinterpret_cast<void *>(address);
    map.elementType = LOWP_ELEMENT_U8;
    map.rank = 2;
    map.sizes[0] = map.strides[0] = map.box[0] = 64;
    map.sizes[1] = rows;
    map.box[1] = 8;
    return map;
  }

  /// How many of `maps` the driver is asked for.
  int encode(std::initializer_list<LowpTensorMap> maps) {
    PinnedContext pinned(ensure(), &memo);
    fake->tensorMaps.clear();
    for (const LowpTensorMap &map : maps) {
      char encoded[LOWP_TENSOR_MAP_BYTES] = "";
      lowpEncodeTensorMap(&call, encoded, &map);
      if (call.status == LOWP_OK)
        EXPECT_EQ(std::string(encoded, sizeof(encoded)),
                  std::string(sizeof(encoded), map.sizes[1] ? 0x5a : 0));
    }
    return int(fake->tensorMaps.size());
  }

  TensorMapMemo memo;
};

} // namespace

TEST_F(CurrentContextTest, FactsAreAskedForOnce) {
  ContextFacts facts = ensure();
  EXPECT_EQ(facts.device, 0);
  EXPECT_EQ(facts.multiprocessors, 132);
  EXPECT_GT(countCalls(), 2);
  EXPECT_EQ(ensure().id, facts.id);
  EXPECT_EQ(fake->calls["cuCtxGetCurrent"], 1);
  EXPECT_EQ(fake->calls["cuCtxGetId"], 1);
  EXPECT_EQ(countCalls(), 2);
}

TEST_F(CurrentContextTest, EachContextHasItsOwn) {
  (void)ensure();
  makeCurrent(1);
  EXPECT_EQ(ensure().device, 1);
  makeCurrent(0);
  EXPECT_EQ(ensure().device, 0);
  makeCurrent(1);
  countCalls();
  EXPECT_EQ(ensure().device, 1);
  EXPECT_EQ(countCalls(), 2);
}

TEST_F(CurrentContextTest, NewContextAtAnOldAddressIsAskedAgain) {
  (void)ensure();
  ++fake->contextGeneration;
  fake->multiprocessorCount = 78;
  EXPECT_EQ(ensure().multiprocessors, 78);
}

TEST_F(CurrentContextTest, MoreContextsThanAreKnownAtOnce) {
  for (int round = 0; round < 2; ++round)
    for (int generation = 0; generation < 40; ++generation) {
      ++fake->contextGeneration;
      fake->multiprocessorCount = generation + 1;
      EXPECT_EQ(ensure().multiprocessors, generation + 1);
    }
}

TEST_F(CurrentContextTest, ThreadWithoutOneGetsDevice0) {
  std::thread([this] {
    EXPECT_EQ(ensure().device, 0);
    CudaContext current = nullptr;
    (void)driver->contextGetCurrent(&current);
    EXPECT_NE(current, nullptr);
  }).join();
}

TEST_F(CurrentContextTest, UnknownDeviceIsAnError) {
  makeCurrent(7);
  Expected<ContextFacts> facts = ensureCurrentContext(*driver);
  ASSERT_FALSE(bool(facts));
  EXPECT_EQ(facts.error().status, LOWP_ERROR_NO_DEVICE);
  EXPECT_TRUE(contains(facts.error().message, "one of 2 CUDA devices"));
}

TEST_F(CurrentContextTest, PinnedOneIsNotAskedFor) {
  ContextFacts first = ensure();
  makeCurrent(1);
  ContextFacts second = ensure();
  countCalls();
  {
    PinnedContext outer(first);
    EXPECT_EQ(ensure().id, first.id);
    {
      PinnedContext inner(second);
      EXPECT_EQ(ensure().id, second.id);
    }
    EXPECT_EQ(ensure().id, first.id);
    EXPECT_EQ(lowpMultiprocessorCount(&call), 132u);
    EXPECT_EQ(countCalls(), 0);
    // Other threads know nothing of it.
    std::thread([] { EXPECT_EQ(PinnedContext::get(), nullptr); }).join();
  }
  EXPECT_EQ(ensure().device, 1);
  EXPECT_EQ(countCalls(), 2);
}

TEST_F(TensorMapMemoTest, SameMapsAreKept) {
  LowpTensorMap a = mapOf(0x1000), b = mapOf(0x2000);
  EXPECT_EQ(encode({a, b, a}), 3);
  EXPECT_EQ(encode({a, b, a}), 0);
  EXPECT_EQ(encode({a, b}), 0);
  EXPECT_EQ(encode({a, b, a, b}), 1);
  // What is after the rank does not count.
  a.sizes[2] = a.strides[1] = a.box[2] = 99;
  EXPECT_EQ(encode({a, b, a, b}), 0);
}

TEST_F(TensorMapMemoTest, AnyDifferenceEncodesAgain) {
  LowpTensorMap map = mapOf(0x1000);
  auto differs = [&](auto change) {
    EXPECT_EQ(encode({map}), 1);
    EXPECT_EQ(encode({map}), 0);
    LowpTensorMap other = map;
    change(other);
    EXPECT_EQ(encode({other}), 1);
  };
  differs([](LowpTensorMap &m) { m.base = reinterpret_cast<void *>(0x1010); });
  differs([](LowpTensorMap &m) { m.elementType = LOWP_ELEMENT_BF16; });
  differs([](LowpTensorMap &m) { m.rank = 1; });
  differs([](LowpTensorMap &m) { m.sizes[1] = 9; });
  differs([](LowpTensorMap &m) { m.strides[0] = 128; });
  differs([](LowpTensorMap &m) { m.box[1] = 4; });
  differs([](LowpTensorMap &m) { m.swizzle = 64; });
}

TEST_F(TensorMapMemoTest, NewContextEncodesAgain) {
  LowpTensorMap map = mapOf(0x1000);
  EXPECT_EQ(encode({map}), 1);
  ++fake->contextGeneration;
  EXPECT_EQ(encode({map}), 1);
  makeCurrent(1);
  EXPECT_EQ(encode({map}), 1);
  EXPECT_EQ(encode({map}), 0);
}

TEST_F(TensorMapMemoTest, EmptyTensorsHaveNoPlace) {
  LowpTensorMap map = mapOf(0x1000), empty = mapOf(0, 0);
  EXPECT_EQ(encode({empty, map}), 1);
  EXPECT_EQ(encode({empty, map}), 0);
  EXPECT_EQ(encode({map}), 0);
}

TEST_F(TensorMapMemoTest, FailuresAreNotKept) {
  LowpTensorMap map = mapOf(0x1000);
  fake->encodeResult = CudaErrorInvalidValue;
  EXPECT_EQ(encode({map}), 1);
  EXPECT_EQ(call.status, LOWP_ERROR_DRIVER);
  lowpCallInit(&call, nullptr);
  fake->encodeResult = CudaSuccess;
  EXPECT_EQ(encode({map}), 1);
  EXPECT_EQ(encode({map}), 0);
}

TEST_F(TensorMapMemoTest, WrongMapsAreStillRefused) {
  LowpTensorMap map = mapOf(0x1000);
  EXPECT_EQ(encode({map}), 1);
  map.base = reinterpret_cast<void *>(0x1001);
  EXPECT_EQ(encode({map}), 0);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT, {"multiple of 16 bytes"});
}
