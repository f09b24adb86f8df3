"""What the model reads when real MCP clients call codeseam: run offline, their model is a stub.

usage: python benchmarks/real_clients.py NODE_MODULES [--client NAME]… [--workspace DIR] [--show N]

NODE_MODULES is a folder with the clients, from
    npm i --ignore-scripts @anthropic-ai/claude-code-linux-x64 @openai/codex @google/gemini-cli \\
        opencode-ai
A server on a loopback port stands for the API of each client's model: it asks for one call of
``semantic_search`` and then says that it is done. Everything the clients write goes to a temporary
home. Printed are the tools that the model was offered, and the result as the model was given it.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

QUERY = "how does it fail"
TOOL = "semantic_search"

PATIENCE = 10
"""Calls of a tool that a client does not know yet, a second apart."""

SAMPLE = {
    "src/parse.py": "def parse(text):\n    if not text:\n"
    '        raise ValueError("how it fails: \\x1b[31m nothing to parse é 😀")\n    return text\n',
    "src/use.py": "from src.parse import parse\n\n\ndef run():\n    return parse('x')\n",
}


@dataclass
class Log:
    """What the stub was sent: names of tools that were offered, and texts of results."""

    offered: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def offer(self, names: list[str]) -> None:
        self.offered = names if len(names) > len(self.offered) else self.offered


def named(names: list[str]) -> str:
    """The name under which a client offers our tool, "" if it does not."""
    return next((name for name in names if name.endswith(TOOL)), "")


def messages(body: dict[str, Any], log: Log) -> tuple[str, str]:
    """Anthropic's messages API, as Claude Code speaks it."""
    names = [tool.get("name", "") for tool in body.get("tools", [])]
    log.offer(names)
    for message in body.get("messages", []):
        for part in message["content"] if isinstance(message["content"], list) else []:
            if part.get("type") == "tool_result":
                content = part["content"]
                log.results.append(content if isinstance(content, str) else content[0]["text"])
    call = not log.results and bool(names)
    name = named(names) or f"mcp__codeseam__{TOOL}"
    block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
    delta = {"type": "input_json_delta", "partial_json": json.dumps({"query": QUERY})}
    if not call:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": "done"}
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": usage}  # fmt: skip
    stop = {"stop_reason": "tool_use" if call else "end_turn", "stop_sequence": None}
    if not body.get("stream"):
        done = {"type": "text", "text": "done"}
        return "application/json", json.dumps(message | {"content": [done]} | stop)
    return events(
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    )


def responses(body: dict[str, Any], log: Log) -> tuple[str, str]:
    """OpenAI's responses API, as Codex speaks it; it may offer our tools in a namespace."""
    tools = body.get("tools", [])
    inner = [f"{tool['name']}/{one['name']}" for tool in tools for one in tool.get("tools", [])]
    names = [tool.get("name") or tool.get("type", "") for tool in tools] + inner
    log.offer(names)
    outputs = [item for item in body.get("input", []) if item.get("type") == "function_call_output"]
    texts = [shown(item["output"]) for item in outputs]
    # Codex does not wait for its servers; a model would find the tool a moment later.
    early = [text for text in texts if text.startswith("unsupported call")]
    log.results += [text for text in texts if text not in early]
    if early and len(early) < PATIENCE:
        time.sleep(1)
    namespaces = re.findall(r"mcp__codeseam[^\"\\]*", json.dumps(body))
    log.offer([*names, *dict.fromkeys(namespaces)])
    item: dict[str, Any] = {"type": "message", "id": "m", "role": "assistant",
                            "content": [{"type": "output_text", "text": "done"}]}  # fmt: skip
    if not log.results and len(early) < PATIENCE:
        namespace = next((tool["name"] for tool in tools if "codeseam" in tool.get("name", "")
                          and tool.get("type") == "namespace"), "mcp__codeseam")  # fmt: skip
        item = {"type": "function_call", "id": "f", "call_id": f"c{len(early)}", "name": TOOL,
                "namespace": namespace, "arguments": json.dumps({"query": QUERY})}  # fmt: skip
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
             "input_tokens_details": {"cached_tokens": 0},
             "output_tokens_details": {"reasoning_tokens": 0}}  # fmt: skip
    return events(
        {"type": "response.created", "response": {"id": "r"}},
        {"type": "response.output_item.done", "item": item, "output_index": 0},
        {"type": "response.completed", "response": {"id": "r", "usage": usage}},
    )


def completions(body: dict[str, Any], log: Log) -> tuple[str, str]:
    """OpenAI's chat completions, as OpenCode speaks them to a provider of one's own."""
    names = [tool["function"]["name"] for tool in body.get("tools", [])]
    log.offer(names)
    for message in body.get("messages", []):
        if message["role"] == "tool":
            log.results.append(shown(message["content"]))
    delta: dict[str, Any] = {"role": "assistant", "content": "done"}
    if (name := named(names)) and not log.results:
        function = {"name": name, "arguments": json.dumps({"query": QUERY})}
        call = {"index": 0, "id": "c", "type": "function", "function": function}
        delta = {"role": "assistant", "content": None, "tool_calls": [call]}
    reason = "tool_calls" if "tool_calls" in delta else "stop"
    base = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    first = base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    last = base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage}
    data = "".join(f"data: {json.dumps(one)}\n\n" for one in (first, last))
    return "text/event-stream", data + "data: [DONE]\n\n"


def generate(body: dict[str, Any], log: Log) -> tuple[str, str]:
    """Google's generateContent, as Gemini CLI speaks it."""
    declared = [
        one for tool in body.get("tools", []) for one in tool.get("functionDeclarations", [])
    ]
    names = [one["name"] for one in declared]
    log.offer(names)
    for content in body.get("contents", []):
        for part in content.get("parts", []):
            if "functionResponse" in part:
                log.results.append(shown(part["functionResponse"]["response"]))
    part: dict[str, Any] = {"text": "done"}
    if (name := named(names)) and not log.results:
        part = {"functionCall": {"name": name, "args": {"query": QUERY}}}
    answer = {"candidates": [{"content": {"role": "model", "parts": [part]},
                              "finishReason": "STOP", "index": 0}],
              "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1,
                                "totalTokenCount": 2}}  # fmt: skip
    return "text/event-stream", f"data: {json.dumps(answer)}\n\n"


def shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def events(*every: dict[str, Any]) -> tuple[str, str]:
    data = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in every)
    return "text/event-stream", data


SPEAKERS: dict[str, Callable[[dict[str, Any], Log], tuple[str, str]]] = {
    "/messages": messages,
    "/responses": responses,
    "/chat/completions": completions,
    "enerateContent": generate,
}


@contextlib.contextmanager
def stub(log: Log) -> Iterator[int]:
    """A loopback server that speaks all four; gives its port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def answer(self, status: int, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            log.paths.append(f"GET {self.path}")
            self.answer(404, "application/json", "{}")

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            log.paths.append(f"POST {self.path}")
            path = self.path.split("?")[0]
            speak = next((one for end, one in SPEAKERS.items() if path.endswith(end)), None)
            if speak is None:
                self.answer(
                    200, "application/json", json.dumps({"input_tokens": 1, "totalTokens": 1})
                )
                return
            self.answer(200, *speak(json.loads(raw), log))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()


@dataclass(frozen=True)
class Run:
    """How a client is started: its words and variables; files are written before."""

    words: list[str]
    env: dict[str, str]
    files: dict[str, str]


def claude(modules: Path, serve: list[str], port: int) -> Run:
    program = modules / "@anthropic-ai/claude-code-linux-x64/claude"
    servers = {"mcpServers": {"codeseam": {"command": serve[0], "args": serve[1:]}}}
    return Run(
        [str(program), "-p", "hi", "--allowedTools", "mcp__codeseam", "--output-format", "json"],
        {"ANTHROPIC_API_KEY": "stub-not-a-key", "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
         "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
         "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"},
        {"project/.mcp.json": json.dumps(servers)},
    )  # fmt: skip


def codex(modules: Path, serve: list[str], port: int) -> Run:
    provider = f'{{name="stub",base_url="http://127.0.0.1:{port}/v1",env_key="STUB_KEY",wire_api="responses"}}'
    settings = {
        "model_provider": '"stub"',
        "model_providers.stub": provider,
        "model": '"gpt-5.5"',
        "mcp_servers.codeseam.command": json.dumps(serve[0]),
        "mcp_servers.codeseam.args": json.dumps(serve[1:]),
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return Run(
        ["node", str(modules / "@openai/codex/bin/codex.js"), "exec", "--skip-git-repo-check",
         "--dangerously-bypass-approvals-and-sandbox", *words, "hi"],
        {"STUB_KEY": "stub"}, {},
    )  # fmt: skip


def gemini(modules: Path, serve: list[str], port: int) -> Run:
    entry = {"command": serve[0], "args": serve[1:], "trust": True}
    settings = {
        "mcpServers": {"codeseam": entry},
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
    }
    program = modules / ".bin/gemini"
    return Run(
        [str(program), "--approval-mode", "yolo", "-m", "gemini-2.5-flash", "-p", "hi"],
        {"GEMINI_API_KEY": "stub", "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{port}",
         "GEMINI_CLI_TRUST_WORKSPACE": "true"},
        {"home/.gemini/settings.json": json.dumps(settings)},
    )  # fmt: skip


def opencode(modules: Path, serve: list[str], port: int) -> Run:
    options = {"baseURL": f"http://127.0.0.1:{port}/v1", "apiKey": "stub"}
    settings = {
        "mcp": {"codeseam": {"type": "local", "command": serve, "enabled": True}},
        "provider": {"stub": {"npm": "@ai-sdk/openai-compatible", "name": "stub",
                              "options": options, "models": {"m": {"name": "m"}}}},
        "model": "stub/m", "small_model": "stub/m", "autoupdate": False, "share": "disabled",
    }  # fmt: skip
    program = modules / "opencode-linux-x64/bin/opencode"
    return Run(
        [str(program), "run", "hi"],
        {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
         "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
        {"project/opencode.json": json.dumps(settings)},
    )  # fmt: skip


CLIENTS = {"claude": claude, "codex": codex, "gemini": gemini, "opencode": opencode}


def try_client(name: str, modules: Path, workspace: Path | None, show: int) -> bool:
    """Run one client; whether the model was given an answer of ours."""
    log = Log()
    with tempfile.TemporaryDirectory() as folder, stub(log) as port:
        work, home = Path(folder, "project"), Path(folder, "home")
        home.mkdir()
        for path, text in SAMPLE.items():
            (work / path).parent.mkdir(parents=True, exist_ok=True)
            (work / path).write_text(text, "utf-8")
        serve = [str(Path(sys.executable).with_name("codeseam")), "serve",
                 "--workspace", str(workspace or work)]  # fmt: skip
        run = CLIENTS[name](modules, serve, port)
        for path, text in run.files.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        env = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm"}
        env |= {"CODESEAM_CACHE_DIR": str(Path(folder, "cache")), **run.env}
        try:
            done = subprocess.run(
                run.words, cwd=work, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, timeout=150, check=False,
            )  # fmt: skip
            told = done.stderr + done.stdout
        except subprocess.TimeoutExpired as late:
            told = f"no end within {late.timeout:.0f} s\n{late.stderr!r:.2000}"
    print(f"\n== {name}: {len(log.offered)} tools offered: {', '.join(log.offered)}")
    good = any("src/parse.py" in text or workspace for text in log.results)
    if log.results:
        print(log.results[-1][:show])
    if not good:
        print("the model was given no answer; the client says:", told[-2000:], log.paths, sep="\n")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("modules", type=Path)
    parser.add_argument("--client", action="append", choices=list(CLIENTS), default=[])
    parser.add_argument("--workspace", type=Path)
    parser.add_argument("--show", type=int, default=1500)
    asked = parser.parse_args()
    chosen = asked.client or list(CLIENTS)
    modules = asked.modules.resolve()
    good = {name: try_client(name, modules, asked.workspace, asked.show) for name in chosen}
    print("\n" + "  ".join(f"{name}: {'ok' if fine else 'FAILED'}" for name, fine in good.items()))
    return 0 if all(good.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
