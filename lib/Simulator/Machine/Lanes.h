//===- Lanes.h - The lanes of operands --------------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_LANES_H
#define LOWP_LIB_SIMULATOR_MACHINE_LANES_H

#include "Machine.h"

#include <cstring>
#include <type_traits>

namespace lowp::simulator {

/// Throws a Fault: `operand` is not what an instruction expects.
[[noreturn]] void failKind(const Operand &operand, const char *expected);

/// The slot of an operand of 64 bits or of fewer; throws a Fault if it has
/// none.
inline int slotOf(const Operand &operand, bool isWide) {
  if (operand.kind == Operand::Constant)
    return isWide ? operand.wideSlot : operand.slot;
  if (operand.kind != Operand::Register || operand.isWide != isWide)
    failKind(operand, isWide ? "a register or number of 64 bits"
                             : "a register or number of 32 bits or fewer");
  return operand.slot;
}

/// The bits of a predicate that an instruction writes.
inline LaneMask &predicateOf(Warp &warp, const Operand &operand) {
  if (operand.kind != Operand::Predicate)
    failKind(operand, "a predicate to write");
  return warp.predicates[operand.slot];
}

/// The value of an operand that must be a number of the text.
inline int64_t immediateOf(const Operand &operand) {
  if (operand.kind != Operand::Constant || !operand.name.empty())
    failKind(operand, "a number");
  return operand.value;
}

/// The values of one operand, of a type of up to 8 bytes. Types of less than 4
/// bytes have the low part of a 32-bit lane.
template <typename T>
class Lanes {
public:
  using Cell = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

  Lanes(Warp &warp, const Operand &operand)
      : cells(reinterpret_cast<Cell *>(
            warp.slot(slotOf(operand, /*isWide=*/sizeof(T) == 8)))) {}

  T operator[](int lane) const {
    T value;
    std::memcpy(&value, &cells[lane], sizeof(T));
    return value;
  }
  void set(int lane, T value) {
    Cell cell = 0;
    if constexpr (std::is_integral_v<T>)
      cell = Cell(value); // extends the sign
    else
      std::memcpy(&cell, &value, sizeof(T));
    cells[lane] = cell;
  }

private:
  Cell *cells;
};

/// The lanes of an operand that an instruction writes: a register.
template <typename T>
class Target : public Lanes<T> {
public:
  Target(Warp &warp, const Operand &operand)
      : Lanes<T>(warp, checkTarget(operand)) {}

private:
  static const Operand &checkTarget(const Operand &operand) {
    if (operand.kind == Operand::Constant)
      failKind(operand, "a register to write");
    return operand;
  }
};

/// Predicates: a bit per lane.
template <>
class Lanes<bool> {
public:
  Lanes(Warp &warp, const Operand &operand) : operand(operand) {
    if (operand.kind == Operand::Predicate)
      bits = &warp.predicates[operand.slot];
    else if (operand.kind != Operand::Constant)
      failKind(operand, "a predicate");
  }
  bool operator[](int lane) const {
    bool value = bits ? *bits >> lane & 1 : operand.value != 0;
    return value != operand.isNegated;
  }
  void set(int lane, bool value) {
    if (!bits)
      failKind(operand, "a predicate to write");
    *bits = (*bits & ~(1u << lane)) | (uint32_t(value) << lane);
  }

private:
  const Operand &operand;
  LaneMask *bits = nullptr;
};

template <typename Body>
inline void forEachLane(LaneMask mask, Body body) {
  if (mask == kAllLanes) {
    for (int lane = 0; lane < kLanes; ++lane)
      body(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    body(__builtin_ctz(mask));
}

template <typename T>
inline T valueOf(Warp &warp, const Operand &operand, int lane) {
  return Lanes<T>(warp, operand)[lane];
}

/// The value of an integer operand of any width.
inline uint64_t anyValueOf(Warp &warp, const Operand &operand, int lane) {
  if (operand.kind == Operand::Constant || operand.isWide)
    return valueOf<uint64_t>(warp, operand, lane);
  return valueOf<uint32_t>(warp, operand, lane);
}

/// Where an address operand points.
inline uint64_t addressOf(Warp &warp, const Operand &operand, int lane) {
  const Operand &base = operand.parts[0];
  if (base.kind == Operand::None)
    return operand.value;
  return anyValueOf(warp, base, lane) + operand.value;
}

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_LANES_H
