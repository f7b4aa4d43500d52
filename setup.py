"""What pyproject.toml cannot say: files of the root that belong to an installed package."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PACKAGE_OF = {
    "openapi.yaml": "headjudge/web/pages",
    "gunicorn.conf.py": "headjudge/cli/commands",
}
"""Files that people and tools look for at the root, and the folder whose modules read each."""


class WithFilesOfTheRoot(build_py):
    """Puts each beside the modules of its package; an editable install finds it at the root."""

    def run(self) -> None:
        """Build, then copy."""
        super().run()
        if not self.editable_mode:
            for name, folder in PACKAGE_OF.items():
                self.copy_file(name, str(Path(self.build_lib, folder, name)))


setup(cmdclass={"build_py": WithFilesOfTheRoot})
