//===- WarpMatrixForms.cpp - The forms of mma.sync ------------------------===//
//
// "mma.sync.aligned.m16n8k32.row.col[.kind::...].f32.e4m3.e4m3.f32[.ue8m0]".
//
//===----------------------------------------------------------------------===//

#include "WarpMatrixForms.h"

#include <algorithm>

using namespace lowp::simulator;

namespace {

int findElement(const std::string &name) {
  for (size_t i = 0; i < std::size(kMatrixElements); ++i)
    if (name == kMatrixElements[i].name)
      return i;
  return -1;
}

bool findSum(const std::string &name, SumType &sum) {
  sum = name == "f16"   ? SumType::F16
        : name == "s32" ? SumType::S32
                        : SumType::F32;
  return name == "f32" || sum != SumType::F32;
}

/// The scales of a row along K; -1 for kinds that there are not.
int countScales(const Instruction &instruction) {
  int vectors = instruction.has("scale_vec::1X")   ? 1
                : instruction.has("scale_vec::2X") ? 2
                : instruction.has("scale_vec::4X") ? 4
                                                   : 0;
  if (!instruction.has("block_scale"))
    return vectors == 0 ? 0 : -1;
  if (instruction.has("kind::mxf8f6f4"))
    return vectors <= 1 ? 1 : -1;
  if (instruction.has("kind::mxf4"))
    return vectors == 0 || vectors == 2 ? 2 : -1;
  if (instruction.has("kind::mxf4nvf4"))
    return vectors == 2 || vectors == 4 ? vectors : -1;
  return -1;
}

/// Whether sums of these elements may have the type.
bool takesSum(const MatrixElement &element, const WarpMatrixForm &form) {
  switch (form.sum) {
  case SumType::F32:
    return element.kind != MatrixElement::Integer;
  case SumType::S32:
    return element.kind == MatrixElement::Integer;
  case SumType::F16:
    return !form.scales && (element.kind == MatrixElement::Narrow ||
                            std::string("f16") == element.name);
  }
  return false;
}

/// Whether there are products of these elements.
bool takesElements(const Instruction &instruction, const WarpMatrixForm &form) {
  const MatrixElement &a = kMatrixElements[form.a];
  const MatrixElement &b = kMatrixElements[form.b];
  bool isNamed = instruction.opcode.find(".kind::") != std::string::npos;
  if (a.kind != b.kind || !takesSum(a, form))
    return false;
  if (a.kind == MatrixElement::Integer)
    return !isNamed;
  if (a.kind != MatrixElement::Narrow)
    return !isNamed && form.a == form.b;
  if (form.scales > 1)
    return a.bits == 4 && b.bits == 4;
  if (isNamed)
    return form.scales || instruction.has("kind::f8f6f4");
  return a.bits == 8 && b.bits == 8;
}

/// K of such products: the last is the largest.
bool takesDepth(const WarpMatrixForm &form, bool isNamed) {
  if (form.scales > 1)
    return form.depth == 64;
  switch (kMatrixElements[form.a].kind) {
  case MatrixElement::Half:
    return form.depth == 8 || form.depth == 16;
  case MatrixElement::TF32:
    return form.depth == 4 || form.depth == 8;
  case MatrixElement::Narrow:
    return form.depth == 32 || (form.depth == 16 && !isNamed);
  case MatrixElement::Integer:
    return form.depth == 16 || form.depth == 32;
  }
  return false;
}

} // namespace

/// K by the shape, m16n8k and a number; 0 without one. The kind stands after
/// it or, as other compilers write it, before it.
static int findDepth(const Instruction &instruction) {
  constexpr std::string_view kShape = "m16n8k";
  for (const std::string &modifier : instruction.modifiers)
    if (modifier.rfind(kShape, 0) == 0)
      return std::atoi(modifier.c_str() + kShape.size());
  return 0;
}

bool lowp::simulator::parseWarpMatrix(const Instruction &instruction,
                                      WarpMatrixForm &form) {
  const auto &modifiers = instruction.modifiers;
  form.depth = findDepth(instruction);
  if (instruction.opcode.rfind("mma.sync.aligned.", 0) != 0 || !form.depth ||
      !instruction.has("row") || !instruction.has("col"))
    return false;
  form.scales = countScales(instruction);
  form.saturates = instruction.has("satfinite");
  if (form.scales < 0)
    return false;
  // The types of D, A, B and C stand at the end, the scales' after them.
  size_t last = modifiers.size() - (form.scales ? 2 : 1);
  constexpr size_t kFirstType = 5;
  if (last < kFirstType + 3 || modifiers[last] != modifiers[last - 3] ||
      !findSum(modifiers[last], form.sum))
    return false;
  form.a = findElement(modifiers[last - 2]);
  form.b = findElement(modifiers[last - 1]);
  bool isNamed = instruction.opcode.find(".kind::") != std::string::npos;
  if (form.a < 0 || form.b < 0 || !takesElements(instruction, form) ||
      !takesDepth(form, isNamed))
    return false;
  form.hasUE4M3 = form.scales && modifiers.back() == "ue4m3";
  if (form.saturates && form.sum != SumType::S32)
    return false;
  bool takesUE4M3 = instruction.has("kind::mxf4nvf4") && form.scales == 4;
  return !form.scales || modifiers.back() == "ue8m0" ||
         (form.hasUE4M3 && takesUE4M3);
}
