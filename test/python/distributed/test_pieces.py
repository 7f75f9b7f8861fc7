"""Tensors in one memory begin where kernels want them, and share no byte."""

import importlib.util

import pytest

if importlib.util.find_spec("torch") is None:
    pytest.skip("torch is not installed", allow_module_level=True)

import torch

from lowp.torch.distributed.pieces import Pieces


@pytest.mark.parametrize("sizes", [[256, 128], [200, 12, 128], [4], [128, 130, 1]])
def test_places(sizes):
    pieces = Pieces(sizes)
    memory = torch.zeros(pieces.bytes, dtype=torch.uint8)
    found = pieces.split(memory)
    assert [each.numel() for each in found] == sizes
    assert all(each.storage_offset() % 128 == 0 for each in found)
    for index, each in enumerate(found, 1):
        each.fill_(index)
    # What one has written another has not.
    assert [each.unique().tolist() for each in found] == [[n] for n in range(1, len(sizes) + 1)]


def test_each_call_has_memory_of_its_own():
    make = Pieces([128, 64]).maker(torch.device("cpu"))
    first, second = make(), make()
    assert len(first) == 2 and first[1].nbytes == 64
    assert first[0].untyped_storage().data_ptr() == first[1].untyped_storage().data_ptr()
    assert first[0].data_ptr() != second[0].data_ptr()
