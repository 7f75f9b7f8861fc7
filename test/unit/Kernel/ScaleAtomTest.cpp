//===- ScaleAtomTest.cpp - The atom of kernels and that of the layout -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/ScaleAtom.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

TEST(ScaleAtom, LiesAsTheUsualLayoutSays) {
  MLIRContext context;
  context.loadDialect<LowpDialect>();
  auto layout = SwizzledAttr::getUsual(&context);
  ASSERT_EQ(layout.getAtomRows(), ScaleAtom::kRows);
  ASSERT_EQ(layout.getAtomColumns(), ScaleAtom::kWordBytes);
  EXPECT_EQ(GemmKernelSpec::kScalesPerAtom, ScaleAtom::kWordBytes);

  SmallVector<int64_t> matrix = {ScaleAtom::kRows, ScaleAtom::kWordBytes};
  SmallVector<int64_t> shape = layout.getStorageShapeMap().compose(matrix);
  for (int64_t row = 0; row < ScaleAtom::kRows; ++row)
    for (int64_t column = 0; column < ScaleAtom::kWordBytes; ++column) {
      int64_t offset = 0;
      for (auto [place, size] : llvm::zip_equal(
               layout.getStorageMap().compose({row, column}), shape))
        offset = offset * size + place;
      int64_t word = row % ScaleAtom::kRowsPerColumn * ScaleAtom::kRowStride +
                     row / ScaleAtom::kRowsPerColumn * ScaleAtom::kWordBytes;
      EXPECT_EQ(offset, word + column) << "row " << row;
    }
}
