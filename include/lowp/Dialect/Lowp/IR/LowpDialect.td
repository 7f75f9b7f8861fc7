//===- LowpDialect.td - The lowp dialect -------------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPDIALECT
#define LOWP_DIALECT_LOWP_IR_LOWPDIALECT

include "mlir/IR/DialectBase.td"

def Lowp_Dialect : Dialect {
  let name = "lowp";
  let cppNamespace = "::mlir::lowp";
  let summary = "Low-precision scaled tensors and the matmuls on them";
  let description = [{
    Values of type `!lowp.scaled` carry low-precision data together with their
    scales, the recipe that made them and the physical layout of both, as one
    SSA value. Quantization is transparent IR until kernels are formed.
    docs/Specification.md gives the exact semantics and constraints.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    /// Name of the discardable attribute by which a matmul asks for a recipe.
    static constexpr ::llvm::StringLiteral getRecipeAttrName() {
      return ::llvm::StringLiteral("lowp.recipe");
    }
    /// Name of the unit attribute on the function argument (i64) that seeds
    /// stochastic rounding.
    static constexpr ::llvm::StringLiteral getSeedAttrName() {
      return ::llvm::StringLiteral("lowp.seed");
    }
    /// Name of the unit attribute on a function argument that is a weight: its
    /// values stay the same for many calls.
    static constexpr ::llvm::StringLiteral getParameterAttrName() {
      return ::llvm::StringLiteral("lowp.parameter");
    }
    /// Names of the discardable attributes of a function that takes prepared
    /// weights and of the function that prepares them: which weights fit (a
    /// string, on both), the function that prepares (a symbol), and for the
    /// first arguments of both the numbers that they had in the program (i64).
    static constexpr ::llvm::StringLiteral getFingerprintAttrName() {
      return ::llvm::StringLiteral("lowp.fingerprint");
    }
    static constexpr ::llvm::StringLiteral getPrepareAttrName() {
      return ::llvm::StringLiteral("lowp.prepare");
    }
    static constexpr ::llvm::StringLiteral getSourcesAttrName() {
      return ::llvm::StringLiteral("lowp.sources");
    }
    /// Reads the attribute, former names included: those of recipes from text,
    /// those of layouts from bytecode alone.
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPDIALECT
