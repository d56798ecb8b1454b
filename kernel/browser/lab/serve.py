"""Run JupyterLab or Notebook until standard input ends, which is how the death of the program that started it shows.

    python serve.py lab|notebook OPTION...
"""

import os
import signal
import sys
import threading


def watch():
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=watch, daemon=True).start()
application = sys.argv.pop(1)
if application == "lab":
    from jupyterlab.labapp import main
else:
    from notebook.app import main
sys.exit(main())
