"""Memory of torch for calls that are made again and again."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from lowp._library import PER_THREAD_DEFAULT_STREAM

# Workspaces of more bytes are asked for in each call, which takes the GPU longer.
_MOST_BYTES = 1 << 20
# There are so many lists; then new ones are begun.
_MOST_LISTS = 128

# Tensor and address of workspaces by device, stream and bytes: those that no call has
# taken.
_workspaces: dict[tuple[int, int, int], list[tuple[Any, int]]] = {}


def _like(tensor: Any) -> Any:
    """A tensor like `tensor`, without memory."""
    like = sys.modules["torch"].empty_like(tensor)
    like.untyped_storage().resize_(0)
    return like


def is_on_current_device(tensor: Any) -> bool:
    cuda = sys.modules["torch"].cuda
    return tensor.is_cuda and tensor.device.index == cuda.current_device()


def result_maker(tensor: Any) -> Callable[[], Any]:
    """A function that returns a new tensor like `tensor`. That is on another device
    where the one of `tensor` is the current one now, and is not so then."""
    torch = sys.modules["torch"]
    # What inductor's code calls, which takes half the time.
    guards = getattr(getattr(torch._C, "_dynamo", None), "guards", None)
    empty = getattr(guards, f"_empty_strided_{tensor.device.type}", None)
    if empty and (tensor.device.type == "cpu" or is_on_current_device(tensor)):
        sizes, strides = tuple(tensor.shape), tensor.stride()
        return functools.partial(empty, sizes, strides, tensor.dtype)
    return functools.partial(torch.empty_like, _like(tensor))


def workspace_maker(tensor: Any, size: int) -> Callable[[], Any]:
    """A function that returns a new tensor of `size` bytes where `tensor` is. torch
    gives it to others after the work of the stream that is the current one then."""
    torch = sys.modules["torch"]
    workspace = tensor.new_empty(size, dtype=torch.uint8)
    return functools.partial(torch.empty_like, _like(workspace))


def find_workspaces(device: int, stream: int, size: int) -> list[tuple[Any, int]] | None:
    """The list of what calls on a stream take, and put back when their work is submitted: the
    work of a stream is done in order, so that they share it. A caller that finds it empty adds
    one, of `shared_bytes(size)`. None where they do not share, since a handle stands for
    several streams."""
    if stream == PER_THREAD_DEFAULT_STREAM:
        return None
    if len(_workspaces) >= _MOST_LISTS:
        _workspaces.clear()
    return _workspaces.setdefault((device, stream, shared_bytes(size)), [])


def shared_bytes(size: int) -> int:
    """Few different sizes."""
    return 1 << max(size - 1, 0xFFFF).bit_length()


def may_share(size: int) -> bool:
    """Whether calls that need a workspace of `size` bytes take a shared one, outside
    of CUDA graphs."""
    return size <= _MOST_BYTES
