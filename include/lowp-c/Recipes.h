/*===- lowp-c/Recipes.h - Recipes, and what they cost ------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* What the compiler knows of recipes, for front ends that choose them by     *|
|* name, write programs with them, or compare their predicted times.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_RECIPES_H
#define LOWP_C_RECIPES_H

#include "lowp-c/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of a preset of one matmul, such as "rowwise", of a family of
 *  recipes for training, such as "blockwise_training", and of a part, such as
 *  "h200", by its index; NULL behind the last one. Static storage. */
LOWP_C_API const char *lowpPresetName(size_t index);
LOWP_C_API const char *lowpFamilyName(size_t index);
LOWP_C_API const char *lowpPartName(size_t index);

/** What a matmul is for a linear layer; one of the values below. */
typedef int32_t LowpRole;

enum LowpRoleValue {
  /** Activations by the transposed weight. */
  LOWP_ROLE_FORWARD = 0,
  /** The gradient by the weight. */
  LOWP_ROLE_DGRAD = 1,
  /** The transposed gradient by the activations. */
  LOWP_ROLE_WGRAD = 2,
  LOWP_NUM_ROLES = 3
};

/** How an operand is quantized. */
typedef struct LowpQuantize {
  /** What a lowp.quantize has behind the word `numerics`. */
  const char *numerics;
  /** The recipe of its scales: "rowwise", "tensorwise", "block", "mx", ... */
  const char *kind;
  /** The types of data and of a scale, as MLIR writes them. */
  const char *element;
  const char *scale;
  /** Rows and columns that share a scale; 0 is all of them. */
  int64_t rows;
  int64_t columns;
  /** Scales that a datum is multiplied by: 2 where the matrix has one, too. */
  int32_t numLevels;
  /** Whether it rounds at random, and the program needs a seed. */
  int32_t isSeeded;
} LowpQuantize;

/** The recipe of one matmul. */
typedef struct LowpMatmulRecipe {
  /** The attribute `lowp.recipe`. */
  const char *attribute;
  /** The name of the preset that it is, otherwise the attribute. */
  const char *name;
  /** Of the left and the right operand. */
  LowpQuantize operands[2];
  /** Whether operands pass a lowp.hadamard before they are quantized. */
  int32_t isTransformed;
} LowpMatmulRecipe;

/** The recipes of the matmuls of a linear layer. */
typedef struct LowpRecipe LowpRecipe;

/** Reads `text`: a family; a preset, for all matmuls; the text of a
 *  #lowp.training_recipe or #lowp.matmul_recipe; or "none". The caller destroys
 *  `*recipe`, which is NULL on failure: LOWP_ERROR_INVALID_ARGUMENT, with what
 *  is known, for another text. */
LOWP_C_API LowpStatus lowpRecipeParse(const char *text, LowpRecipe **recipe,
                                      LowpError *error);

/** The same of texts for each role, by LowpRole; NULL for a matmul that keeps
 *  its type. Of a family the recipe for that role counts. */
LOWP_C_API LowpStatus lowpRecipeParseRoles(const char *const *texts,
                                           LowpRecipe **recipe,
                                           LowpError *error);

/** Frees a recipe. NULL is allowed. */
LOWP_C_API void lowpRecipeDestroy(LowpRecipe *recipe);

/** The shortest text that lowpRecipeParse reads as this recipe. */
LOWP_C_API const char *lowpRecipeText(const LowpRecipe *recipe);

/** The recipe of the matmul with this role; NULL if it keeps its type. Belongs
 *  to `recipe`. */
LOWP_C_API const LowpMatmulRecipe *lowpRecipeMatmul(const LowpRecipe *recipe,
                                                    LowpRole role);

/** Writes the type of operand 0 or 1 of a matmul into `*type`, to be freed with
 *  lowpBufferFree. rows, columns: as the operand is stored; less than 0 where
 *  they are dynamic. contractsFirst: whether the rows are contracted. Fails
 *  with LOWP_ERROR_INVALID_ARGUMENT for a matmul that keeps its type, and for
 *  sizes that it cannot have. */
LOWP_C_API LowpStatus lowpRecipeType(const LowpRecipe *recipe, LowpRole role,
                                     int32_t operand, int64_t rows,
                                     int64_t columns, int32_t contractsFirst,
                                     LowpBuffer *type, LowpError *error);

/** A linear layer: m rows of k by a weight of n x k, all of `type`. hasDgrad,
 *  hasWgrad: whether it has gradients of its input and of its weight. isHeld:
 *  whether the weight is quantized outside of the call. */
typedef struct LowpLayer {
  int64_t m;
  int64_t n;
  int64_t k;
  LowpType type;
  int32_t hasDgrad;
  int32_t hasWgrad;
  int32_t isHeld;
} LowpLayer;

/** What the matmuls of a layer, together, are predicted to take: `*json`, to be
 *  freed with lowpBufferFree, is a table as lowp-explain writes it, with a
 *  matmul for each role, called by it ("forward", "dgrad", "wgrad"). `recipe`:
 *  as for lowpRecipeParse, or "auto". `options`, may be NULL: further ones of
 *  lowp-explain, such as "part=h200". Fails with LOWP_ERROR_INVALID_ARGUMENT
 *  for options that cannot be, and with LOWP_ERROR_COMPILE where no prices are
 *  known. */
LOWP_C_API LowpStatus lowpPriceLayer(const LowpLayer *layer, const char *recipe,
                                     const char *options, LowpBuffer *json,
                                     LowpError *error);

/** Whether `pattern`, with `*`, `?` and `[...]`, matches all of `name`, as in
 *  the options recipe-allow and recipe-deny: `*isMatch` is 1 or 0. Fails with
 *  LOWP_ERROR_INVALID_ARGUMENT for what is no pattern. */
LOWP_C_API LowpStatus lowpMatchName(const char *pattern, const char *name,
                                    int32_t *isMatch, LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_RECIPES_H */
