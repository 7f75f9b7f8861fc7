//===- ProductForm.cpp - The forms of tcgen05.mma -------------------------===//
//
// "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32", and a word: the
// types of elements and sums, what is transposed, M, N, and the bytes of
// scales.
//
//===----------------------------------------------------------------------===//

#include "ProductForm.h"
#include "Simulator/Support/Fault.h"

#include <string_view>

using namespace lowp::simulator;

constexpr ProductKind kKinds[] = {
    {"kind::f16", 16, {"f16", "bf16"}, false},
    {"kind::tf32", 8, {nullptr, nullptr, "tf32"}, false},
    {"kind::f8f6f4",
     32,
     {"e4m3", "e5m2", nullptr, "e2m3", "e3m2", "e2m1"},
     false},
    {"kind::i8", 32, {"u8", "s8"}, false},
    {"kind::mxf8f6f4",
     32,
     {"e4m3", "e5m2", nullptr, "e2m3", "e3m2", "e2m1"},
     true},
    {"kind::mxf4", 64, {nullptr, "e2m1"}, true},
    {"kind::mxf4nvf4", 64, {nullptr, "e2m1"}, true},
};

/// The elements that a scale is of; 0 if the opcode says nothing else than its
/// kind.
static int elementsPerScale(const Instruction &instruction, int depth) {
  for (int scales : {1, 2, 4})
    if (instruction.has(("scale_vec::" + std::to_string(scales) + "X").c_str()))
      return depth / scales;
  if (instruction.has("block16"))
    return 16;
  if (instruction.has("block32"))
    return 32;
  return 0;
}

int lowp::simulator::findProductKind(const Instruction &instruction,
                                     int &scales) {
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    const ProductKind &kind = kKinds[i];
    if (!instruction.has(kind.name))
      continue;
    if (kind.hasScales != instruction.has("block_scale"))
      return -1;
    int each = kind.hasScales ? elementsPerScale(instruction, kind.depth) : 0;
    bool isWide = std::string_view(kind.name) == "kind::mxf4nvf4";
    if (kind.hasScales && each != 32 && !(each == 16 && isWide))
      return -1;
    scales = each ? kind.depth / each : 0;
    return int(i);
  }
  return -1;
}

namespace {

/// The fields of an instruction descriptor.
class DescriptorReader {
public:
  explicit DescriptorReader(uint32_t bits) : bits(bits) {}

  uint32_t take(int first, int count) {
    uint32_t mask = ((1u << count) - 1) << first;
    taken |= mask;
    return (bits & mask) >> first;
  }
  /// Throws a Fault unless all others are zero.
  void finish() const {
    if (bits & ~taken)
      failField("no bits but those it has");
  }
  [[noreturn]] void failField(const char *expected) const {
    fail(FaultKind::Program,
         "expected %s in the instruction descriptor, got 0x%08x", expected,
         bits);
  }

private:
  uint32_t bits, taken = 0;
};

const MatrixElement *findElement(const char *name) {
  for (const MatrixElement &each : kMatrixElements)
    if (name && std::string_view(name) == each.name)
      return &each;
  return nullptr;
}

ProductOperand readOperand(DescriptorReader &reader, const ProductKind &kind,
                           int typeBit, int majorBit) {
  uint32_t type = reader.take(typeBit, 3);
  const char *name =
      type < std::size(kind.elements) ? kind.elements[type] : nullptr;
  const MatrixElement *element = findElement(name);
  if (!element)
    reader.failField("a type of elements of this kind");
  bool isMNMajor = reader.take(majorBit, 1);
  if (isMNMajor && element->bits < 8)
    reader.failField("K-major operands of fewer than 8 bits");
  return {element, isMNMajor, 0};
}

/// A word has a byte for each scale of this kind.
int readScaleByte(DescriptorReader &reader, int bit, int scales) {
  int byte = int(reader.take(bit, 2));
  if (byte % scales || byte + scales > 4)
    reader.failField("a number of scales that its kind has");
  return byte;
}

} // namespace

/// The rows of a block. Pairs of 64 rows each are not supported: their sums lie
/// otherwise.
static int readRows(DescriptorReader &reader, int scales, int blocks) {
  int rows = int(reader.take(24, 5)) * 16;
  if (blocks == 2 && rows != 256)
    reader.failField("256 rows of a pair");
  if (blocks == 1 && rows != 128 && (rows != 64 || scales))
    reader.failField(scales ? "128 rows" : "64 or 128 rows");
  return rows / blocks;
}

ProductForm lowp::simulator::readProductForm(int number, int scales, int blocks,
                                             uint32_t descriptor) {
  const ProductKind &kind = kKinds[number];
  DescriptorReader reader(descriptor);
  ProductForm form = {};
  form.depth = kind.depth;
  form.scales = scales;
  form.a = readOperand(reader, kind, 7, 15);
  form.b = readOperand(reader, kind, 10, 16);
  bool isInteger = form.a.element->kind == MatrixElement::Integer;
  if (scales) {
    form.b.scaleByte = readScaleByte(reader, 4, scales);
    form.a.scaleByte = readScaleByte(reader, 29, scales);
    form.hasUE4M3 = !reader.take(23, 1);
    if (form.hasUE4M3 && scales != 4)
      reader.failField("scales of UE8M0");
  } else {
    form.saturates = isInteger && reader.take(3, 1);
    if (reader.take(4, 2) != (isInteger ? 2 : 1))
      reader.failField(isInteger ? "sums of s32" : "sums of f32");
  }
  form.columns = int(reader.take(17, 6)) * 8;
  form.rows = readRows(reader, scales, blocks);
  reader.finish();
  if (form.columns == 0 || form.columns > 256 ||
      form.columns % (form.rows == 128 ? 16 : 8))
    reader.failField(
        "columns up to 256, multiples of 8, or 16 beside 128 rows");
  return form;
}
