"""Starts the kernel, runs the one cell that is the argument, and writes a JSON object: the seconds from the start until
the kernel answers ("ready") and until the cell is done ("shown"), the media types it showed and what it printed."""

import json
import sys
import time

from jupyter_client.manager import KernelManager

begin = time.perf_counter()
manager = KernelManager(kernel_name="queuebook")
manager.start_kernel(stdout=sys.stderr, stderr=sys.stderr)
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=300)
    told = {"ready": time.perf_counter() - begin, "forms": [], "printed": ""}
    request = client.execute(sys.argv[1])
    while True:
        message = client.get_iopub_msg(timeout=300)
        if message["parent_header"].get("msg_id") != request:
            continue
        content = message["content"]
        if message["msg_type"] == "display_data":
            told["forms"] += content["data"]
        if message["msg_type"] in ("stream", "error"):
            told["printed"] += content.get("text") or content.get("evalue") or ""
        if message["msg_type"] == "status" and content["execution_state"] == "idle":
            told["shown"] = time.perf_counter() - begin
            break
finally:
    client.stop_channels()
    manager.shutdown_kernel()  # asked to, GoNB stops its gopls; killed, it would leave it behind
json.dump(told, sys.stdout)
