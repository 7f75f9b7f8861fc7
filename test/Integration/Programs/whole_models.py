"""Small language models from token ids to logits, as transformers writes them in torch.

What layers of models.py take as arguments is made here: position ids, the causal mask from
them, and tables of angles. regenerate.py exports each program, check_programs.py runs it.
"""

import torch
import torch.nn.functional as F

import models
from models import HEAD, HIDDEN, Input, Program

VOCABULARY, TOKENS, WINDOW = 512, 64, 16


def count_documents(positions):
    """The number of each token's document: a new one begins where positions do."""
    before = positions[:, :1] - 1
    steps = torch.diff(positions, prepend=before, dim=-1)
    return (steps != 1).cumsum(-1)


def make_mask(positions, dtype, window=None):
    """0 where a token sees another of its document, not after it, else the least number."""
    documents = count_documents(positions)
    batch = torch.arange(positions.shape[0])[:, None, None, None]
    rows = torch.arange(positions.shape[1])[None, None, :, None]
    columns = torch.arange(positions.shape[1])[None, None, None, :]
    sees = (columns <= rows) & (documents[batch, rows] == documents[batch, columns])
    if window is not None:
        sees = sees & (columns > rows - window)
    least = torch.finfo(dtype).min
    return torch.where(sees, torch.tensor(0.0, dtype=dtype), least)


def make_angles(positions, frequencies, dtype):
    """Cosines and sines, in f32."""
    angles = positions[:, :, None].float() * frequencies.float()
    angles = torch.cat((angles, angles), dim=-1)
    return angles.cos().to(dtype), angles.sin().to(dtype)


def llama_model(ids, embedding, frequencies, *weights):
    """One layer; the embedding is the head too."""
    *layer, norm = weights
    x = F.embedding(ids, embedding)
    positions = torch.arange(ids.shape[1]).unsqueeze(0)
    mask = make_mask(positions, x.dtype)
    cos, sin = make_angles(positions, frequencies, x.dtype)
    x = models.llama_layer(x, mask, cos, sin, *layer)
    return F.linear(models.rms_norm(x, norm), embedding)


def soften(x, limit):
    return torch.tanh(x / limit) * limit


def attend_softly(q, k, v, mask):
    k, v = (models.repeat_heads(x, q.shape[1] // x.shape[1]) for x in (k, v))
    scores = soften(torch.matmul(q, k.transpose(2, 3)) * HEAD**-0.5, 50.0) + mask
    weights = F.softmax(scores, dim=-1, dtype=torch.promote_types(q.dtype, torch.float32))
    out = torch.matmul(weights.to(q.dtype), v)
    return out.transpose(1, 2).contiguous()


def gemma_norm(x, weight):
    """In f32, with weights around 0."""
    wide = x.float()
    wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)
    return (wide * (1.0 + weight.float())).to(x.dtype)


def gemma_model(ids, embedding, frequencies, wq, wk, wv, wo, gate, up, down, *norms):
    """As Gemma 2: a window of tokens, soft limits on scores and logits, four norms in a layer,
    and an embedding that is scaled."""
    before, behind, before_ffn, behind_ffn, last = norms
    x = F.embedding(ids, embedding)
    x = x * torch.tensor(HIDDEN**0.5, dtype=x.dtype)
    positions = torch.arange(ids.shape[1]).unsqueeze(0)
    mask = make_mask(positions, x.dtype, WINDOW)
    cos, sin = make_angles(positions, frequencies, x.dtype)
    h = gemma_norm(x, before)
    q, k, v = (F.linear(h, w).view(*ids.shape, -1, HEAD).transpose(1, 2) for w in (wq, wk, wv))
    q, k = models.rotate(q, cos, sin), models.rotate(k, cos, sin)
    attended = attend_softly(q, k, v, mask).reshape(*ids.shape, -1)
    x = x + gemma_norm(F.linear(attended, wo), behind)
    h = gemma_norm(x, before_ffn)
    h = F.linear(F.gelu(F.linear(h, gate), approximate="tanh") * F.linear(h, up), down)
    x = x + gemma_norm(h, behind_ffn)
    return soften(F.linear(gemma_norm(x, last), embedding), 30.0)


SOURCES = [
    Input((1, TOKENS), "ids", VOCABULARY, "i64"),
    Input((VOCABULARY, HIDDEN), scale=HIDDEN**-0.5),
    Input((HEAD // 2,), "frequencies"),
]
WEIGHTS = models.QKV + [models.WO] + models.FFN

PROGRAMS = {
    "llama_model": Program(llama_model, SOURCES + WEIGHTS + [models.NORM] * 3),
    "gemma_model": Program(gemma_model, SOURCES + WEIGHTS + [Input((HIDDEN,), scale=0.1)] * 5),
}
