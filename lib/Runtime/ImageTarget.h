//===- ImageTarget.h - What an image has code for ---------------*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_IMAGETARGET_H
#define LOWP_LIB_RUNTIME_IMAGETARGET_H

#include "lowp/Runtime/lowp_runtime.h"

#include <string>

namespace mlir::lowp::runtime {

/// What the code of `image` is for, for messages: "sm_120f" of PTX, which names
/// it, and "sm_120" of machine code, which has the number. Empty where the
/// image says nothing.
std::string imageTarget(const LowpImage &image);

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_IMAGETARGET_H
