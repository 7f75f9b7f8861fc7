"""Five models of transformers, with tiny sizes: layers compiled one by one, forward and
backward with loss, against eager bf16."""

import pytest

torch = pytest.importorskip("torch")
from graphs import IS_LONG, QUICK, error  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402
from small_models import EXPERTS, MODELS, SIZES, make  # noqa: E402

if not IS_LONG:
    pytest.skip("LOWP_LONG_TESTS=1 runs them", allow_module_level=True)
transformers = pytest.importorskip("transformers")

# Regions of all layers, forward and backward, where attention is torch's and lowp's.
# A dense layer has two and two, or one and one; experts one more, between sort and
# scatter.
REGIONS = {
    ("Llama", "torch"): (2, 2),
    ("Llama", "lowp"): (1, 1),
    ("Qwen3", "torch"): (2, 2),
    ("Qwen3", "lowp"): (1, 1),
    ("Mixtral", "torch"): (3, 3),
    ("Mixtral", "lowp"): (2, 2),
    ("GptOss", "torch"): (3, 3),
    ("GptOss", "lowp"): (3, 3),
    ("DeepseekV3", "torch"): (5, 6),
    ("DeepseekV3", "lowp"): (3, 6),
}


def step(model, words):
    return step_of(model, model, words)


def step_of(function, model, words):
    model.zero_grad()
    result = function(input_ids=words, labels=words, use_cache=False)
    result.loss.backward()
    gradients = {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
    return result.logits.detach(), gradients


@pytest.mark.parametrize("attention", ["torch", "lowp"])
@pytest.mark.parametrize("name", MODELS)
def test_model(name, attention):
    torch._dynamo.reset()
    TABLE.clear()
    model = make(name, attn_implementation="eager").train()
    words = torch.randint(0, 128, (1, 32))
    want, wanted = step(model, words)
    options = {"rest": "eager", "recipe": None, "attention": attention, "strict": True}
    for layer in model.model.layers:
        layer.compile(backend=backend, options={**options, "compile": QUICK}, fullgraph=True)
    with report.collect() as cuts:
        got, gradients = step(model, words)
    assert error(got, want) < 2e-3
    assert gradients.keys() == wanted.keys()
    for parameter, gradient in gradients.items():
        assert error(gradient, wanted[parameter]) < 1e-2, parameter
    kinds = [cut.kind for cut in cuts if cut.region is not None]
    assert (kinds.count("forward"), kinds.count("backward")) == REGIONS[name, attention]


WHOLE = {
    "Llama": {**SIZES, "num_hidden_layers": 2},
    "Mixtral": {**SIZES, **EXPERTS},
    "GPT2": {"vocab_size": 128, "n_embd": 64, "n_layer": 1, "n_head": 4},
}


@pytest.mark.filterwarnings("ignore:lowp leaves aten.slice_scatter")
@pytest.mark.parametrize("name", WHOLE)
def test_whole_model_of_any_length(name):
    torch._dynamo.reset()
    TABLE.clear()
    torch.manual_seed(0)
    config = getattr(transformers, f"{name}Config")(**WHOLE[name])
    model = transformers.AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16).eval()
    # GPT-2 cuts its scores from a place whose sign nobody knows: that is torch's.
    options = {"rest": "eager", "recipe": None, "strict": name != "GPT2", "compile": QUICK}
    lowered = torch.compile(model, backend=backend, dynamic=True, options=options)
    with report.collect() as cuts:
        for length in (32, 40):
            words = torch.randint(0, 128, (2, length))
            (want, wanted), (got, gradients) = step(model, words), step_of(lowered, model, words)
            assert error(got, want) < 1e-2
            for parameter, gradient in gradients.items():
                assert error(gradient, wanted[parameter]) < 2e-2, parameter
    kinds = [cut.kind for cut in cuts if cut.region is not None]
    assert kinds.index("backward") == kinds.count("forward"), "compiled once"


def test_generate_with_static_cache():
    """Steps of decoding are one graph, which reads heads that queries share once."""
    torch._dynamo.reset()
    TABLE.clear()
    model = make("Llama").eval()
    words = torch.randint(1, 128, (2, 7))
    told = {"max_new_tokens": 6, "do_sample": False, "cache_implementation": "static"}
    want = model.generate(words, **told)
    options = {"freeze": True, "recipe": None, "rest": "eager", "strict": True, "compile": QUICK}
    config = transformers.CompileConfig(backend=backend, mode=None, options=options)
    # On a GPU that is so without being told.
    config._compile_all_devices = True
    with report.collect() as cuts:
        got = model.generate(words, compile_config=config, **told)
    assert torch.equal(got, want)
    assert [cut.kind for cut in cuts if cut.region is not None] == ["forward"] * 2
