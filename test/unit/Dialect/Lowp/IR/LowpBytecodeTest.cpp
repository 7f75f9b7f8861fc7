//===- LowpBytecodeTest.cpp - Bytecode that lowp cannot read --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode that it can read: test/Dialect/Lowp/IR/bytecode*.mlir.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
class LowpBytecodeTest : public testing::Test {
protected:
  LowpBytecodeTest() { context.loadDialect<LowpDialect>(); }

  /// The bytecode of a module that carries `attribute`.
  std::string write(Attribute attribute, const BytecodeWriterConfig &config) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    (*module)->setAttr("test.attribute", attribute);
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream, config)));
    return bytes;
  }

  /// The first error of reading `bytes`, or "" when they can be read.
  std::string read(const std::string &bytes) {
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
    });
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        bytes, ParserConfig(&context, /*verifyAfterParse=*/true));
    EXPECT_EQ(!module, !error.empty());
    return error;
  }

  /// Reads `attribute`, written in the form that `writeFields` gives it.
  template <typename Attr>
  std::string
  readAs(Attr attribute,
         const std::function<void(DialectBytecodeWriter &)> &writeFields) {
    BytecodeWriterConfig config;
    config.attachAttributeCallback(
        [&](Attribute written, std::optional<StringRef> &dialect,
            DialectBytecodeWriter &writer) -> LogicalResult {
          if (!isa<Attr>(written))
            return failure();
          dialect = "lowp";
          writeFields(writer);
          return success();
        });
    return read(write(attribute, config));
  }

  /// Reads torchao's numerics, written in the form that `writeFields` gives.
  std::string readNumerics(
      const std::function<void(DialectBytecodeWriter &)> &writeFields) {
    return readAs(NumericsAttr::getPreset(&context, "torchao"), writeFields);
  }

  MLIRContext context;
};
} // namespace

TEST_F(LowpBytecodeTest, ReadsItsOwnVersion) {
  BytecodeWriterConfig config;
  EXPECT_EQ(read(write(NumericsAttr::getPreset(&context, "torchao"), config)),
            "");
}

TEST_F(LowpBytecodeTest, NewerVersion) {
  BytecodeWriterConfig config;
  config.setDialectVersion<LowpDialect>(
      std::make_unique<LowpDialectVersion>(kBytecodeVersion + 1));
  EXPECT_EQ(
      read(write(NumericsAttr::getPreset(&context, "torchao"), config)),
      "expected lowp bytecode of version 9 or older, got version 10; read "
      "it with the lowp that wrote it or a newer one");
}

TEST_F(LowpBytecodeTest, UnknownAttribute) {
  EXPECT_EQ(readNumerics(
                [](DialectBytecodeWriter &writer) { writer.writeVarInt(99); }),
            "expected the number of an attribute that lowp knows, got 99");
}

TEST_F(LowpBytecodeTest, UnknownType) {
  BytecodeWriterConfig config;
  config.attachTypeCallback([](Type type, std::optional<StringRef> &dialect,
                               DialectBytecodeWriter &writer) -> LogicalResult {
    if (!isa<ScaledType>(type))
      return failure();
    dialect = "lowp";
    writer.writeVarInt(99);
    return success();
  });
  auto type = ScaledType::get({64, 256}, Float8E4M3FNType::get(&context),
                              TensorwiseAttr::get(&context));
  EXPECT_EQ(read(write(TypeAttr::get(type), config)),
            "expected the number of a type that lowp knows, got 99");
}

TEST_F(LowpBytecodeTest, UnknownCase) {
  EXPECT_EQ(readNumerics([](DialectBytecodeWriter &writer) {
              writer.writeVarInt(0); // Numerics.
              writer.writeAPFloatWithKnownSemantics(APFloat(0.0));
              writer.writeVarInt(7); // No such division.
            }),
            "expected the number of a division that lowp knows, got 7");
}

TEST_F(LowpBytecodeTest, VerifiesWhatItReads) {
  EXPECT_EQ(readNumerics([](DialectBytecodeWriter &writer) {
              writer.writeVarInt(0); // Numerics.
              writer.writeAPFloatWithKnownSemantics(APFloat(-1.0));
              for (int field = 0; field < 10; ++field)
                writer.writeVarInt(0);
            }),
            "expected 'eps' to be finite and at least 0, in double precision, "
            "got -1; 0.0 leaves amax as it is");
}

/// A mask of more bits than lowp holds is not one of its lower bits.
TEST_F(LowpBytecodeTest, MaskOfManyBits) {
  auto recipe = cast<MatmulRecipeAttr>(
      parseAttribute("#lowp.matmul_recipe<nvfp4>", &context));
  EXPECT_EQ(readAs(recipe,
                   [&](DialectBytecodeWriter &writer) {
                     writer.writeVarInt(2); // A recipe of a matmul.
                     writer.writeAttribute(recipe.getLhs());
                     writer.writeAttribute(recipe.getRhs());
                     writer.writeVarInt(0);
                     writer.writeVarIntWithFlag((uint64_t(1) << 32) + 5, true);
                   }),
            "expected 'hadamard' to be a mask of 16 signs, got 4294967295");
}
