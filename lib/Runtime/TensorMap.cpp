//===- TensorMap.cpp - Describing a tensor to TMA -------------------------===//
//
// The driver answers any mistake with "invalid argument"; so each of its rules
// is checked here first, with a message of its own.
//
//===----------------------------------------------------------------------===//

#include "CurrentDevice.h"

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/CurrentContext.h"
#include "lowp/Runtime/PinnedContext.h"
#include "lowp/Runtime/TensorMapMemo.h"

#include <cinttypes>
#include <cstring>

using namespace mlir::lowp::runtime;

namespace {

constexpr uint32_t kMaxRank = 5;
constexpr uint64_t kMaxSize = uint64_t(1) << 32;
constexpr uint64_t kStrideLimit = uint64_t(1) << 40;
constexpr uint32_t kMaxBox = 256;

/// Elements that a copy spreads lie in groups of so many in memory, and fill a
/// row of a box.
constexpr uint64_t kSpreadRow = 128;

struct ElementFacts {
  CudaTensorMapDataType type;
  /// Bits of an element in memory.
  uint32_t bits;
  /// Bytes of an element in shared memory.
  uint32_t bytes;
  /// What the base and strides are multiples of, in bytes.
  uint64_t alignment = 16;

  bool isSpread() const { return bits < 8 * bytes; }
};

/// By LowpElementType.
constexpr ElementFacts kElements[] = {
    {CudaTensorMapUInt8, 8, 1},
    {CudaTensorMapBFloat16, 16, 2},
    {CudaTensorMapFloat16, 16, 2},
    {CudaTensorMapFloat32, 32, 4},
    {CudaTensorMapTFloat32, 32, 4},
    {CudaTensorMapUInt32, 32, 4},
    {CudaTensorMap16U4Align16, 4, 1, /*alignment=*/32},
};

const ElementFacts &getFacts(const LowpTensorMap &map) {
  return kElements[map.elementType];
}

Error invalid(const std::string &text) {
  return Error{LOWP_ERROR_INVALID_ARGUMENT, "tensor map: " + text};
}

/// "expected <expected>, got <got>" with the dimension, innermost is 0.
Error invalidIn(uint32_t dim, const std::string &what, uint64_t got,
                const std::string &advice) {
  return invalid("expected " + what + " in dimension " + std::to_string(dim) +
                 " (0 is innermost), got " + std::to_string(got) + "; " +
                 advice);
}

Expected<void> checkKinds(const LowpTensorMap &map) {
  if (map.rank < 1 || map.rank > kMaxRank)
    return invalid("expected rank 1 to 5, got " + std::to_string(map.rank));
  if (map.elementType >= std::size(kElements))
    return invalid("expected an element type of LowpElementType, got " +
                   std::to_string(map.elementType));
  if (map.swizzle != 0 && map.swizzle != 32 && map.swizzle != 64 &&
      map.swizzle != 128)
    return invalid("expected a swizzle of 0, 32, 64 or 128 bytes, got " +
                   std::to_string(map.swizzle));
  return {};
}

bool isEmpty(const LowpTensorMap &map) {
  for (uint32_t dim = 0; dim < map.rank; ++dim)
    if (map.sizes[dim] == 0)
      return true;
  return false;
}

Expected<void> checkBase(const LowpTensorMap &map) {
  if (!map.base)
    return invalid("expected the address of a tensor, got a null pointer");
  uint64_t alignment = getFacts(map).alignment;
  if (reinterpret_cast<uintptr_t>(map.base) % alignment)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "tensor map: expected a base address that is a multiple "
                     "of %" PRIu64
                     " bytes, got %p; copy the slice to aligned memory",
                     alignment, map.base);
  return {};
}

Expected<void> checkSizes(const LowpTensorMap &map) {
  for (uint32_t dim = 0; dim < map.rank; ++dim)
    if (map.sizes[dim] > kMaxSize)
      return invalidIn(dim, "at most 2^32 elements", map.sizes[dim],
                       "split the tensor");
  if (getFacts(map).isSpread() && map.sizes[0] % kSpreadRow)
    return invalidIn(0,
                     "a multiple of " + std::to_string(kSpreadRow) +
                         " elements to spread",
                     map.sizes[0], "pad the rows of the tensor");
  return {};
}

Expected<void> checkStrides(const LowpTensorMap &map) {
  uint64_t alignment = getFacts(map).alignment;
  for (uint32_t dim = 1; dim < map.rank; ++dim) {
    uint64_t stride = map.strides[dim - 1];
    if (map.sizes[dim] == 1)
      continue;
    if (stride % alignment)
      return invalidIn(dim,
                       "a stride that is a multiple of " +
                           std::to_string(alignment) + " bytes",
                       stride, "pad the rows of the tensor");
    if (stride >= kStrideLimit)
      return invalidIn(dim, "a stride below 2^40 bytes", stride,
                       "split the tensor");
  }
  return {};
}

/// Rows of elements that a copy spreads have one width and one swizzle.
Expected<void> checkSpreadBox(const LowpTensorMap &map) {
  if (map.box[0] != kSpreadRow)
    return invalidIn(
        0, "a box of " + std::to_string(kSpreadRow) + " elements to spread",
        map.box[0], "copy in several boxes");
  if (map.swizzle && map.swizzle != kSpreadRow)
    return invalid("expected a swizzle of 0 or " + std::to_string(kSpreadRow) +
                   " bytes for elements to spread, got " +
                   std::to_string(map.swizzle));
  return {};
}

Expected<void> checkBox(const LowpTensorMap &map) {
  constexpr uint64_t kUnit = 16;
  for (uint32_t dim = 0; dim < map.rank; ++dim)
    if (map.box[dim] < 1 || map.box[dim] > kMaxBox)
      return invalidIn(dim, "a box of 1 to 256 elements", map.box[dim],
                       "copy in several boxes");
  if (getFacts(map).isSpread())
    return checkSpreadBox(map);
  uint64_t bytes = uint64_t(map.box[0]) * getFacts(map).bytes;
  if (bytes % kUnit)
    return invalidIn(0, "a box that is a multiple of 16 bytes", bytes,
                     "widen the box");
  if (map.swizzle && bytes > map.swizzle)
    return invalidIn(0,
                     "a box of at most the swizzle's " +
                         std::to_string(map.swizzle) + " bytes",
                     bytes, "copy in several boxes");
  return {};
}

Expected<void> checkMap(const LowpTensorMap &map) {
  for (auto check : {checkBase, checkSizes, checkStrides, checkBox})
    if (Expected<void> ok = check(map); !ok)
      return ok;
  return {};
}

/// Writes the strides to use. Frameworks leave any number as the stride of a
/// dimension of size 1; the driver would refuse it, though TMA
/// never steps by it, so those get the stride of a packed tensor.
void fillStrides(const LowpTensorMap &map, uint64_t (&strides)[kMaxRank - 1]) {
  const ElementFacts &facts = getFacts(map);
  uint64_t alignment = facts.alignment;
  uint64_t packed = map.sizes[0] * facts.bits / 8;
  for (uint32_t dim = 1; dim < map.rank; ++dim) {
    packed = (packed + alignment - 1) / alignment * alignment;
    bool used = map.sizes[dim] > 1;
    uint64_t stride = used ? map.strides[dim - 1] : packed;
    strides[dim - 1] = stride < kStrideLimit ? stride : alignment;
    packed = strides[dim - 1] * map.sizes[dim];
  }
}

CudaTensorMapSwizzle swizzleOf(uint32_t bytes) {
  switch (bytes) {
  case 32:
    return CudaTensorMapSwizzle32;
  case 64:
    return CudaTensorMapSwizzle64;
  case 128:
    return CudaTensorMapSwizzle128;
  default:
    return CudaTensorMapSwizzleNone;
  }
}

std::string describe(const LowpTensorMap &map) {
  std::string text = "rank " + std::to_string(map.rank) + ", element type " +
                     std::to_string(map.elementType) + ", swizzle " +
                     std::to_string(map.swizzle);
  for (uint32_t dim = 0; dim < map.rank; ++dim) {
    text += ", dimension " + std::to_string(dim) + ": size " +
            std::to_string(map.sizes[dim]) + " box " +
            std::to_string(map.box[dim]);
    if (dim > 0)
      text += " stride " + std::to_string(map.strides[dim - 1]);
  }
  return text;
}

Error encodeFailure(const CudaDriver &driver, CudaResult result,
                    const LowpTensorMap &map) {
  Expected<int32_t> major =
      currentDeviceAttribute(driver, CudaDeviceComputeCapabilityMajor);
  if (major && *major < 9)
    return makeError(LOWP_ERROR_UNSUPPORTED_DEVICE,
                     "tensor maps need compute capability 9.0 or higher, this "
                     "is %s; compile for this chip",
                     describeCurrentDevice(driver).c_str());
  return driver.failure(result, "cuTensorMapEncodeTiled of " + describe(map));
}

Expected<void> encode(const LowpTensorMap &map, CudaTensorMap &encoded) {
  Expected<const CudaDriver *> driver = driverWithContext();
  if (!driver)
    return driver.error();
  uint64_t strides[kMaxRank - 1] = {};
  fillStrides(map, strides);
  const uint32_t elementStrides[kMaxRank] = {1, 1, 1, 1, 1};
  CudaResult result = (*driver)->tensorMapEncodeTiled(
      &encoded, getFacts(map).type, map.rank, map.base, map.sizes, strides,
      map.box, elementStrides, CudaTensorMapInterleaveNone,
      swizzleOf(map.swizzle), CudaTensorMapL2Promotion256,
      CudaTensorMapFillZeros);
  if (result != CudaSuccess)
    return encodeFailure(**driver, result, map);
  return {};
}

/// Checks and encodes; nothing for an empty tensor.
Expected<void> encodeUnlessEmpty(const LowpTensorMap &map, void *map128,
                                 TensorMapMemo *memo) {
  if (Expected<void> ok = checkKinds(map); !ok || isEmpty(map))
    return ok;
  if (Expected<void> ok = checkMap(map); !ok)
    return ok;
  // The driver wants an alignment that compiled code's stack may lack.
  CudaTensorMap encoded = {};
  if (Expected<void> ok = encode(map, encoded); !ok)
    return ok;
  std::memcpy(map128, &encoded, sizeof(encoded));
  if (memo)
    memo->keep(map, encoded);
  return {};
}

} // namespace

void lowpEncodeTensorMap(LowpCall *call, void *map128,
                         const LowpTensorMap *map) {
  if (!isRunning(call))
    return;
  if (!map128 || !map)
    return lowpFail(call, LOWP_ERROR_INVALID_ARGUMENT,
                    "lowpEncodeTensorMap: expected a tensor map and 128 bytes "
                    "for the result, got a null pointer");
  const PinnedContext *pinned = PinnedContext::get();
  TensorMapMemo *memo = pinned ? pinned->memo : nullptr;
  if (const CudaTensorMap *known = memo ? memo->find(*map) : nullptr) {
    std::memcpy(map128, known, sizeof(*known));
    return memo->step();
  }
  std::memset(map128, 0, LOWP_TENSOR_MAP_BYTES);
  if (Expected<void> ok = encodeUnlessEmpty(*map, map128, memo); !ok)
    failCall(call, ok.error());
}
