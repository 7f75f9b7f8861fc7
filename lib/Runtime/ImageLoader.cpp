//===- ImageLoader.cpp - From bytes to a module ---------------------------===//

#include "ImageLoader.h"

#include "CurrentDevice.h"
#include "ImageTarget.h"
#include "RelaxedCaptureScope.h"

#include <cstring>

using namespace mlir::lowp::runtime;

const char *mlir::lowp::runtime::imageName(const LowpImage &image) {
  return image.name ? image.name : "<unnamed image>";
}

/// Whether the driver reads the image's size from a header: a cubin is an ELF
/// file, a fat binary has its own magic number. All else is PTX text.
static bool isBinary(const LowpImage &image) {
  static const char elf[] = {0x7f, 'E', 'L', 'F'};
  static const unsigned char fatBinary[] = {0x50, 0xed, 0x55, 0xba};
  return image.size >= 4 && (std::memcmp(image.data, elf, 4) == 0 ||
                             std::memcmp(image.data, fatBinary, 4) == 0);
}

static Expected<void> checkImage(const LowpImage &image) {
  if (!image.data || image.size == 0)
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "image '%s' is empty; expected a cubin or PTX",
                     imageName(image));
  const char *text = static_cast<const char *>(image.data);
  if (!isBinary(image) && text[image.size - 1] != '\0')
    return makeError(LOWP_ERROR_INVALID_ARGUMENT,
                     "image '%s' is neither a cubin nor PTX that ends in a NUL "
                     "byte counted by its size; append the NUL",
                     imageName(image));
  return {};
}

/// The compiler's log as the end of a message; it may end in line breaks, and
/// is empty for a cubin.
static std::string logSuffix(const char *log) {
  std::string text(log);
  while (!text.empty() && std::strchr(" \r\n", text.back()))
    text.pop_back();
  return text.empty() ? text : "\n" + text;
}

/// What the driver says of an image for other chips.
static Error missingCode(const CudaDriver &driver, const LowpImage &image,
                         const char *reason, const std::string &suffix) {
  std::string target = imageTarget(image);
  std::string has = target.empty() ? "" : ", only for " + target;
  return makeError(LOWP_ERROR_UNSUPPORTED_DEVICE,
                   "image '%s' has no code for %s%s: %s; compile for this chip "
                   "with --chip%s",
                   imageName(image), describeCurrentDevice(driver).c_str(),
                   has.c_str(), reason, suffix.c_str());
}

static Error loadFailure(const CudaDriver &driver, const LowpImage &image,
                         CudaResult result, const char *log) {
  std::string suffix = logSuffix(log);
  std::string reason = driver.describe(result);
  switch (result) {
  case CudaErrorNoBinaryForGpu:
    return missingCode(driver, image, reason.c_str(), suffix);
  case CudaErrorUnsupportedPtxVersion:
    return makeError(LOWP_ERROR_LOAD,
                     "image '%s' has PTX newer than the driver knows: %s; "
                     "update the driver or compile to a cubin%s",
                     imageName(image), reason.c_str(), suffix.c_str());
  case CudaErrorOutOfMemory:
    return makeError(LOWP_ERROR_OUT_OF_MEMORY,
                     "no device memory to load image '%s' on %s: %s",
                     imageName(image), describeCurrentDevice(driver).c_str(),
                     reason.c_str());
  default:
    return makeError(LOWP_ERROR_LOAD, "image '%s' cannot be loaded on %s: %s%s",
                     imageName(image), describeCurrentDevice(driver).c_str(),
                     reason.c_str(), suffix.c_str());
  }
}

Expected<CudaModule> mlir::lowp::runtime::loadImage(const CudaDriver &driver,
                                                    const LowpImage &image) {
  if (Expected<void> ok = checkImage(image); !ok)
    return ok.error();
  char log[1024] = "";
  CudaJitOption options[] = {CudaJitErrorLogBuffer, CudaJitErrorLogBufferBytes};
  void *values[] = {log, reinterpret_cast<void *>(uintptr_t(sizeof(log) - 1))};

  RelaxedCaptureScope scope(driver);
  CudaModule module = nullptr;
  if (CudaResult result =
          driver.moduleLoad(&module, image.data, 2, options, values))
    return loadFailure(driver, image, result, log);
  return module;
}
