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
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
#define LOWP_ATTRIBUTE_NAME(getter, name, place)                               \
    static constexpr ::llvm::StringLiteral get##getter##AttrName() {           \
      return name;                                                             \
    }
#include "lowp/Dialect/Lowp/IR/LowpAttributeNames.def"
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
