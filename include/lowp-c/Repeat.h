/*===- lowp-c/Repeat.h - Calls on Python's objects ----------------*- C -*-===*\
|*                                                                            *|
|* Part of lowp, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* A caller in Python spends longer on asking tensors for their sizes than a  *|
|* call takes. Where a library of tensors has DLPack's exchange interface, a  *|
|* call can be repeated on other objects of the same layout, and the library  *|
|* asks them. It is not linked with Python: the caller passes the functions.  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LOWP_C_REPEAT_H
#define LOWP_C_REPEAT_H

#include "lowp-c/Launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Functions of Python's stable ABI; objects appear as `void *`. */
typedef struct LowpPython {
  /** sizeof(LowpPython) of the caller's header. */
  size_t structBytes;
  /** PyTuple_Size. */
  intptr_t (*tupleSize)(void *tuple);
  /** PyTuple_GetItem: the reference is borrowed. */
  void *(*tupleGetItem)(void *tuple, intptr_t index);
  /** PyErr_Clear. */
  void (*clearError)(void);
  /** PyEval_SaveThread and PyEval_RestoreThread, around the call itself. */
  void *(*saveThread)(void);
  void (*restoreThread)(void *state);
} LowpPython;

/** dltensor_from_py_object_no_sync of DLPackExchangeAPI (dlpack.h, version 1):
 *  fills the DLTensor at `tensor`, whose arrays belong to the object. Not 0,
 *  with Python's error set, when it cannot. */
typedef int (*LowpReadObject)(void *object, void *tensor);

/** A call that was made, to be made again on other tensors of the same types,
 *  devices, sizes and strides. */
typedef struct LowpRepeat LowpRepeat;

/** Remembers a call. `objects`, a tuple of `count` tensors, has those behind
 *  `arguments`; types and ranks are as `function` wants them, as for
 *  lowpFunctionCall. `python`, `function`, `call` and what `arguments` points
 *  to outlive the result, which belongs to the caller. To be called with the
 *  interpreter's lock. NULL when an object cannot be read, and when `python`
 *  lacks functions. */
LOWP_C_API LowpRepeat *lowpRepeatCreate(const LowpPython *python,
                                        LowpReadObject read,
                                        const LowpFunction *function,
                                        LowpCall *call, void *const *arguments,
                                        size_t count, int32_t device,
                                        void *objects);

/** What lowpRepeatRun returns when nothing was called. */
#define LOWP_REPEAT_DIFFERS (-1)

/** Makes the call on `objects`, a tuple: enters their addresses into the
 *  tensors behind `arguments`, clears status and workspaceUsed, and does what
 *  lowpFunctionCall does, all its checks included. To be called with the
 *  interpreter's lock, which is given up while the function runs; by one thread
 *  at a time. Returns call->status, or LOWP_REPEAT_DIFFERS when the objects
 *  differ from those remembered, or cannot be read, in more than their
 *  addresses. */
LOWP_C_API LowpStatus lowpRepeatRun(LowpRepeat *repeat, void *objects);

/** Frees what lowpRepeatCreate made; NULL is allowed. */
LOWP_C_API void lowpRepeatDestroy(LowpRepeat *repeat);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LOWP_C_REPEAT_H */
