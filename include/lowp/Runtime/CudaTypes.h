//===- CudaTypes.h - The part of the CUDA driver ABI we use -----*- C++ -*-===//
//
// Own declarations of driver types, since lowp builds without CUDA headers.
// Names differ from those of cuda.h so that a program may include both.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RUNTIME_CUDATYPES_H
#define LOWP_RUNTIME_CUDATYPES_H

#include <cstddef>
#include <cstdint>

namespace mlir::lowp::runtime {

using CudaDevice = int32_t;
using CudaDevicePointer = unsigned long long;
using CudaContext = struct CudaContextOpaque *;
using CudaModule = struct CudaModuleOpaque *;
using CudaFunction = struct CudaFunctionOpaque *;
using CudaStream = struct CudaStreamOpaque *;
using CudaEvent = struct CudaEventOpaque *;
using CudaGraph = struct CudaGraphOpaque *;
using CudaGraphExec = struct CudaGraphExecOpaque *;

/// Results that the runtime tells apart; any other value may come as well.
enum CudaResult : int32_t {
#define LOWP_CUDA_RESULT(name, number, text) name = number,
#include "lowp/Runtime/CudaResults.def"
};

/// The driver's name of a result, or null for one that is not above.
inline const char *getResultName(CudaResult result) {
  switch (result) {
#define LOWP_CUDA_RESULT(name, number, text)                                   \
  case name:                                                                   \
    return text;
#include "lowp/Runtime/CudaResults.def"
  }
  return nullptr;
}

enum CudaDeviceAttribute : int32_t {
  CudaDeviceMultiprocessorCount = 16,
  CudaDeviceL2CacheBytes = 38,
  CudaDeviceComputeCapabilityMajor = 75,
  CudaDeviceComputeCapabilityMinor = 76,
  CudaDeviceMaxSharedBytesPerBlock = 97,
};

enum CudaPointerAttribute : int32_t {
  CudaPointerMemoryType = 2,
  CudaPointerIsManaged = 8,
  CudaPointerDeviceOrdinal = 9,
};

/// Values of CudaPointerMemoryType; 0 for memory that the driver does not know.
enum CudaMemoryType : uint32_t { CudaMemoryHost = 1, CudaMemoryDevice = 2 };

enum CudaFunctionAttribute : int32_t {
  CudaFunctionStaticSharedBytes = 1,
  CudaFunctionMaxDynamicSharedBytes = 8,
  CudaFunctionNonPortableClusterAllowed = 14,
};

enum CudaJitOption : int32_t {
  CudaJitErrorLogBuffer = 5,
  CudaJitErrorLogBufferBytes = 6,
};

enum CudaEventFlags : uint32_t { CudaEventDisableTiming = 2 };

enum CudaStreamFlags : uint32_t { CudaStreamNonBlocking = 1 };

enum CudaStreamCaptureMode : int32_t {
  CudaStreamCaptureThreadLocal = 1,
  CudaStreamCaptureRelaxed = 2,
};

enum CudaLaunchAttributeId : int32_t {
  CudaLaunchClusterDimension = 4,
  CudaLaunchProgrammaticStreamSerialization = 6,
};

/// One attribute of a launch; the value is a 64-byte union of which only what
/// lowp sets is named here.
struct CudaLaunchAttribute {
  CudaLaunchAttributeId id;
  uint32_t padding;
  union {
    uint8_t bytes[64];
    uint32_t clusterDimension[3];
    int32_t programmaticStreamSerialization;
    uint64_t alignment;
  } value;
};
static_assert(sizeof(CudaLaunchAttribute) == 72, "layout set by the driver");

/// Arguments of cuLaunchKernelEx.
struct CudaLaunchConfig {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t sharedBytes;
  CudaStream stream;
  CudaLaunchAttribute *attributes;
  uint32_t attributeCount;
};
static_assert(offsetof(CudaLaunchConfig, stream) == 32 &&
                  sizeof(CudaLaunchConfig) == 56,
              "layout set by the driver");

/// An encoded tensor map; opaque. The driver asks for 64-byte alignment, the
/// headers of CUDA 13 for 128.
struct alignas(128) CudaTensorMap {
  uint8_t bytes[128];
};

enum CudaTensorMapDataType : int32_t {
  CudaTensorMapUInt8 = 0,
  CudaTensorMapUInt32 = 2,
  CudaTensorMapFloat16 = 6,
  CudaTensorMapFloat32 = 7,
  CudaTensorMapBFloat16 = 9,
  CudaTensorMapTFloat32 = 11,
  // 16 elements of 4 or 6 bits, packed in memory. Aligned to 16 bytes of shared
  // memory they have gaps between them.
  CudaTensorMap16U4Align8 = 13,
  CudaTensorMap16U4Align16 = 14,
  CudaTensorMap16U6Align16 = 15,
};

enum CudaTensorMapInterleave : int32_t { CudaTensorMapInterleaveNone = 0 };

enum CudaTensorMapSwizzle : int32_t {
  CudaTensorMapSwizzleNone = 0,
  CudaTensorMapSwizzle32 = 1,
  CudaTensorMapSwizzle64 = 2,
  CudaTensorMapSwizzle128 = 3,
};

enum CudaTensorMapL2Promotion : int32_t { CudaTensorMapL2Promotion256 = 3 };

enum CudaTensorMapFill : int32_t { CudaTensorMapFillZeros = 0 };

} // namespace mlir::lowp::runtime

#endif // LOWP_RUNTIME_CUDATYPES_H
