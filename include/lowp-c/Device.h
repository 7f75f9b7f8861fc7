/*===- lowp-c/Device.h - GPUs, their memory and streams ----------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* For programs that have no other library for this: a caller with tensors on *|
|* the GPU already needs nothing of it. `device` is an ordinal from 0. All    *|
|* functions fail with LOWP_ERROR_NO_DRIVER, LOWP_ERROR_NO_DEVICE or          *|
|* LOWP_ERROR_DRIVER, and act on the device's primary context without         *|
|* changing what is current.                                                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_DEVICE_H
#define LOWP_C_DEVICE_H

#include "lowp-c/Error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a device is. Later versions add fields at the end. */
typedef struct LowpDeviceInfo {
  /** E.g. "NVIDIA H200". */
  char name[128];
  /** What to compile for, e.g. "sm_90a". */
  char chip[16];
  int32_t multiprocessors;
  /** Device memory in bytes. */
  uint64_t memoryBytes;
  uint64_t l2CacheBytes;
  /** What cost models think of, for LowpCompileOptions.options ("part=h200");
   *  empty if lowp has no figures of it. */
  char part[32];
} LowpDeviceInfo;

/** The number of devices goes to `*count`. */
LOWP_C_API LowpStatus lowpDeviceCount(int32_t *count, LowpError *error);

/** What `device` is goes to `*info`. `structBytes` is sizeof(LowpDeviceInfo) of
 *  the caller's header: no more is written, and what this library does not know
 *  of it is set to zero. */
LOWP_C_API LowpStatus lowpDeviceInfo(int32_t device, LowpDeviceInfo *info,
                                     size_t structBytes, LowpError *error);

/** Waits for all work on `device`; reports faults of earlier kernels. */
LOWP_C_API LowpStatus lowpDeviceSynchronize(int32_t device, LowpError *error);

/** Allocates `bytes` of memory of `device`, 256-byte aligned, not initialised;
 *  0 bytes give NULL. The caller frees it with lowpMemoryFree. Fails with
 *  LOWP_ERROR_OUT_OF_MEMORY too. */
LOWP_C_API LowpStatus lowpMemoryAllocate(int32_t device, uint64_t bytes,
                                         void **memory, LowpError *error);

/** Frees what lowpMemoryAllocate returned on the same device; NULL is allowed.
 *  Waits for work that is under way. */
LOWP_C_API LowpStatus lowpMemoryFree(int32_t device, void *memory,
                                     LowpError *error);

/** The ordinal of the device that `memory` belongs to goes to `*device`; -1 for
 *  memory of the host that the driver knows, for managed memory the device that
 *  it was allocated with. Fails with LOWP_ERROR_INVALID_ARGUMENT for an address
 *  that the driver does not know, e.g. because it was freed. */
LOWP_C_API LowpStatus lowpMemoryDevice(const void *memory, int32_t *device,
                                       LowpError *error);

/** Work submitted to the stream `waiting` from now on waits for what `awaited`
 *  has been given so far; the host does not. Both are streams (CUstream) of
 *  `device`, or NULL for its default stream. */
LOWP_C_API LowpStatus lowpStreamWait(int32_t device, void *waiting,
                                     void *awaited, LowpError *error);

/** Copies between host and device memory, and waits: before for all work on
 *  the device, so that no stream needs to be synchronized, and after for the
 *  copy. */
LOWP_C_API LowpStatus lowpMemoryToDevice(int32_t device, void *target,
                                         const void *source, uint64_t bytes,
                                         LowpError *error);
LOWP_C_API LowpStatus lowpMemoryToHost(int32_t device, void *target,
                                       const void *source, uint64_t bytes,
                                       LowpError *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_DEVICE_H */
