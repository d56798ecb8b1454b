"""Make pages of notebooks with nbconvert's HTML exporter, as JupyterLab's export menu does.

    python convert.py TEMPLATES

TEMPLATES is a folder with the template in it. Each line of standard input is a notebook, as a JSON string of its file's
content; each line of standard output is {"page": HTML}, or {"error": words} if there is none. Starting Python and its
libraries takes longer than a page, so one run makes all.
"""

import json
import os
import sys
import warnings

# Whatever else writes to standard output must not get between the answers.
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
warnings.simplefilter("ignore")

# The library that validates notebooks looks for this one, to check a kind of address that no notebook has; without it
# Python starts in a fifth of the time.
sys.modules["rfc3987_syntax"] = None

import nbformat  # noqa: E402
from nbconvert.exporters import HTMLExporter  # noqa: E402

# Not with embed_images: it parses each piece of HTML in the prose alone and closes what the piece leaves open, so that a
# solution would stand outside its <details>.
exporter = HTMLExporter(template_name="queuebook", extra_template_basedirs=[sys.argv[1]])

for line in sys.stdin:
    try:
        page, _ = exporter.from_notebook_node(nbformat.reads(json.loads(line), as_version=4))
        answer = {"page": page}
    except Exception as e:
        answer = {"error": f"{type(e).__name__}: {e}"}
    print(json.dumps(answer), file=answers, flush=True)
