//===- LoadMatrixOps.cpp - ldmatrix ---------------------------------------===//
//
// Rows of 16 bytes. The lanes of a group of rows give their addresses, those
// of matrix i after those of matrix i - 1.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

// What the binder leaves in `detail`.
enum Detail { kRows, kElementBits, kIsTransposed, kMatrices };

constexpr const char *kWhat = "ldmatrix";
constexpr int kRowBytes = 16;
constexpr int kRowElements = 16; // of 8 bits or fewer

using Row = std::array<uint8_t, kRowBytes>;

/// 16 elements of 8 bits or fewer, each in the low bits of a byte: those of 4
/// bits lie in the first 8 bytes of the row, those of 6 in the first 12.
Row spread(const uint8_t *bytes, int bits) {
  Row row;
  for (int i = 0; i < kRowElements; ++i) {
    uint32_t pair = bytes[i * bits / 8];
    if (i * bits % 8 + bits > 8)
      pair |= bytes[i * bits / 8 + 1] << 8;
    row[i] = pair >> (i * bits % 8) & ((1 << bits) - 1);
  }
  return row;
}

/// A row that nobody wrote, in a box of which nobody uses it, reads as NaN.
Row readRow(Warp &warp, const Operand &operand, int lane, int elementBits) {
  uint64_t address = addressOf(warp, operand, lane);
  // The bytes after elements of 4 and 6 bits are not read.
  int bytes = elementBits >= 8 ? kRowBytes : 2 * elementBits;
  SharedPlace place = locate(warp, address, Space::Shared, kRowBytes, kWhat);
  if (warp.block->cluster->launch.checksOrder)
    place.block->log.read(warp.accessor(kAllLanes), place.offset, bytes, kWhat);
  Row row = {};
  std::copy_n(place.block->shared.readAsync(place.offset, bytes, kWhat), bytes,
              row.begin());
  return elementBits >= 8 ? row : spread(row.data(), elementBits);
}

/// Register `index` of a matrix: lane 4 r + c has word c of row r.
uint32_t wordOf(const Row *rows, int lane) {
  uint32_t word;
  std::memcpy(&word, &rows[lane / 4][lane % 4 * 4], 4);
  return word;
}

/// The transpose of 8 x 8 elements of 16 bits: lane 4 r + c has column r of
/// rows 2 c and 2 c + 1.
uint32_t transposedHalves(const Row *rows, int lane) {
  uint32_t word = 0;
  for (int i = 0; i < 2; ++i) {
    uint16_t half;
    std::memcpy(&half, &rows[lane % 4 * 2 + i][lane / 4 * 2], 2);
    word |= uint32_t(half) << (16 * i);
  }
  return word;
}

/// The transpose of 16 x 16 bytes: lane 4 r + c has columns r and r + 8 of rows
/// 4 c to 4 c + 3, a register each.
uint32_t transposedBytes(const Row *rows, int lane, int index) {
  uint32_t word = 0;
  for (int i = 0; i < 4; ++i)
    word |= uint32_t(rows[lane % 4 * 4 + i][lane / 4 + 8 * index]) << (8 * i);
  return word;
}

Step loadMatrix(Warp &warp, const Instruction &instruction, LaneMask mask) {
  if (mask != kAllLanes)
    fail(FaultKind::Program, "ldmatrix needs all lanes of a warp");
  auto [rowCount, bits, isTransposed, matrices] = instruction.detail;
  const Operand &target = instruction.operands[0];
  int perMatrix = rowCount / 8;
  warp.noteAccess(kAllLanes, /*isWrite=*/false);
  // A register may hold the addresses too.
  std::vector<Row> rows;
  for (int i = 0; i < matrices * rowCount; ++i)
    rows.push_back(readRow(warp, instruction.operands[1], i, bits));
  for (int i = 0; i < matrices * perMatrix; ++i) {
    Target<uint32_t> result(
        warp, target.kind == Operand::Vector ? target.parts[i] : target);
    const Row *first = &rows[i / perMatrix * rowCount];
    for (int lane = 0; lane < kLanes; ++lane)
      result.set(lane, !isTransposed ? wordOf(first, lane)
                       : bits == 16
                           ? transposedHalves(first, lane)
                           : transposedBytes(first, lane, i % perMatrix));
  }
  return Step::Next;
}

/// The forms that there are, by shape and type.
struct Form {
  const char *shape, *type, *source;
  int rows, bits, mostMatrices;
  bool isAlwaysTransposed, mayBeTransposed;
};
constexpr Form kForms[] = {
    {"m8n8", "b16", "", 8, 16, 4, false, true},
    {"m8n16", "b8x16", "b4x16_p64", 8, 4, 4, false, false},
    {"m8n16", "b8x16", "b6x16_p32", 8, 6, 4, false, false},
    {"m16n16", "b8", "", 16, 8, 2, true, true},
    {"m16n16", "b8x16", "b4x16_p64", 16, 4, 2, true, true},
    {"m16n16", "b8x16", "b6x16_p32", 16, 6, 2, true, true},
};

} // namespace

Handler lowp::simulator::bindLoadMatrix(Instruction &instruction) {
  if (instruction.opcode.rfind("ldmatrix.sync.aligned.", 0) != 0 ||
      spaceOf(instruction) != Space::Shared)
    return nullptr;
  bool isTransposed = instruction.has("trans");
  int matrices = instruction.has("x1")   ? 1
                 : instruction.has("x2") ? 2
                 : instruction.has("x4") ? 4
                                         : 0;
  for (const Form &form : kForms) {
    if (!instruction.has(form.shape) || !instruction.has(form.type) ||
        (*form.source && !instruction.has(form.source)))
      continue;
    bool fits = isTransposed ? form.mayBeTransposed : !form.isAlwaysTransposed;
    if (!fits || matrices == 0 || matrices > form.mostMatrices)
      return nullptr;
    const Operand &target = instruction.operands[0];
    size_t registers = target.kind == Operand::Vector ? target.parts.size() : 1;
    if (registers != size_t(matrices * form.rows / 8))
      fail(FaultKind::Image, "expected %d registers, got %zu",
           matrices * form.rows / 8, registers);
    instruction.detail = {form.rows, form.bits, isTransposed, matrices};
    instruction.needsWholeWarp = true;
    return loadMatrix;
  }
  return nullptr;
}
