//===- TensorMapTest.cpp - Describing a tensor to TMA ---------------------===//

#include "FakeCudaTest.h"

#include <cstring>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

using Sizes = std::vector<uint64_t>;
using Extents = std::vector<uint32_t>;

/// A tensor map of equal bytes.
std::string repeated(char byte) {
  return std::string(LOWP_TENSOR_MAP_BYTES, byte);
}

class TensorMapTest : public FakeCudaTest {
protected:
  void encode() { lowpEncodeTensorMap(&call, encoded, &map); }

  /// Expects that the driver is not reached and the message has all parts.
  void expectRefused(std::initializer_list<const char *> parts) {
    encode();
    expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT, parts);
    EXPECT_TRUE(fake->tensorMaps.empty());
    EXPECT_EQ(std::string(encoded, sizeof(encoded)), repeated(0));
  }

  /// Makes it a matrix of 300 rows of 384 elements of 4 bits.
  void spread() {
    map.elementType = LOWP_ELEMENT_U4_SPREAD;
    map.sizes[0] = 384;
    map.strides[0] = 192;
  }

  /// An FP8 matrix of 300 rows of 512 bytes, in boxes of 64 rows.
  LowpTensorMap map = {reinterpret_cast<void *>(uintptr_t(0x10000)),
                       LOWP_ELEMENT_U8,
                       2,
                       {512, 300},
                       {512},
                       {128, 64},
                       128};
  char encoded[LOWP_TENSOR_MAP_BYTES];
};

} // namespace

TEST_F(TensorMapTest, PassesEverythingOn) {
  encode();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 1u);
  const FakeTensorMap &seen = fake->tensorMaps[0];
  EXPECT_EQ(seen.type, CudaTensorMapUInt8);
  EXPECT_EQ(seen.rank, 2u);
  EXPECT_EQ(seen.base, map.base);
  EXPECT_EQ(seen.sizes, (Sizes{512, 300}));
  EXPECT_EQ(seen.strides, (Sizes{512}));
  EXPECT_EQ(seen.box, (Extents{128, 64}));
  EXPECT_EQ(seen.elementStrides, (Extents{1, 1}));
  EXPECT_EQ(seen.interleave, CudaTensorMapInterleaveNone);
  EXPECT_EQ(seen.swizzle, CudaTensorMapSwizzle128);
  EXPECT_EQ(seen.promotion, CudaTensorMapL2Promotion256);
  EXPECT_EQ(seen.fill, CudaTensorMapFillZeros);
  EXPECT_EQ(std::string(encoded, sizeof(encoded)), repeated(0x5a));
}

TEST_F(TensorMapTest, ElementTypes) {
  map.box[0] = 16;
  map.swizzle = 0;
  for (uint32_t type : {LOWP_ELEMENT_U8, LOWP_ELEMENT_BF16, LOWP_ELEMENT_F16,
                        LOWP_ELEMENT_F32, LOWP_ELEMENT_TF32}) {
    map.elementType = type;
    encode();
  }
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 5u);
  EXPECT_EQ(fake->tensorMaps[0].type, CudaTensorMapUInt8);
  EXPECT_EQ(fake->tensorMaps[1].type, CudaTensorMapBFloat16);
  EXPECT_EQ(fake->tensorMaps[2].type, CudaTensorMapFloat16);
  EXPECT_EQ(fake->tensorMaps[3].type, CudaTensorMapFloat32);
  EXPECT_EQ(fake->tensorMaps[4].type, CudaTensorMapTFloat32);
}

// Sizes and boxes count elements, strides the bytes that two of them share.
TEST_F(TensorMapTest, SpreadElements) {
  spread();
  encode();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 1u);
  const FakeTensorMap &seen = fake->tensorMaps[0];
  EXPECT_EQ(seen.type, CudaTensorMap16U4Align16);
  EXPECT_EQ(seen.sizes, (Sizes{384, 300}));
  EXPECT_EQ(seen.strides, (Sizes{192}));
  EXPECT_EQ(seen.box, (Extents{128, 64}));
  EXPECT_EQ(seen.interleave, CudaTensorMapInterleaveNone);
  EXPECT_EQ(seen.swizzle, CudaTensorMapSwizzle128);
}

TEST_F(TensorMapTest, StrideOfASingleRowOfSpreadElements) {
  spread();
  map.sizes[1] = 1;
  map.strides[0] = 7;
  encode();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 1u);
  EXPECT_EQ(fake->tensorMaps[0].strides, (Sizes{192}));
}

TEST_F(TensorMapTest, Swizzles) {
  map.box[0] = 32;
  for (uint32_t swizzle : {0, 32, 64, 128}) {
    map.swizzle = swizzle;
    encode();
  }
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 4u);
  EXPECT_EQ(fake->tensorMaps[0].swizzle, CudaTensorMapSwizzleNone);
  EXPECT_EQ(fake->tensorMaps[1].swizzle, CudaTensorMapSwizzle32);
  EXPECT_EQ(fake->tensorMaps[2].swizzle, CudaTensorMapSwizzle64);
  EXPECT_EQ(fake->tensorMaps[3].swizzle, CudaTensorMapSwizzle128);
}

TEST_F(TensorMapTest, RankFive) {
  map = {map.base,
         LOWP_ELEMENT_F32,
         5,
         {8, 7, 6, 5, 4},
         {32, 224, 1344, 6720},
         {8, 1, 2, 1, 1},
         32};
  encode();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 1u);
  EXPECT_EQ(fake->tensorMaps[0].sizes, (Sizes{8, 7, 6, 5, 4}));
  EXPECT_EQ(fake->tensorMaps[0].strides, (Sizes{32, 224, 1344, 6720}));
  EXPECT_EQ(fake->tensorMaps[0].box, (Extents{8, 1, 2, 1, 1}));
}

TEST_F(TensorMapTest, StrideOfASingleRowIsNotLookedAt) {
  map.sizes[0] = 500;
  map.sizes[1] = 1;
  map.strides[0] = 7;
  encode();
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  ASSERT_EQ(fake->tensorMaps.size(), 1u);
  EXPECT_EQ(fake->tensorMaps[0].strides, (Sizes{512}));
}

TEST_F(TensorMapTest, EmptyTensorIsZeros) {
  map.sizes[1] = 0;
  map.base = nullptr;
  std::memset(encoded, 1, sizeof(encoded));
  encode();
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_EQ(std::string(encoded, sizeof(encoded)), repeated(0));
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(TensorMapTest, ResultNeedsNoAlignment) {
  char storage[LOWP_TENSOR_MAP_BYTES + 1];
  lowpEncodeTensorMap(&call, storage + 1, &map);
  EXPECT_EQ(call.status, LOWP_OK) << call.message;
  EXPECT_EQ(storage[LOWP_TENSOR_MAP_BYTES], 0x5a);
}

TEST_F(TensorMapTest, MeasuringDoesNothing) {
  call.mode = LOWP_MEASURE;
  map.base = nullptr;
  encode();
  EXPECT_EQ(call.status, LOWP_OK);
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(TensorMapTest, NothingAfterAnError) {
  lowpFail(&call, LOWP_ERROR_LOAD, "first");
  encode();
  EXPECT_STREQ(call.message, "first");
  EXPECT_TRUE(fake->calls.empty());
}

TEST_F(TensorMapTest, NullMapIsRefused) {
  lowpEncodeTensorMap(&call, encoded, nullptr);
  expectFailure(call, LOWP_ERROR_INVALID_ARGUMENT, {"null pointer"});
}

TEST_F(TensorMapTest, RankZeroIsRefused) {
  map.rank = 0;
  expectRefused({"expected rank 1 to 5, got 0"});
}

TEST_F(TensorMapTest, RankSixIsRefused) {
  map.rank = 6;
  expectRefused({"expected rank 1 to 5, got 6"});
}

TEST_F(TensorMapTest, UnknownElementTypeIsRefused) {
  map.elementType = 99;
  expectRefused({"LowpElementType, got 99"});
}

TEST_F(TensorMapTest, UnknownSwizzleIsRefused) {
  map.swizzle = 96;
  expectRefused({"swizzle of 0, 32, 64 or 128 bytes, got 96"});
}

TEST_F(TensorMapTest, NullBaseIsRefused) {
  map.base = nullptr;
  expectRefused({"got a null pointer"});
}

TEST_F(TensorMapTest, MisalignedBaseIsRefused) {
  map.base = reinterpret_cast<void *>(uintptr_t(0x10008));
  expectRefused({"multiple of 16 bytes, got 0x10008"});
}

TEST_F(TensorMapTest, HugeSizeIsRefused) {
  map.sizes[1] = (uint64_t(1) << 32) + 1;
  expectRefused({"at most 2^32 elements in dimension 1", "got 4294967297"});
}

TEST_F(TensorMapTest, OddStrideIsRefused) {
  map.strides[0] = 520;
  expectRefused({"multiple of 16 bytes in dimension 1", "got 520"});
}

TEST_F(TensorMapTest, HugeStrideIsRefused) {
  map.strides[0] = uint64_t(1) << 40;
  expectRefused({"below 2^40 bytes in dimension 1", "got 1099511627776"});
}

TEST_F(TensorMapTest, EmptyBoxIsRefused) {
  map.box[1] = 0;
  expectRefused({"box of 1 to 256 elements in dimension 1", "got 0"});
}

TEST_F(TensorMapTest, LargeBoxIsRefused) {
  map.box[1] = 257;
  expectRefused({"box of 1 to 256 elements in dimension 1", "got 257"});
}

TEST_F(TensorMapTest, UnalignedBoxIsRefused) {
  map.box[0] = 24;
  expectRefused({"box that is a multiple of 16 bytes", "got 24"});
}

TEST_F(TensorMapTest, BoxWiderThanTheSwizzleIsRefused) {
  map.elementType = LOWP_ELEMENT_BF16;
  expectRefused({"at most the swizzle's 128 bytes", "got 256"});
}

TEST_F(TensorMapTest, MisalignedBaseOfSpreadElementsIsRefused) {
  spread();
  map.base = reinterpret_cast<void *>(uintptr_t(0x10010));
  expectRefused({"multiple of 32 bytes, got 0x10010"});
}

TEST_F(TensorMapTest, OddStrideOfSpreadElementsIsRefused) {
  spread();
  map.strides[0] = 208;
  expectRefused({"multiple of 32 bytes in dimension 1", "got 208"});
}

TEST_F(TensorMapTest, PartOfARowToSpreadIsRefused) {
  spread();
  map.sizes[0] = 320;
  expectRefused(
      {"a multiple of 128 elements to spread in dimension 0", "got 320"});
}

TEST_F(TensorMapTest, NarrowBoxOfSpreadElementsIsRefused) {
  spread();
  map.box[0] = 64;
  expectRefused({"a box of 128 elements to spread in dimension 0", "got 64"});
}

TEST_F(TensorMapTest, NarrowSwizzleOfSpreadElementsIsRefused) {
  spread();
  map.swizzle = 64;
  expectRefused({"swizzle of 0 or 128 bytes for elements to spread, got 64"});
}

TEST_F(TensorMapTest, DriversRefusalShowsTheMap) {
  fake->encodeResult = CudaErrorInvalidValue;
  encode();
  expectFailure(call, LOWP_ERROR_DRIVER,
                {"cuTensorMapEncodeTiled", "size 300 box 64 stride 512",
                 "CUDA_ERROR_INVALID_VALUE"});
  EXPECT_EQ(std::string(encoded, sizeof(encoded)), repeated(0));
}

TEST_F(TensorMapTest, OldDeviceIsNamed) {
  fake->encodeResult = CudaErrorInvalidValue;
  fake->major = 8;
  encode();
  expectFailure(call, LOWP_ERROR_UNSUPPORTED_DEVICE,
                {"compute capability 9.0 or higher",
                 "Fake H200 (compute capability 8.0)"});
}
