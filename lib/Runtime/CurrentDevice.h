//===- CurrentDevice.h - The device of the current context ------*- C++ -*-===//

#ifndef LOWP_LIB_RUNTIME_CURRENTDEVICE_H
#define LOWP_LIB_RUNTIME_CURRENTDEVICE_H

#include "lowp/Runtime/CudaDriver.h"

#include <string>

namespace mlir::lowp::runtime {

/// How many devices the driver shows.
Expected<int32_t> countDevices(const CudaDriver &driver);

/// Device `ordinal`, counted from 0.
Expected<CudaDevice> findDevice(const CudaDriver &driver, int32_t ordinal);

/// An attribute of the current context's device.
Expected<int32_t> currentDeviceAttribute(const CudaDriver &driver,
                                         CudaDeviceAttribute attribute);

/// The current device for messages, e.g. "NVIDIA H200 (compute capability
/// 9.0)"; "unknown device" when the driver does not tell.
std::string describeCurrentDevice(const CudaDriver &driver);

} // namespace mlir::lowp::runtime

#endif // LOWP_LIB_RUNTIME_CURRENTDEVICE_H
