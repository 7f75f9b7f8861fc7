//===- Driver.h - The interface of the CUDA driver --------------*- C++ -*-===//
//
// Declares what lib/Runtime takes from libcuda. All that runs on a stream runs
// at once, in the call.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_DRIVER_DRIVER_H
#define LOWP_LIB_SIMULATOR_DRIVER_DRIVER_H

#include "Simulator/Machine/DeviceFacts.h"
#include "Simulator/Support/Fault.h"
#include "lowp/Runtime/CudaTypes.h"

#include <functional>

namespace mlir::lowp::runtime {
extern "C" {
#define LOWP_CUDA_FUNCTION(member, symbol, parameters)                         \
  __attribute__((visibility("default"))) CudaResult symbol parameters;
#include "lowp/Runtime/CudaDriverFunctions.def"
}
} // namespace mlir::lowp::runtime

namespace lowp::simulator {

using mlir::lowp::runtime::CudaResult;
using mlir::lowp::runtime::CudaStream;

/// The device of the chip that LOWP_SIMULATOR_CHIP names, sm_90a by default.
const DeviceFacts &shownDevice();
/// What a kernel may have without asking for more.
constexpr int32_t kDefaultSharedBytes = 48 * 1024;

/// Does `work` and turns a Fault into a result, whose text it keeps and prints.
CudaResult guard(const std::function<void()> &work);

/// Notes a fault for cuGetErrorString.
CudaResult report(const Fault &fault);

/// Does `work` now, or when the graph runs that `stream` is captured into.
CudaResult submit(CudaStream stream, std::function<void()> work);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_DRIVER_DRIVER_H
