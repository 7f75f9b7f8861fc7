/*===- lowp_runtime.h - What compiled lowp functions call ---------*- C -*-===*\
|*                                                                            *|
|* The stable C interface between functions that lowp compiled ahead of time, *|
|* the programs that call them, and the runtime library. C99, no other header *|
|* of lowp, no CUDA header. Handles of the CUDA driver appear as `void *`.    *|
|*                                                                            *|
|* A compiled function takes a `LowpCall *` and returns nothing: the outcome  *|
|* is `call->status`, and `call->message` says what was expected, what came   *|
|* and what to do. Nothing here allocates device memory or waits for the      *|
|* device, so a call can be captured into a CUDA graph.                       *|
|*                                                                            *|
|* A compiled function reads its LowpCall and the LowpTensorN of its tensors  *|
|* before it can check anything: these pointers must be valid, and NULL is    *|
|* not. That data are as long as sizes and strides say, and are memory of the *|
|* right device, is the caller's care too; lowp-c/Launch.h checks the latter. *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_RUNTIME_LOWP_RUNTIME_H
#define LOWP_RUNTIME_LOWP_RUNTIME_H

#include <stdint.h>

#if defined(__GNUC__)
#define LOWP_RUNTIME_API __attribute__((visibility("default")))
#else
#define LOWP_RUNTIME_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Raised when a structure below changes its layout or a function its meaning.
 *  Additions do not raise it. */
#define LOWP_RUNTIME_ABI_VERSION 1

/** The version that the linked library was built with; a program that loads the
 *  library at run time compares it with LOWP_RUNTIME_ABI_VERSION. */
LOWP_RUNTIME_API uint32_t lowpRuntimeAbiVersion(void);

/*===----------------------------------------------------------------------===*\
|* Status and call
\*===----------------------------------------------------------------------===*/

/** Outcome of a call: one of the values of LowpStatusValue. A fixed-width
 *  integer, because the size of a C enum is up to the compiler. */
typedef int32_t LowpStatus;

enum LowpStatusValue {
  LOWP_OK = 0,
  /** libcuda cannot be loaded, or is too old. */
  LOWP_ERROR_NO_DRIVER = 1,
  /** The driver works but shows no device. */
  LOWP_ERROR_NO_DEVICE = 2,
  /** A call into the driver failed; the message has its name and reason. */
  LOWP_ERROR_DRIVER = 3,
  /** What the caller or the compiled function passed is not allowed. */
  LOWP_ERROR_INVALID_ARGUMENT = 4,
  LOWP_ERROR_OUT_OF_MEMORY = 5,
  /** LowpCall::workspace is too small; see LowpCall::workspaceUsed. */
  LOWP_ERROR_WORKSPACE = 6,
  /** A kernel image cannot be loaded, or lacks the kernel. */
  LOWP_ERROR_LOAD = 7,
  /** The device is not one that the image was built for. */
  LOWP_ERROR_UNSUPPORTED_DEVICE = 8,
  /** The compiler refused a module; its diagnostics say why. */
  LOWP_ERROR_COMPILE = 9,
  /** Bytes that should be a serialized program are damaged, or from another
   *  version or machine. */
  LOWP_ERROR_FORMAT = 10,
  /** A function of the user's that a compiled one calls failed. */
  LOWP_ERROR_EXTERNAL = 11
};

/** Name of a status, e.g. "LOWP_ERROR_LOAD"; static storage, never NULL. */
LOWP_RUNTIME_API const char *lowpStatusName(LowpStatus status);

/** What an invocation is for: LowpCall::mode. */
enum LowpMode {
  /** Encode, launch. */
  LOWP_RUN = 0,
  /** Only compute workspaceUsed. Nothing is launched, nothing is asked of the
   *  driver, and tensor data pointers are not looked at. */
  LOWP_MEASURE = 1
};

/** Capacity of LowpCall::message, the terminating NUL included. */
#define LOWP_MESSAGE_BYTES 512

/** One invocation of a compiled function. Owned by the caller; not shared
 *  between threads while the function runs. Set up by lowpCallInit. */
typedef struct LowpCall {
  /** CUstream on which everything is launched; NULL is the default stream. */
  void *stream;
  /** Device memory for intermediates, 256-byte aligned. Owned by the caller
   *  and in use until the work on `stream` is done. May be NULL when the
   *  function needs none. */
  void *workspace;
  /** Size of `workspace` in bytes. */
  uint64_t workspaceBytes;
  /** Out: bytes of workspace that the invocation asked for. Also complete
   *  after LOWP_ERROR_WORKSPACE: it is then the size to come back with. */
  uint64_t workspaceUsed;
  /** LOWP_RUN or LOWP_MEASURE. */
  int32_t mode;
  /** Out: first error. Once it is set, later runtime calls of the same
   *  invocation do nothing. */
  LowpStatus status;
  /** Out: NUL-terminated description of the error; empty without one. A text
   *  that does not fit is cut and ends in "...". */
  char message[LOWP_MESSAGE_BYTES];
} LowpCall;

/** Makes `call` ready for a LOWP_RUN invocation on `stream` without workspace.
 *  Call it before each invocation: it also clears status and message. */
LOWP_RUNTIME_API void lowpCallInit(LowpCall *call, void *stream);

/** Records an error, unless one is recorded already: for checks in compiled
 *  code. `message` is copied. */
LOWP_RUNTIME_API void lowpFail(LowpCall *call, LowpStatus status,
                               const char *message);

/*===----------------------------------------------------------------------===*\
|* Tensors
\*===----------------------------------------------------------------------===*/

/* A tensor argument, laid out as the memref descriptor of MLIR: element
 * (i, j) is at aligned + offset + i * strides[0] + j * strides[1], all counted
 * in elements. `allocated` is what the owner would free; lowp never frees and
 * never reads it, so it may equal `aligned`. The pointers are device pointers
 * for GPU functions, host pointers for CPU functions. */

/** A scalar in memory. */
typedef struct LowpTensor0 {
  void *allocated;
  void *aligned;
  int64_t offset;
} LowpTensor0;

/** A tensor of rank 1. */
typedef struct LowpTensor1 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[1];
  int64_t strides[1];
} LowpTensor1;

/** A tensor of rank 2. */
typedef struct LowpTensor2 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[2];
  int64_t strides[2];
} LowpTensor2;

/** A tensor of rank 3. */
typedef struct LowpTensor3 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[3];
  int64_t strides[3];
} LowpTensor3;

/** A tensor of rank 4. */
typedef struct LowpTensor4 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[4];
  int64_t strides[4];
} LowpTensor4;

/** A tensor of rank 5. */
typedef struct LowpTensor5 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[5];
  int64_t strides[5];
} LowpTensor5;

/** A tensor of rank 6. */
typedef struct LowpTensor6 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[6];
  int64_t strides[6];
} LowpTensor6;

/*===----------------------------------------------------------------------===*\
|* Kernels
\*===----------------------------------------------------------------------===*/

/** Device code: a cubin, a fat binary, or PTX. The memory must not change and
 *  must stay mapped until lowpUnloadImage, or for the life of the process:
 *  loaded modules are remembered by the address `data`. */
typedef struct LowpImage {
  const void *data;
  /** Bytes at `data`. The last byte of PTX is its terminating NUL and counts.
   */
  uint64_t size;
  /** For messages, e.g. "ffn.sm_90a.cubin". */
  const char *name;
} LowpImage;

/** Shape of a launch. */
typedef struct LowpLaunch {
  /** Thread blocks per dimension. Any 0 makes the launch do nothing: that is
   *  what an empty tensor comes to. */
  uint32_t grid[3];
  /** Threads per block. */
  uint32_t block[3];
  /** Blocks per cluster; divides `grid`. 0 counts as 1. */
  uint32_t cluster[3];
  /** Dynamic shared memory per block in bytes. */
  uint32_t sharedBytes;
  /** Not 0: blocks may start before the kernel in front of them in the stream
   *  has ended. Only for kernels that themselves wait for its end before they
   *  touch memory (griddepcontrol.wait). */
  uint32_t overlapsPrevious;
} LowpLaunch;

/** Launches `kernel` of `image` on the call's stream. `params` is an array of
 *  pointers to the arguments, as for cuLaunchKernel; it and the arguments are
 *  copied before this returns. Loads the image into the current context when
 *  it is not yet there; see lowpLoadImage. */
LOWP_RUNTIME_API void lowpLaunchKernel(LowpCall *call, const LowpImage *image,
                                       const char *kernel,
                                       const LowpLaunch *launch, void **params);

/** The same for a kernel whose clusters divide the work among as many as there
 *  are, along the first dimension of `launch->grid`: launches no more of them
 *  than run at the same time. Those are all clusters of one block; for
 *  others the driver is asked at the first launch of a kernel in a context,
 * since the blocks of a cluster must lie in one part of the device. */
LOWP_RUNTIME_API void lowpLaunchPersistentKernel(LowpCall *call,
                                                 const LowpImage *image,
                                                 const char *kernel,
                                                 const LowpLaunch *launch,
                                                 void **params);

/** Loads `image` into the current context now instead of at its first launch,
 *  e.g. before timing or before capturing a graph. When the calling thread has
 *  no current context, the primary context of device 0 is retained for the life
 *  of the process and made current. The error goes to `call` too, unless it is
 *  NULL. Loading twice is free. */
LOWP_RUNTIME_API LowpStatus lowpLoadImage(const LowpImage *image,
                                          LowpCall *call);

/** Unloads `image` from every context into which it was loaded. Needed before
 *  its memory is freed or its shared library closed. No launch of its kernels
 *  may be pending. Unloading what is not loaded is no error. */
LOWP_RUNTIME_API LowpStatus lowpUnloadImage(const LowpImage *image,
                                            LowpCall *call);

/** A constant tensor in host memory. */
typedef struct LowpConstant {
  const void *data;
  /** Bytes at `data`. */
  uint64_t size;
} LowpConstant;

/** The constants of a module. They, and the memory they point to, must not
 *  change and must stay mapped until lowpUnloadConstants, or for the life of
 * the process: copies are remembered by the address of this structure. */
typedef struct LowpConstants {
  const LowpConstant *items;
  uint64_t count;
} LowpConstants;

/** Device address of constant `number` in the current context, 256-byte
 * aligned. The first use in a context copies all constants there and waits for
 * that; see lowpLoadConstants. NULL in LOWP_MEASURE mode and after an error. */
LOWP_RUNTIME_API void *lowpConstantAddress(LowpCall *call,
                                           const LowpConstants *constants,
                                           uint64_t number);

/** Copies constants into the current context now instead of at their first use,
 *  e.g. before timing or before capturing a graph. The error goes to `call`
 * too, unless it is NULL. Loading twice is free. */
LOWP_RUNTIME_API LowpStatus lowpLoadConstants(const LowpConstants *constants,
                                              LowpCall *call);

/** Frees the copies in every context. No work that reads them may be pending.
 */
LOWP_RUNTIME_API LowpStatus lowpUnloadConstants(const LowpConstants *constants,
                                                LowpCall *call);

/** Number of multiprocessors of the current context's device, at least 1. In
 *  LOWP_MEASURE mode and after an error it is 1, so the amount of workspace
 *  must not depend on it. */
LOWP_RUNTIME_API uint32_t lowpMultiprocessorCount(LowpCall *call);

/*===----------------------------------------------------------------------===*\
|* Tensor maps
\*===----------------------------------------------------------------------===*/

/** Element type that TMA sees; 8-bit floats travel as U8. */
enum LowpElementType {
  LOWP_ELEMENT_U8 = 0,
  LOWP_ELEMENT_BF16 = 1,
  LOWP_ELEMENT_F16 = 2,
  LOWP_ELEMENT_F32 = 3,
  /** f32 in memory; loads round it to tf32, to the nearest. */
  LOWP_ELEMENT_TF32 = 4,
  /* Words of four bytes, whatever they hold. */
  LOWP_ELEMENT_U32 = 5,
  /** Elements of 4 bits, two in a byte of memory. A copy spreads 16 of them to
   *  16 bytes of shared memory: the first 8 hold them, still packed. The
   *  innermost size is a multiple of 128 elements and the innermost extent of a
   *  box 128 of them; the base and strides are multiples of 32 bytes; the
   *  swizzle is 0 or 128. */
  LOWP_ELEMENT_U4_SPREAD = 6
};

/** A tensor in device memory as TMA walks it. */
typedef struct LowpTensorMap {
  /** Address of element 0, 16-byte aligned, or 32-byte of elements that are
   *  spread. */
  void *base;
  /** One of LowpElementType. */
  uint32_t elementType;
  /** 1 to 5. */
  uint32_t rank;
  /** Elements per dimension, innermost first; at most 2^32 each. */
  uint64_t sizes[5];
  /** Bytes from one element to the next in dimension 1, 2, ...: multiples of
   *  16 below 2^40, or of 32 of elements that are spread. The stride of a
   * dimension of size 1 is not looked at. */
  uint64_t strides[4];
  /** Elements per dimension that one copy moves, innermost first; 1 to 256.
   *  The innermost extent in bytes is a multiple of 16 and, with a swizzle, at
   *  most the swizzle. */
  uint32_t box[5];
  /** Swizzle in shared memory, in bytes: 0, 32, 64 or 128. */
  uint32_t swizzle;
} LowpTensorMap;

/** Size of an encoded tensor map in bytes. */
#define LOWP_TENSOR_MAP_BYTES 128

/** Encodes `map` into the 128 bytes at `map128`, which then is a kernel
 *  argument by value (`__grid_constant__`). `map128` needs no alignment.
 *  Elements outside the tensor read as zero. A size of 0 is no error, nothing
 *  will be launched: the result is 128 zero bytes, and `base` is not looked
 *  at. */
LOWP_RUNTIME_API void lowpEncodeTensorMap(LowpCall *call, void *map128,
                                          const LowpTensorMap *map);

/*===----------------------------------------------------------------------===*\
|* Workspace
\*===----------------------------------------------------------------------===*/

/** Takes the next `bytes` of the call's workspace, 256-byte aligned, valid for
 *  this invocation. In LOWP_MEASURE mode the result is not NULL and must not be
 *  dereferenced. NULL after an error. */
LOWP_RUNTIME_API void *lowpWorkspaceAllocate(LowpCall *call, uint64_t bytes);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_RUNTIME_LOWP_RUNTIME_H */
