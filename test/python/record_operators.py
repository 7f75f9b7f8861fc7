"""A mode of torch that looks at operators."""

from torch.utils import _python_dispatch


class RecordOperators(_python_dispatch.TorchDispatchMode):
    """The operators that are called."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))

    def count(self, name):
        return sum(name in each for each in self.names)
