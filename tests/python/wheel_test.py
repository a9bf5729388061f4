"""The package can be made a wheel without a network, and works from it alone."""
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile

from support import ROOT, ArenaTest, main


class Wheel(ArenaTest):
    def test_a_wheel_holds_all_of_the_package(self):
        for needed in ("pip", "setuptools", "wheel"):
            if importlib.util.find_spec(needed) is None:
                self.leave_out(f"Python's {needed} is not installed")
        source = self.folder / "source"
        shutil.copytree(ROOT / "python", source / "python", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("LICENSE", "CMakeLists.txt"):
            shutil.copy(ROOT / name, source / name)
        built = {"ARENA_BUILD_DIR": os.path.relpath(os.environ["ARENA_BUILD_DIR"], source)}  # as docs/python.md has it
        made = subprocess.run([sys.executable, "-m", "pip", "wheel", str(source / "python"), "--no-deps", "--no-build-isolation",
                               "--no-index", "--wheel-dir", str(self.folder)], capture_output=True, text=True,
                              env={**os.environ, **built}, check=False)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        wheel, = self.folder.glob("arena-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
            archive.extractall(self.folder / "site")
        for name in (path.name for path in (ROOT / "python/arena").iterdir() if path.suffix in (".py", ".pyi", ".typed")):
            self.assertIn(f"arena/{name}", names)
        self.assertIn("arena/LICENSE", names)
        script = "import arena; print(arena.__file__, arena.run('bidding', ['mimic', 'planner'], n=3, seed=1).games)"
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "site")}
        out = subprocess.run([sys.executable, "-c", script], env=environment, cwd=self.folder, capture_output=True,
                             text=True, check=False)
        self.assertEqual(out.stdout, f"{self.folder}/site/arena/__init__.py 3\n", out.stderr)


if __name__ == "__main__":
    main()
