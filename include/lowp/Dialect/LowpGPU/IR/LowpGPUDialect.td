//===- LowpGPUDialect.td - The lowp_gpu dialect --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT

include "mlir/IR/DialectBase.td"

def LowpGPU_Dialect : Dialect {
  let name = "lowp_gpu";
  let cppNamespace = "::mlir::lowp_gpu";
  let summary = "Warp-specialised matmul kernels, without a chip's instructions";
  let description = [{
    One kernel in about 60 readable lines: roles of warps, a tile scheduler,
    pipelines of shared-memory stages, an mma, the promotion of partial sums
    and an epilogue region over one element. The words are CUTLASS's where it
    has them. What a chip adds (instructions, fragment layouts, limits) is
    asked of its `KernelTarget`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let extraClassDeclaration = [{
#define LOWP_ATTRIBUTE_NAME(getter, name, place)                               \
    static constexpr ::llvm::StringLiteral get##getter##AttrName() {           \
      return name;                                                             \
    }
#include "lowp/Dialect/LowpGPU/IR/LowpGPUAttributeNames.def"
    /// Makes a family of chips known to this context.
    void addTarget(std::unique_ptr<KernelTarget> target);
    ::llvm::ArrayRef<std::unique_ptr<KernelTarget>> getTargets() const {
      return targets;
    }
    /// Makes a chip known that has fusions alone, and no kernels of matmuls.
    void addChip(const ChipFacts *chip) { chips.push_back(chip); }
    /// Makes parts known with such a chip; those of targets are.
    void addParts(::llvm::ArrayRef<::mlir::lowp::PartFacts> some) {
      parts.add(some);
    }
    /// What cost models may think of.
    const ::mlir::lowp::PartTable &getParts() const { return parts; }
    /// All chips that code is made for, those of targets among them.
    ::llvm::ArrayRef<const ChipFacts *> getChips() const { return chips; }
    void registerAttributes();
    void registerTypes();

  private:
    ::llvm::SmallVector<std::unique_ptr<KernelTarget>> targets;
    ::llvm::SmallVector<const ChipFacts *> chips;
    ::mlir::lowp::PartTable parts;

  public:
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT
