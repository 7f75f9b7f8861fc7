//===- ImageLoader.h - From bytes to a module -------------------*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_IMAGELOADER_H
#define LOWP_LIB_RUNTIME_IMAGELOADER_H

#include "lowp/Runtime/CudaDriver.h"

namespace mlir::lowp::runtime {

/// The image's name for messages; never null.
const char *imageName(const LowpImage &image);

/// Loads `image` into the current context. The caller owns the module. When the
/// driver refuses, the error has the log of its PTX compiler.
Expected<CudaModule> loadImage(const CudaDriver &driver,
                               const LowpImage &image);

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_IMAGELOADER_H
