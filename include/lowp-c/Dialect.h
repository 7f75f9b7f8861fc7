/*===- lowp-c/Dialect.h - Types and attributes of lowp -----------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Constructors of what programs of lowp are built of, for those who build IR *|
|* by mlir-c/IR.h; lowp-c/Mlir.h says who may call them. Attributes without a *|
|* constructor here are parsed, as by mlirAttributeParseGet.                  *|
|*                                                                            *|
|* The context knows lowp's dialect. Values that no type or attribute may     *|
|* have are errors of the context at `location`, and the result is null.      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_DIALECT_H
#define LOWP_C_DIALECT_H

#include "lowp-c/Error.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Recipes: how one matrix is scaled                                         *|
\*===----------------------------------------------------------------------===*/

/** Scales of f32: for the matrix, for each row (axis 1) or column (axis 0), for
 *  blocks. */
LOWP_C_API MlirAttribute lowpTensorwiseAttrGet(MlirContext context);
LOWP_C_API MlirAttribute lowpRowwiseAttrGet(MlirLocation location,
                                            unsigned axis);
LOWP_C_API MlirAttribute lowpBlockAttrGet(MlirLocation location, int64_t rows,
                                          int64_t columns);

/** Blocks with scales of e8m0, and of e4m3 under an f32 of the matrix. */
LOWP_C_API MlirAttribute lowpMXAttrGet(MlirLocation location, int64_t rows,
                                       int64_t columns);
LOWP_C_API MlirAttribute lowpNVFP4AttrGet(MlirLocation location, int64_t rows,
                                          int64_t columns);

/** What a preset of whole matmuls stands for, e.g. "rowwise": what a matmul has
 *  as `lowp.recipe`. Null for names that lowpPresetName does not list. */
LOWP_C_API MlirAttribute lowpMatmulRecipeAttrGetPreset(MlirContext context,
                                                       MlirStringRef name);

/*===----------------------------------------------------------------------===*\
|* Scaled types                                                               *|
\*===----------------------------------------------------------------------===*/

/** A matrix of `shape`, whose `rank` is two or, of a batch, three;
 *  mlirShapedTypeGetDynamicSize() is an unknown size. isColumnMajor: whether
 *  columns lie one after the other, and not rows. isEncoding: whether stored
 *  scales are factors that data were multiplied by. isPacked: whether elements
 *  of less than 8 bits lie without gaps. dataLayout, scaleLayout: attributes
 *  such as #lowp.panels and #lowp.swizzled; null: #lowp.identity and
 *  #lowp.compact. groups: #lowp.groups; null: the matrix is one. */
LOWP_C_API MlirType lowpScaledTypeGet(
    MlirLocation location, intptr_t rank, const int64_t *shape,
    MlirType elementType, MlirAttribute recipe, bool isColumnMajor,
    bool isEncoding, bool isPacked, MlirAttribute dataLayout,
    MlirAttribute scaleLayout, MlirAttribute groups);

LOWP_C_API bool lowpTypeIsAScaled(MlirType type);
LOWP_C_API MlirType lowpScaledTypeGetElementType(MlirType type);
LOWP_C_API MlirAttribute lowpScaledTypeGetRecipe(MlirType type);

/** The tensors that a value consists of: data, scales and, of two levels, the
 *  scale of the matrix. The second returns null for other indices. */
LOWP_C_API intptr_t lowpScaledTypeGetNumStorageTypes(MlirType type);
LOWP_C_API MlirType lowpScaledTypeGetStorageType(MlirType type, intptr_t index);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_DIALECT_H */
