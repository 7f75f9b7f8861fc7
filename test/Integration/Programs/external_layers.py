"""A Llama layer whose attention is a function of the user's, forward and backward.

What a front end writes has no such call: what comes before it, the attention, and what
comes after it are exported one by one, and `stitch` calls them in turn. The
attention's export is the body of the external function, which the CPU runs.
"""

import dataclasses
import re

import torch
import torch.nn.functional as F

import models


def rotated(x, cos, sin):
    """Rotary embeddings of batch x tokens x heads x size."""
    return x * cos.unsqueeze(2) + models.rotate_half(x) * sin.unsqueeze(2)


def before(x, cos, sin, wq, wk, wv, norm1):
    """Queries, keys and values, of batch x tokens x heads x size."""
    batch, tokens, _ = x.shape
    h = models.rms_norm(x, norm1)
    q, k, v = (F.linear(h, w).view(batch, tokens, -1, models.HEAD) for w in (wq, wk, wv))
    return rotated(q, cos, sin), rotated(k, cos, sin), v


def attention(q, k, v):
    """Causal attention, and the logarithms of its rows' sums."""
    times = q.shape[2] // k.shape[2]
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    k, v = (models.repeat_heads(x, times) for x in (k, v))
    tokens = torch.arange(q.shape[2])
    mask = torch.where(tokens[None, :] > tokens[:, None], -1e30, 0.0).to(q.dtype)
    scores = (torch.matmul(q, k.transpose(2, 3)) * models.HEAD**-0.5 + mask).to(
        torch.promote_types(q.dtype, torch.float32)
    )
    weights = F.softmax(scores, dim=-1).to(q.dtype)
    return torch.matmul(weights, v).transpose(1, 2), torch.logsumexp(scores, -1).float()


def attention_backward(q, k, v, o, lse, do):
    """Gradients of queries, keys and values; torch's kernels read `o` and `lse`, too."""
    _, pull = torch.func.vjp(lambda *parts: attention(*parts)[0], q, k, v)
    return pull(do)


def after(x, o, wo, gate, up, down, norm2):
    batch, tokens, _ = x.shape
    x = x + F.linear(o.reshape(batch, tokens, -1), wo)
    return x + models.swiglu(models.rms_norm(x, norm2), gate, up, down)


def after_train(x, o, wo, gate, up, down, norm2, dy):
    """The result, and gradients of x, of the attention and of the weights."""
    y, pull = torch.func.vjp(after, x, o, wo, gate, up, down, norm2)
    return (y, *pull(dy))


def before_train(x, cos, sin, wq, wk, wv, norm1, dq, dk, dv):
    """Gradients of x and of the weights."""
    _, pull = torch.func.vjp(
        lambda x, *weights: before(x, cos, sin, *weights), x, wq, wk, wv, norm1
    )
    return pull((dq, dk, dv))


def external_layer(x, mask, cos, sin, wq, wk, wv, wo, gate, up, down, norm1, norm2):
    """As llama_layer of models.py, with a causal mask, whatever `mask` is."""
    o, _ = attention(*before(x, cos, sin, wq, wk, wv, norm1))
    return after(x, o, wo, gate, up, down, norm2)


def external_train(x, mask, cos, sin, *weights_and_dy):
    return models.train(external_layer, x, (mask, cos, sin), weights_and_dy)


# ===----------------------------------------------------------------------===
# One program
# ===----------------------------------------------------------------------===


@dataclasses.dataclass
class Call:
    """results = function(arguments), by the names of values; `external`: the C function
    that it becomes."""

    function: object
    arguments: str
    results: str
    train: bool = False
    external: str = ""


FORWARD = [
    Call(before, "x cos sin wq wk wv norm1", "q k v"),
    Call(attention, "q k v", "o lse", external="attention"),
]
LAYER = [*FORWARD, Call(after, "x o wo gate up down norm2", "y")]
TRAIN = [
    *FORWARD,
    Call(
        after_train,
        "x o wo gate up down norm2 dy",
        "y dx_after do dwo dgate dup ddown dnorm2",
        train=True,
    ),
    Call(
        attention_backward, "q k v o lse do", "dq dk dv", train=True, external="attention_backward"
    ),
    Call(
        before_train,
        "x cos sin wq wk wv norm1 dq dk dv",
        "dx_before dwq dwk dwv dnorm1",
        train=True,
    ),
]
INPUTS = "x mask cos sin wq wk wv wo gate up down norm1 norm2"
OUTPUTS = {
    "external_layer": "y",
    "external_train": "y dx dwq dwk dwv dwo dgate dup ddown dnorm1 dnorm2",
}


# What the C functions compute, of tensors.
EXTERNALS = {"attention": attention, "attention_backward": attention_backward}


def rename(text, name):
    """The functions of an exported module as private ones, with aliases of their own."""
    text = re.sub(r"#(map\d*|loc\d*)\b", rf"#{name}_\1", text)
    head, body = text.split("module {", 1)
    body = body.rsplit("}", 1)[0]
    return head + body.replace("func.func @main(", f"func.func private @{name}(")


# The type of the exported function, in two groups: before and after the arrow.
SIGNATURE = re.compile(r"(func\.func private @\w+\(.*?\)) -> (\([^{]*?\)|tensor<[^>]*>) \{")


def find_types(text):
    """Types of the results of the exported function."""
    return re.findall(r"tensor<[^>]*>", SIGNATURE.search(text).group(2))


def mark_external(text, call):
    """Marks the exported function as one of the user's."""
    mark = f'attributes {{lowp.external = "{call.external}"}}'
    return SIGNATURE.sub(rf"\1 -> \2 {mark} {{", text, count=1)


class Stitcher:
    """Writes one function that calls the exported ones."""

    def __init__(self, names, shapes, export):
        self.kinds = {
            name: f"tensor<{'x'.join(map(str, shape))}xbf16>"
            for name, shape in zip(names, shapes, strict=True)
        }
        self.export, self.functions, self.lines = export, [], []

    def list(self, names):
        return ", ".join(f"%{name}" for name in names)

    def list_kinds(self, names):
        return ", ".join(self.kinds[name] for name in names)

    def input(self, name):
        *sizes, element = self.kinds[name][len("tensor<") : -1].split("x")
        return models.Input(tuple(map(int, sizes)), dtype=element)

    def add(self, call):
        name, given, results = call.function.__name__, call.arguments.split(), call.results.split()
        program = models.Program(call.function, list(map(self.input, given)), train=call.train)
        text = rename(self.export(program), name)
        self.kinds.update(zip(results, find_types(text), strict=True))
        self.functions.append(mark_external(text, call) if call.external else text)
        self.lines.append(
            f"{self.list(results)} = call @{name}({self.list(given)})"
            f" : ({self.list_kinds(given)}) -> ({self.list_kinds(results)})"
        )

    def finish(self, names, outputs, marks):
        """The module. marks: what follows the types of arguments."""
        given = ", ".join(f"%{name}: {self.kinds[name]}{mark}" for name, mark in zip(names, marks))
        parts = [line for text in self.functions for line in text.splitlines() if line.strip()]
        self.lines.append(f"return {self.list(outputs)} : {self.list_kinds(outputs)}")
        return "\n".join(
            [
                *(line for line in parts if line.startswith("#")),
                "module {",
                *(line for line in parts if not line.startswith("#")),
                f"  func.func @main({given}) -> ({self.list_kinds(outputs)}) {{",
                *(f"    {line}" for line in self.lines),
                "  }",
                "}",
                "",
            ]
        )


def stitch(name, shapes, export, parameters=False):
    """The text of program `name`. shapes: of its inputs. export: of a models.Program, as
    in regenerate.py. parameters: whether weights are marked as such."""
    is_train = name == "external_train"
    names = INPUTS.split() + ["dy"] * is_train
    stitcher = Stitcher(names, shapes, export)
    for call in TRAIN if is_train else LAYER:
        stitcher.add(call)
    if is_train:
        kind = stitcher.kinds["dx"] = stitcher.kinds["x"]
        stitcher.lines.append(f"%dx = arith.addf %dx_after, %dx_before : {kind}")
    marks = [" {lowp.parameter}" * (parameters and number >= 4) for number in range(len(names))]
    return stitcher.finish(names, OUTPUTS[name].split(), marks)


PROGRAMS = {
    "external_layer": models.Program(external_layer, models.LLAMA),
    "external_train": models.Program(
        external_train,
        models.activations(128) + models.LLAMA[4:] + [models.Input((1, 128, models.HIDDEN))],
        train=True,
    ),
}
