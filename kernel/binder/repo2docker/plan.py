"""Writes as JSON what repo2docker would do with the repository in the working folder."""

import json
import logging
import sys

from repo2docker.app import Repo2Docker

warnings = []


class Listener(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.WARNING:
            warnings.append(record.getMessage())


listener = Listener()
logging.getLogger("repo2docker").addHandler(listener)
app = Repo2Docker()
app.log.addHandler(listener)

for kind in app.buildpacks:
    pack = kind(app.base_image)
    if pack.detect():
        break
else:
    pack = app.default_buildpack(app.base_image)
pack.platform = "linux/amd64"  # Binder's

dependencies = pack.environment_yaml.get("dependencies", []) if hasattr(pack, "environment_yaml") else []
pip = [d["pip"] for d in dependencies if isinstance(d, dict) and "pip" in d]
json.dump(
    {
        "build_pack": type(pack).__name__,
        "python": getattr(pack, "python_version", ""),
        "environment": {
            "conda": [d for d in dependencies if isinstance(d, str)],
            "pip": [line for lines in pip for line in lines],
        },
        "post_build": pack.get_post_build_scripts(),
        "start": pack.get_start_script() or "",
        "dockerfile": pack.render(),
        "warnings": warnings,
    },
    sys.stdout,
)
