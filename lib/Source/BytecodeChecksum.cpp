//===- BytecodeChecksum.cpp - Whether bytecode is as it was ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Source/BytecodeChecksum.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <optional>

using namespace mlir::lowp;
using llvm::StringRef;

static constexpr llvm::StringLiteral kMagic = "ML\xefR";
static constexpr llvm::StringLiteral kName = "lowp " LOWP_VERSION;
static constexpr llvm::StringLiteral kKey = " checksum=";
static constexpr size_t kDigits = 32;

//===----------------------------------------------------------------------===//
// The form of a file
//===----------------------------------------------------------------------===//

/// Takes a number in MLIR's variable form: as many zeros at the end of the
/// first byte as bytes follow it.
static std::optional<uint64_t> takeNumber(StringRef &bytes) {
  if (bytes.empty())
    return std::nullopt;
  unsigned more = llvm::countr_zero(uint8_t(bytes.front()));
  if (bytes.size() < more + 1)
    return std::nullopt;
  uint64_t number = 0;
  // With eight more, all of the number is in these.
  for (unsigned i = 0; i < 8 && i <= more; ++i)
    number |= uint64_t(uint8_t(bytes[more == 8 ? i + 1 : i])) << (8 * i);
  bytes = bytes.drop_front(more + 1);
  return more == 8 ? number : number >> (more + 1);
}

/// The producer of a file of bytecode, in place.
static std::optional<StringRef> getProducer(StringRef bytecode) {
  StringRef rest = bytecode;
  if (!rest.consume_front(kMagic) || !takeNumber(rest))
    return std::nullopt;
  size_t end = rest.find('\0');
  return end == StringRef::npos ? std::nullopt
                                : std::optional(rest.take_front(end));
}

/// The largest alignment of a section: what is inside of it has no larger one.
/// Nothing for what is not understood.
static std::optional<uint64_t> getAlignment(StringRef bytecode,
                                            StringRef producer) {
  StringRef rest = bytecode.drop_front(producer.end() - bytecode.begin() + 1);
  uint64_t most = 1;
  while (!rest.empty()) {
    bool isAligned = uint8_t(rest.front()) & 0x80;
    rest = rest.drop_front();
    std::optional<uint64_t> size = takeNumber(rest);
    if (size && isAligned) {
      std::optional<uint64_t> alignment = takeNumber(rest);
      if (!alignment || !llvm::isPowerOf2_64(*alignment))
        return std::nullopt;
      most = std::max(most, *alignment);
      uint64_t at = rest.begin() - bytecode.begin();
      uint64_t padding = llvm::alignTo(at, *alignment) - at;
      if (padding > rest.size())
        return std::nullopt;
      rest = rest.drop_front(padding);
    }
    if (!size || *size > rest.size())
      return std::nullopt;
    rest = rest.drop_front(*size);
  }
  return most;
}

//===----------------------------------------------------------------------===//
// The checksum
//===----------------------------------------------------------------------===//

/// The digits of the checksum in a file, in place.
static std::optional<StringRef> getDigits(StringRef bytecode) {
  std::optional<StringRef> producer = getProducer(bytecode);
  if (!producer || !producer->starts_with("lowp ") ||
      producer->size() < kKey.size() + kDigits)
    return std::nullopt;
  StringRef digits = producer->take_back(kDigits);
  return producer->drop_back(kDigits).ends_with(kKey) ? std::optional(digits)
                                                      : std::nullopt;
}

/// The checksum of `bytecode`, in which zeros stand in its place.
static std::string compute(const std::string &bytecode) {
  auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytecode));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

ChecksumState mlir::lowp::verifyChecksum(StringRef bytecode) {
  std::optional<StringRef> digits = getDigits(bytecode);
  if (!digits)
    return ChecksumState::Missing;
  std::string cleared = bytecode.str();
  cleared.replace(digits->begin() - bytecode.begin(), kDigits, kDigits, '0');
  return compute(cleared) == *digits ? ChecksumState::Intact
                                     : ChecksumState::Damaged;
}

std::string mlir::lowp::addChecksum(StringRef bytecode) {
  std::optional<StringRef> former = getProducer(bytecode);
  std::optional<uint64_t> alignment =
      former ? getAlignment(bytecode, *former) : std::nullopt;
  if (!alignment)
    return bytecode.str();
  // What follows keeps its alignment.
  std::string name = kName.str();
  size_t size = name.size() + kKey.size() + kDigits;
  size_t wanted = former->size() + llvm::alignTo(size, *alignment);
  while (wanted >= size + *alignment)
    wanted -= *alignment;
  name.append(wanted - size, ' ');
  std::string zeros(kDigits, '0');
  std::string result =
      bytecode.take_front(former->begin() - bytecode.begin()).str();
  result += name + kKey.str() + zeros;
  size_t at = result.size() - kDigits;
  result += bytecode.drop_front(former->end() - bytecode.begin());
  return result.replace(at, kDigits, compute(result));
}
