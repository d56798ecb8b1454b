"""Execute one notebook and give it back as nbformat writes it.

    python driver.py NOTEBOOK SECONDS

SECONDS is how long one cell may take. Standard output carries one JSON object a line: {"event": "kernel", "pid": ...}
once the kernel is there, {"event": "cell", ...} before each cell, and at the end {"event": "done", "notebook": ...} or
{"event": "failed", ...}. A cell that raises is no failure: its error is one of its outputs, and the next cell runs.

The kernel never outlives this program: it is ended on SIGTERM and SIGINT, and when standard input closes, which is how
the death of the program that started this one shows.
"""

import asyncio
import json
import os
import re
import signal
import sys
import threading
import time
from queue import Empty

# Whatever else writes to standard output, a library or the kernel, must not get between the events.
events = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


def tell(event, **fields):
    try:
        print(json.dumps({"event": event, **fields}), file=events, flush=True)
    except BrokenPipeError:  # nobody listens any more; standard input closes as well and ends this program
        pass


def end_session(leader):
    """End the kernel's whole session: gopls leads a process group of its own in it, and cells may have started more."""
    try:
        os.kill(leader, signal.SIGTERM)  # lets GoNB remove its working folder
        deadline = time.monotonic() + 2
        while os.waitpid(leader, os.WNOHANG)[0] == 0 and time.monotonic() < deadline:
            time.sleep(0.02)
    except OSError:  # it has ended, as it does after a run
        pass
    try:
        import psutil

        pids = psutil.pids()
    except ImportError:
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()] if os.path.isdir("/proc") else [leader]
    for pid in pids:
        try:
            if os.getsid(pid) == leader and pid != os.getpid():
                os.kill(pid, signal.SIGKILL)
        except OSError:  # it ended by itself
            pass


# What an editor keeps in a notebook for itself, and what differs from run to run.
NOTEBOOK_FIELDS = ("colab", "orig_nbformat", "vscode", "widgets")
CELL_FIELDS = ("ExecuteTime", "colab", "execution", "outputId", "vscode")
# GoNB names its working folder at random and cites it when a cell fails.
WORKING_FOLDER = re.compile(r"gonb_[0-9a-f]{8}\b")


def settle(value):
    """Replace what GoNB makes up at random in an output."""
    if isinstance(value, str):
        return WORKING_FOLDER.sub("gonb", value)
    if isinstance(value, list):
        return [settle(v) for v in value]
    if isinstance(value, dict):
        return type(value)({k: settle(v) for k, v in value.items()})
    return value


def clear(nb):
    """Leave nothing of an earlier run, and nothing that a cell's id could be drawn at random for."""
    for field in NOTEBOOK_FIELDS:
        nb.metadata.pop(field, None)
    for number, cell in enumerate(nb.cells, 1):
        for field in CELL_FIELDS:
            cell.metadata.pop(field, None)
        cell.source = cell.source.replace("\r\n", "\n")  # VS Code on Windows; GoNB would not know "%%\r"
        if (nb.nbformat, nb.nbformat_minor) >= (4, 5):
            cell.setdefault("id", f"cell-{number}")
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = []


async def execute(file, seconds):
    import nbformat.v4
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionComplete, CellTimeoutError, DeadKernelError

    # nbformat.v4 itself neither validates nor repairs, and a repair would draw ids at random.
    with open(file, encoding="utf-8-sig") as f:
        nb = nbformat.v4.reads(f.read())
    clear(nb)
    runnable = [i for i, c in enumerate(nb.cells) if c.cell_type == "code" and c.source.strip()]
    at = 0  # the number of the cell that runs
    leader = 0  # the kernel's process, which leads a session
    stopped = False
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def stop():
        nonlocal stopped
        stopped = True
        task.cancel()

    class Manager(AsyncKernelManager):
        """Notes the kernel's process as soon as there is one, so that it can be ended whatever comes next."""

        async def _async_launch_kernel(self, kernel_cmd, **kw):
            nonlocal leader
            await super()._async_launch_kernel(kernel_cmd, **kw)
            leader = self.provisioner.pid
            tell("kernel", pid=leader)
            # In place of nbclient's handlers, which do not end what a cell is doing.
            for signum in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(signum, stop)

    def on_cell_execute(cell, cell_index):
        nonlocal at
        at = cell_index + 1
        tell("cell", cell=at, number=runnable.index(cell_index) + 1, of=len(runnable))

    async def on_cell_executed(cell, cell_index, execute_reply):
        # What a cell prints can come after the kernel says that it is idle, which is when nbclient stops listening.
        parent = execute_reply["parent_header"].get("msg_id")
        while True:
            try:
                message = await client.kc.iopub_channel.get_msg(timeout=0.05)
            except Empty:
                return
            if message["parent_header"].get("msg_id") == parent:
                try:
                    client.process_message(message, cell, cell_index)
                except CellExecutionComplete:
                    pass

    client = NotebookClient(
        nb,
        kernel_name=nb.metadata.kernelspec.name,
        kernel_manager_class=Manager,
        resources={"metadata": {"path": os.path.dirname(os.path.abspath(file))}},
        timeout=seconds,
        startup_timeout=120,
        iopub_timeout=30,
        allow_errors=True,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        on_cell_execute=on_cell_execute,
        on_cell_executed=on_cell_executed,
    )
    try:
        await client.async_execute()
    except CellTimeoutError:
        tell("failed", why="timeout", cell=at)
        return 1
    except (DeadKernelError, asyncio.CancelledError):
        tell("failed", why="stopped" if stopped else "died", cell=at)
        return 1
    except Exception as e:
        tell("failed", why="error", cell=at, message=f"{type(e).__name__}: {e}")
        return 1
    finally:
        if leader:
            end_session(leader)

    for cell in nb.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
        if "outputs" in cell:
            cell.outputs = settle(cell.outputs)
    tell("done", notebook=nbformat.v4.writes(nb) + "\n")
    return 0


def main():
    def watch():
        while os.read(0, 4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    code = asyncio.run(execute(sys.argv[1], int(sys.argv[2])))
    os._exit(code)  # all has been told, and what libraries do at exit could only hang


main()
