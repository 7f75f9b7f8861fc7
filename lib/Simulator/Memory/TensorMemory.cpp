//===- TensorMemory.cpp - The tensor memory of a block --------------------===//

#include "TensorMemory.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

/// NaN in all floating-point formats.
constexpr uint32_t kUnwrittenCell = 0xFFFFFFFF;

/// The lanes of a column lie in a row.
static uint32_t indexOf(TensorPlace place) {
  return place.column * kTensorLanes + place.lane;
}

static std::string describe(uint32_t index) {
  return print("tensor memory in lane %u of column %u", index % kTensorLanes,
               index / kTensorLanes);
}

TensorMemory::TensorMemory()
    : cells(kTensorLanes * kTensorColumns, kUnwrittenCell),
      states(kTensorLanes * kTensorColumns, Free), log(describe) {
  log.reset(kTensorLanes * kTensorColumns);
}

int TensorMemory::allocate(uint32_t columns) {
  uint32_t first = 0;
  for (auto [begin, count] : allocations) {
    if (first + columns <= begin)
      break;
    first = begin + count;
  }
  if (first + columns > kTensorColumns)
    return -1;
  allocations[first] = columns;
  auto start = indexOf({0, first});
  std::fill_n(states.begin() + start, columns * kTensorLanes, Unwritten);
  std::fill_n(cells.begin() + start, columns * kTensorLanes, kUnwrittenCell);
  return int(first);
}

void TensorMemory::checkRelease(const Accessor *by, uint32_t first,
                                uint32_t columns) {
  auto found = allocations.find(first);
  if (found == allocations.end() || found->second != columns)
    fail(FaultKind::Program,
         "release of %u columns of tensor memory from %u on, which were not "
         "allocated together",
         columns, first);
  if (!by)
    return;
  // It is noted once all have given back theirs.
  Accessor asked = *by;
  asked.isDeferred = true;
  log.write(asked, indexOf({0, first}), columns * kTensorLanes, "release");
}

void TensorMemory::release(const Accessor *by, uint32_t first,
                           uint32_t columns) {
  checkRelease(by, first, columns);
  if (by)
    log.write(*by, indexOf({0, first}), columns * kTensorLanes, "release");
  allocations.erase(first);
  std::fill_n(states.begin() + indexOf({0, first}), columns * kTensorLanes,
              Free);
}

void TensorMemory::checkBounds(TensorPlace place, uint32_t lanes,
                               const char *what) const {
  if (place.column >= kTensorColumns || place.lane + lanes > kTensorLanes)
    fail(FaultKind::Address,
         "%s of tensor memory in lanes %u to %u of column %u, of %u lanes and "
         "%u columns",
         what, place.lane, place.lane + lanes - 1, place.column, kTensorLanes,
         kTensorColumns);
  if (states[indexOf(place)] == Free)
    fail(FaultKind::Program, "%s of %s, which is not allocated", what,
         describe(indexOf(place)).c_str());
}

const uint32_t *TensorMemory::read(const Accessor *by, TensorPlace place,
                                   uint32_t lanes, const char *what) {
  checkBounds(place, lanes, what);
  uint32_t first = indexOf(place);
  for (uint32_t i = first; i < first + lanes; ++i)
    if (states[i] != Written)
      fail(FaultKind::Program, "%s of %s, %s", what, describe(i).c_str(),
           states[i] == Storing ? "into which a store is in flight that was "
                                  "not waited for by tcgen05.wait::st"
                                : "which nobody wrote");
  if (by)
    log.read(*by, first, lanes, what);
  return &cells[first];
}

uint32_t *TensorMemory::write(const Accessor *by, TensorPlace place,
                              uint32_t lanes, const char *what) {
  checkBounds(place, lanes, what);
  uint32_t first = indexOf(place);
  if (by)
    log.write(*by, first, lanes, what);
  std::fill_n(states.begin() + first, lanes, Written);
  return &cells[first];
}

void TensorMemory::beginStore(TensorPlace place, uint32_t lanes) {
  std::fill_n(states.begin() + indexOf(place), lanes, Storing);
}

void TensorMemory::endStore(TensorPlace place, uint32_t lanes) {
  std::fill_n(states.begin() + indexOf(place), lanes, Written);
}
