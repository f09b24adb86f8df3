"""The command ``model``: what embedding models there are, and fetching one."""

from argparse import Namespace

from codeseam_indexer.embed import available_models, pull
from codeseam_server.cli import output


def run(asked: Namespace) -> int:
    """List the models, or fetch one with progress on stderr."""
    if asked.action == "pull":
        bar = output.Bar()
        pull(asked.name, lambda done, total: bar(done >> 20, total >> 20, "MiB"))
        bar.clear()
        if asked.json:
            output.document({"model": asked.name, "local": True})
        else:
            print(f"{asked.name} is here; use it with --model {asked.name}")
        return 0
    models = available_models()
    if asked.json:
        fields = ("name", "dimensions", "size_bytes", "licence", "description", "local")
        output.document(
            {"models": [{field: getattr(model, field) for field in fields} for model in models]}
        )
        return 0
    print(f"{'name':50} {'width':>5} {'size':>9} {'':8} licence")
    for model in models:
        here = "here" if model.local else "not here"
        size = f"{model.size_bytes / 1e6:,.0f} MB"
        print(f"{model.name:50} {model.dimensions:5} {size:>9} {here:8} {model.licence}")
    return 0
