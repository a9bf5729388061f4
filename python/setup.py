"""Builds the package's compiled part with CMake: used by `pip install ./python`, which reads pyproject.toml.

ARENA_BUILD_DIR, if it is set, names a CMake build of the same sources and the same Python, such as build/release:
what it has built is taken, and nothing is built here.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent


class CMakeBuild(build_ext):
    """Makes the one extension there is, with its helper programs and the licence beside it."""

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        built = os.environ.get("ARENA_BUILD_DIR")
        folder = ROOT / built if built else self.cmake()
        shutil.copy(folder / "python" / "arena" / target.name, target)
        for helper in self.helpers(folder):
            shutil.copy(helper, target.parent)
        shutil.copy(ROOT / "LICENSE", target.parent)

    @staticmethod
    def helpers(folder):
        """The helper programs of games, which the extension starts."""
        return [file for file in (folder / "lib" / "arena").iterdir() if file.suffix != ".so"]

    def cmake(self):
        folder = pathlib.Path(self.build_temp).resolve()
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DARENA_LEVELS=ON", "-DARENA_TESTS=OFF", "-DARENA_BENCH=OFF",
                   f"-DPython3_EXECUTABLE={sys.executable}", *self.pybind11()]
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "arena_package", "--parallel"], check=True)
        return folder

    @staticmethod
    def pybind11():
        """Where pip's pybind11 is, if there is one; else CMake finds the system's."""
        try:
            import pybind11
        except ImportError:
            return []
        return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


setup(
    version=re.search(r"project\(arena VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1],
    ext_modules=[Extension("arena._arena", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
