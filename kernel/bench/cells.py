"""Times cells through the real kernel, from the execute request to the kernel's idle message.

Reads from standard input a JSON list of cells, each {"name": ..., "imports": ..., "body": ...} with "{n}" in the body
where every round puts another number, so that each run is an edit. Writes a JSON object of lists of seconds.
"""

import json
import sys
import time

from jupyter_client.manager import KernelManager


def execute(client, code):
    begin = time.perf_counter()
    request = client.execute(code)
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != request:
            continue
        if message["msg_type"] == "error":
            raise SystemExit("a cell failed: " + "".join(message["content"]["traceback"]))
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return time.perf_counter() - begin


def main():
    rounds, cells = int(sys.argv[1]), json.load(sys.stdin)
    manager = KernelManager(kernel_name="queuebook")
    manager.start_kernel(stdout=sys.stderr, stderr=sys.stderr)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=120)
        execute(client, "%noautoget\n" + "\n".join(cell["imports"] for cell in cells[:1]))
        times = {"first": []}
        for cell in cells:
            execute(client, "%reset")
            execute(client, "%noautoget\n" + cell["imports"])
            for n in range(rounds + 1):
                seconds = execute(client, "%%\n" + cell["body"].replace("{n}", str(n)))
                if n == 0:
                    times["first"].append(seconds)
                else:
                    times.setdefault(cell["name"], []).append(seconds)
    finally:
        client.stop_channels()
        manager.shutdown_kernel()  # asked to, GoNB stops its gopls; killed, it would leave it behind
    json.dump(times, sys.stdout)


main()
