//===- ProductOps.cpp - tcgen05.mma ---------------------------------------===//
//
// A thread multiplies matrices of shared memory into tensor memory: row r of
// the sums is lane r, or those of 64 rows the first 16 lanes of each quarter.
// For a pair of blocks, each has rows of A and their sums of its own, and half
// of the columns of B; scales of B are those of all columns in both.
// Products are exact, and each sum is rounded once.
//
//===----------------------------------------------------------------------===//

#include "ProductForm.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Formats.h"
#include "Simulator/Support/NarrowFormats.h"
#include "TensorUnits.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

// What the binder leaves in `detail`.
enum Detail { kKind, kScales, kBlocks };

constexpr int kMaxRows = 128, kMaxColumns = 256, kMaxDepth = 64, kMaxScales = 4;
constexpr uint32_t kChunksAlongK = 2;
constexpr const char *kWhat = "tcgen05.mma";

/// Elements of 16 bytes.
class Chunk {
public:
  Chunk(const MatrixElement &element, int depth)
      : valueOf(element), bits(element.bits),
        elements(depth == kMaxDepth ? 32
                 : element.bits < 8 ? 16
                                    : 128 / bits) {}

  int size() const { return elements; }
  /// Returns an element. Elements of fewer than 8 bits lie close together;
  /// unless all have 4 bits, in the first of 16 bytes.
  double operator()(const uint8_t *bytes, int index) const {
    uint32_t word = 0;
    int first = index * bits;
    std::memcpy(&word, bytes + first / 8, std::min(4, 16 - first / 8));
    return valueOf(word >> first % 8 & (uint32_t(-1) >> (32 - bits)));
  }

private:
  ElementValues valueOf;
  int bits, elements;
};

/// An operand: values[k][row or column].
template <int Rows>
struct Operands {
  double values[kMaxDepth][Rows];
  double scales[kMaxScales][Rows];
};

/// Reads operands of shared memory as a unit.
class MatrixReader {
public:
  MatrixReader(Block &block, const TensorUnit &unit, int line)
      : block(block), by{unit.agent, &unit.shared, line} {
    by.isAsync = true;
    if (!block.cluster->launch.isLenient)
      by.lanes = kAllLanes;
  }

  /// Fills `rows` rows of `result`, from `first` on.
  template <int Rows>
  void read(uint64_t descriptor, const ProductOperand &operand, int first,
            int rows, int depth, Operands<Rows> &result) {
    SharedMatrix matrix = readTensorDescriptor(descriptor);
    Chunk chunk(*operand.element, depth);
    if (operand.isMNMajor) {
      for (int k = 0; k < depth; ++k)
        for (int row = 0; row < rows; row += chunk.size()) {
          const uint8_t *bytes = fetch(matrix.alongRows(row / chunk.size(), k));
          for (int j = 0; j < chunk.size(); ++j)
            result.values[k][first + row + j] = chunk(bytes, j);
        }
      return;
    }
    for (int row = 0; row < rows; ++row)
      for (uint32_t i = 0; i < kChunksAlongK; ++i) {
        const uint8_t *bytes = fetch(matrix.alongK(row, i));
        for (int j = 0; j < chunk.size(); ++j)
          result.values[i * chunk.size() + j][first + row] = chunk(bytes, j);
      }
  }

private:
  const uint8_t *fetch(uint32_t place) {
    const uint8_t *bytes = block.shared.readAsync(place, kGranule, kWhat);
    if (block.cluster->launch.checksOrder)
      block.log.read(by, place, kGranule, kWhat);
    return bytes;
  }

  Block &block;
  Accessor by;
};

/// The word of row r is in lane r % 32 of column r / 32, and again in each
/// quarter of the lanes.
template <int Rows>
void readScales(TensorMemory &memory, const Accessor *by, TensorPlace place,
                const ProductForm &form, int byte, int rows,
                Operands<Rows> &result) {
  const NarrowFormat &format =
      *findNarrowFormat(form.hasUE4M3 ? "ue4m3" : "ue8m0");
  for (int first = 0; first < rows; first += int(kQuarterLanes)) {
    uint32_t count = std::min<uint32_t>(kQuarterLanes, rows - first);
    const uint32_t *words[kTensorLanes / kQuarterLanes];
    for (uint32_t quarter = 0; quarter < std::size(words); ++quarter)
      words[quarter] = memory.read(
          by, place.plus(quarter * kQuarterLanes, first / kQuarterLanes), count,
          "tcgen05.mma of scales");
    for (uint32_t lane = 0; lane < count; ++lane) {
      for (const uint32_t *others : words)
        if (others[lane] != words[0][lane])
          fail(FaultKind::Program,
               "scales of row %u differ between the quarters of the lanes",
               first + lane);
      for (int i = 0; i < form.scales; ++i)
        result.scales[i][first + lane] =
            format.values[words[0][lane] >> (8 * (byte + i)) & 0xFF];
    }
  }
}

struct Product {
  Operands<kMaxRows> a;
  Operands<kMaxColumns> b;
  double sums[kMaxColumns][kMaxRows];
};

/// sums[column][row] += a[k][row] * b[k][column], of each scale's elements by
/// themselves.
__attribute__((target_clones("avx2", "default"))) void
multiply(Product &product, const ProductForm &form) {
  int blocks = std::max(form.scales, 1), each = form.depth / blocks;
  for (int column = 0; column < form.columns; ++column)
    for (int block = 0; block < blocks; ++block) {
      double part[kMaxRows] = {};
      for (int k = block * each; k < (block + 1) * each; ++k)
        for (int row = 0; row < kMaxRows; ++row)
          part[row] += product.a.values[k][row] * product.b.values[k][column];
      for (int row = 0; row < kMaxRows; ++row)
        product.sums[column][row] +=
            form.scales ? part[row] * (product.a.scales[block][row] *
                                       product.b.scales[block][column])
                        : part[row];
    }
}

/// The sums of a product in tensor memory.
class Sums {
public:
  Sums(TensorMemory &memory, const Accessor *by, TensorPlace place,
       const ProductForm &form)
      : memory(memory), by(by), place(place), form(form),
        isInteger(form.a.element->kind == MatrixElement::Integer) {
    uint32_t lane = place.lane;
    if (lane != 0 && !(form.rows == 64 && lane == kQuarterLanes / 2))
      fail(FaultKind::Program,
           "sums of %d rows begin in lane 0%s of tensor memory, and this is "
           "lane %u",
           form.rows, form.rows == 64 ? " or 16" : "", lane);
  }

  void read(Product &product) {
    forEachRun([&](int column, TensorPlace first, int row, uint32_t rows) {
      const uint32_t *cells = memory.read(by, first, rows, kWhat);
      for (uint32_t i = 0; i < rows; ++i)
        product.sums[column][row + i] =
            isInteger ? double(int32_t(cells[i])) : bitCast<float>(cells[i]);
    });
  }
  void write(const Product &product) {
    forEachRun([&](int column, TensorPlace first, int row, uint32_t rows) {
      uint32_t *cells = memory.write(by, first, rows, kWhat);
      for (uint32_t i = 0; i < rows; ++i) {
        double sum = product.sums[column][row + i];
        cells[i] = isInteger ? roundInteger(sum, form.saturates)
                             : bitCast<uint32_t>(canonical(float(sum)));
      }
    });
  }

private:
  /// Rows of a column that lie in a row of lanes.
  template <typename Visit>
  void forEachRun(Visit visit) {
    uint32_t rows = form.rows == 128 ? kTensorLanes : kQuarterLanes / 2;
    for (int column = 0; column < form.columns; ++column)
      for (int row = 0; row < form.rows; row += int(rows)) {
        uint32_t lane = form.rows == 128 ? 0 : row / rows * kQuarterLanes;
        visit(column, place.plus(lane, column), row, rows);
      }
  }

  TensorMemory &memory;
  const Accessor *by;
  TensorPlace place;
  const ProductForm &form;
  bool isInteger;
};

TensorPlace placeOf(Warp &warp, const Operand &address, int lane) {
  return TensorPlace::ofAddress(uint32_t(addressOf(warp, address, lane)));
}

/// Others have the byte of a word of scales in the two highest bits, beside the
/// instruction descriptor, which lenient launches ignore.
TensorPlace placeOfScales(Warp &warp, const Operand &address, int lane) {
  constexpr uint32_t kByteBits = 0xC0000000;
  uint32_t value = uint32_t(addressOf(warp, address, lane));
  bool isLenient = warp.block->cluster->launch.isLenient;
  return TensorPlace::ofAddress(isLenient ? value & ~kByteBits : value);
}

/// A product as a thread has issued it.
struct IssuedProduct {
  ProductForm form;
  uint64_t a, b;
  /// Places of sums, and of scales of A and B.
  TensorPlace sums, scales[2];
  bool adds;
};

/// Throws a Fault if a lane is to keep its sums, which is not supported.
void checkOutputLanes(Warp &warp, const Operand &masks, int lane) {
  for (size_t i = 0; i < masks.parts.size(); ++i)
    if (uint32_t mask = valueOf<uint32_t>(warp, masks.parts[i], lane))
      fail(FaultKind::Program,
           "expected a tcgen05.mma that writes sums of all lanes, got the mask "
           "0x%08x of lanes that keep theirs",
           mask);
}

IssuedProduct readIssued(Warp &warp, const Instruction &instruction, int lane) {
  const auto &operands = instruction.operands;
  int scales = instruction.detail[kScales];
  IssuedProduct issued = {};
  issued.form = readProductForm(instruction.detail[kKind], scales,
                                instruction.detail[kBlocks],
                                valueOf<uint32_t>(warp, operands[3], lane));
  issued.a = valueOf<uint64_t>(warp, operands[1], lane);
  issued.b = valueOf<uint64_t>(warp, operands[2], lane);
  issued.sums = placeOf(warp, operands[0], lane);
  if (scales)
    for (int i : {0, 1})
      issued.scales[i] = placeOfScales(warp, operands[4 + i], lane);
  if (operands[4].kind == Operand::Vector)
    checkOutputLanes(warp, operands[4], lane);
  issued.adds = valueOf<bool>(warp, operands.back(), lane);
  return issued;
}

/// Multiplies the rows of A that `block` has by all columns, which `product`
/// has.
void multiplyInBlock(Block &block, const TensorUnit &unit, int line,
                     const IssuedProduct &issued, Product &product) {
  const ProductForm &form = issued.form;
  TensorMemory &memory = tensorMemoryOf(block);
  Accessor accessor{unit.agent, &unit.tensor, line};
  const Accessor *by = block.cluster->launch.checksOrder ? &accessor : nullptr;
  MatrixReader(block, unit, line)
      .read(issued.a, form.a, 0, form.rows, form.depth, product.a);
  if (form.scales) {
    readScales(memory, by, issued.scales[0], form, form.a.scaleByte, form.rows,
               product.a);
    readScales(memory, by, issued.scales[1], form, form.b.scaleByte,
               form.columns, product.b);
  }
  Sums sums(memory, by, issued.sums, form);
  std::fill_n(&product.sums[0][0], kMaxColumns * kMaxRows, 0.0);
  if (issued.adds)
    sums.read(product);
  multiply(product, form);
  sums.write(product);
}

Step multiplyAccumulate(Warp &warp, const Instruction &instruction,
                        LaneMask mask) {
  int lane = issuingLane(mask, kWhat);
  tensorMemoryOf(warp);
  TensorUnit &unit = unitOf(warp, lane);
  unit.isOpen = true;
  IssuedProduct issued = readIssued(warp, instruction, lane);
  static thread_local Product product;
  auto blocks = blocksOf(warp, unit, instruction.detail[kBlocks], kWhat);
  int columns = issued.form.columns / int(blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i)
    MatrixReader(*blocks[i], unit, instruction.line)
        .read(issued.b, issued.form.b, int(i) * columns, columns,
              issued.form.depth, product.b);
  for (Block *block : blocks)
    multiplyInBlock(*block, unit, instruction.line, issued, product);
  return Step::Next;
}

} // namespace

Handler lowp::simulator::bindTensorProduct(Instruction &instruction) {
  int group = ctaGroupOf(instruction);
  if (instruction.opcode.rfind("tcgen05.mma.cta_group::", 0) != 0 || !group)
    return nullptr;
  int scales = 0;
  int kind = findProductKind(instruction, scales);
  const OperandList &operands = instruction.operands;
  // A in tensor memory is not supported.
  size_t count = scales ? 7 : 5;
  if (!scales && operands.size() == 6 && operands[4].kind == Operand::Vector &&
      operands[4].parts.size() == size_t(4 * group))
    ++count;
  if (kind < 0 || operands.size() != count ||
      operands[1].kind != Operand::Register || !operands[1].isWide)
    return nullptr;
  instruction.detail = {kind, scales, group, 0};
  return multiplyAccumulate;
}
