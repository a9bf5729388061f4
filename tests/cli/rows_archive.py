"""Row 40: malicious archives, as anybody makes them, given to the reader of uploads in a program of its own."""
import gzip
import io
import lzma
import os
import shutil
import stat
import struct
import tarfile
import warnings
import zipfile
import zlib

from support import BOTS, SANITIZED, WHOLE, ArenaTest

UNPACK = str(BOTS / "unpack_archive")
MEMORY = 192  # MiB of addresses, of which the archive may take 50
SECONDS = 10  # of a processor


def tar_with(*entries, mode="w:gz"):
    """A tar of (name, what it has): bytes, or fields of TarInfo."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode, format=tarfile.PAX_FORMAT) as tar:
        for name, content in entries:
            info = tarfile.TarInfo(name)
            data = content if isinstance(content, bytes) else content.get("data", b"")
            info.size = len(data)
            for field, value in (content if isinstance(content, dict) else {}).items():
                if field != "data":
                    setattr(info, field, value)
            tar.addfile(info, io.BytesIO(data))
    return file.getvalue()


def zip_with(*entries, extra=b""):
    """A zip of (name, bytes[, mode])."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, *mode in entries:
            info = zipfile.ZipInfo("placeholder")
            info.filename = name  # as it is
            info.create_system = 3
            info.extra = extra  # in both headers
            info.external_attr = (mode[0] if mode else stat.S_IFREG | 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED if data else zipfile.ZIP_STORED
            with warnings.catch_warnings():  # of names that are there twice
                warnings.simplefilter("ignore")
                archive.writestr(info, data)
    return file.getvalue()


def resummed(tar):
    """The tar with the checksum of its first header put right."""
    head = tar[:148] + b" " * 8 + tar[156:512]
    return tar[:148] + b"%06o\0 " % sum(head) + tar[156:]


class Archives(ArenaTest):
    def unpack(self, archive=None):
        if archive is not None:
            (self.folder / "archive").write_bytes(archive)
        addresses = "unlimited" if SANITIZED else MEMORY * 1024  # the sanitizers take terabytes, if of nothing
        limits = f'ulimit -v {addresses}; ulimit -t {SECONDS}; exec "$@"'
        return self.start("-c", limits, "sh", UNPACK, "archive", "uploads/bot", program="/bin/sh").finish()

    def setUp(self):
        super().setUp()
        (self.folder / "uploads").mkdir()

    def refused(self, archive, *texts):
        """It is refused as a whole: not a file is written, here or elsewhere."""
        before = sorted(self.folder.rglob("*"))
        result = self.unpack(archive)
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertTrue(result.err.startswith("the archive is refused: "), result)
        self.assertEqual(result.err.count("\n"), 1, result)
        for text in texts:
            self.assertIn(text, result.err)
        self.assertEqual(sorted(set(self.folder.rglob("*")) - {self.folder / "archive"}),
                         [path for path in before if path.name != "archive"], "files that were written")

    def harmless(self, archive, *names):
        """It becomes one plain file, with one of these names."""
        result = self.unpack(archive)
        self.assertEqual(result.status, 0, result)
        (path,) = (self.folder / "uploads/bot").iterdir()
        self.assertIn(path.name, names)
        self.assertTrue(result.out == f"{path.name}\n" and stat.S_ISREG(path.lstat().st_mode), result)
        self.assertEqual(os.listdir(self.folder / "uploads"), ["bot"])
        shutil.rmtree(self.folder / "uploads/bot")

    def both_refused(self, name, *texts):
        """An archive with a good entry before, and a file of this name."""
        self.refused(tar_with(("good.py", b"1"), (name, b"2")), *texts)
        self.refused(zip_with(("good.py", b"1"), (name, b"2")), *texts)

    def test_row_40_names_that_lead_elsewhere(self):
        self.both_refused("../x", '"../x" leads out of the archive by ".."')
        self.both_refused("a/../../x", '"a/../../x" leads out')
        self.both_refused("/etc/passwd", '"/etc/passwd" is an absolute path')
        self.both_refused("..\\x", "x\" ")  # in a zip, libarchive reads a slash
        self.refused(tar_with(("..\\x", b"1")), '"..\\x" has a backslash')
        for name in ("C:x", "c:/x", "./C:x", "a/C:x", "a/z:/x"):
            self.both_refused(name, f'"{name}" has a part that begins with a drive')
        self.both_refused("a//x", "has an empty part")
        self.both_refused("-rf", '"-rf" has a part that looks like an option')
        self.both_refused("a/-rf/x", '"a/-rf/x" has a part that looks like an option')
        self.both_refused("a\nb", '"a\\nb" has control characters')
        self.both_refused("\x1b[31mred", '"\\x1b[31mred" has control characters')
        self.both_refused("x" * 201, "has a part of 201 bytes, allowed are 200")
        self.both_refused("a/" * 32 + "x", "lies 32 folders deep, allowed are 31")
        self.both_refused("a/" * 600 + "x", "has a path of 1201 bytes")

    def test_row_40_names_that_are_no_text(self):
        archive = tar_with(("axb", b""), mode="w:")
        self.refused(resummed(archive.replace(b"axb", b"a\xffb")), '"a\ufffdb" is not UTF-8')
        self.refused(zip_with(("axb", b"")).replace(b"axb", b"a\xffb"), '"a\ufffdb" is not UTF-8')

    def test_row_40_names_with_what_is_not_seen(self):
        for code in (*range(0x200b, 0x2010), *range(0x2028, 0x202f), *range(0x2060, 0x2070), 0x061c, 0xfeff):
            self.both_refused(f"bot{chr(code)}yp", '"bot\ufffdyp" has control characters or invisible ones')

    def test_row_40_links(self):
        outside = self.folder / "outside"
        outside.mkdir()
        link = {"type": tarfile.SYMTYPE, "linkname": str(outside)}
        self.refused(tar_with(("link", link), ("link/x", b"1")), '"link" is a symbolic link')
        self.refused(tar_with(("hard", {"type": tarfile.LNKTYPE, "linkname": "/etc/passwd"})), '"hard" is a hard link')
        self.refused(zip_with(("link", str(outside).encode(), stat.S_IFLNK | 0o777), ("link/x", b"1")),
                     '"link" is a symbolic link')
        self.assertEqual(os.listdir(outside), [])

    def test_row_40_what_is_no_file(self):
        self.refused(tar_with(("pipe", {"type": tarfile.FIFOTYPE})), '"pipe" is a named pipe')
        self.refused(tar_with(("tty", {"type": tarfile.CHRTYPE, "devmajor": 5})), '"tty" is a device')
        self.refused(tar_with(("disk", {"type": tarfile.BLKTYPE, "devmajor": 8})), '"disk" is a device')
        self.harmless(zip_with(("pipe", b"", stat.S_IFIFO | 0o644)), "pipe")  # a plain file
        self.refused(zip_with(("socket", b"", stat.S_IFSOCK | 0o644)), '"socket" is neither a file nor a folder')

    def test_row_40_modes(self):
        for bit in (0o4755, 0o2755, 0o1755):
            self.refused(tar_with(("bot", {"mode": bit})), '"bot" has a set-uid, set-gid or sticky bit')
            self.refused(zip_with(("bot", b"", stat.S_IFREG | bit)), '"bot" has a set-uid, set-gid or sticky bit')
        folder = {"type": tarfile.DIRTYPE, "mode": 0o3777}
        archive = tar_with(("a", folder), ("a/run", {"mode": 0o777}), ("a/read", {"mode": 0o666}),
                           ("a/odd", {"mode": 0o011}))
        os.umask(os.umask(0o077))
        self.assertEqual(self.unpack(archive).status, 0)
        modes = {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in (self.folder / "uploads").rglob("*")}
        self.assertEqual(modes, {"bot": "0o755", "a": "0o755", "run": "0o755", "read": "0o644", "odd": "0o644"})

    def test_row_40_names_that_meet(self):
        def all_refused(*names, text):
            self.refused(tar_with(*((name, b"x") for name in names)), text)
            self.refused(zip_with(*((name, b"x") for name in names)), text)

        all_refused("a", "a", text='"a" is there twice')
        all_refused("a/b", "a/b", text='"a/b" is there twice')
        all_refused("README", "readme", text='"readme" is equal to "README" but for case')
        all_refused("A/x", "a/y", text='"a/y" is equal to "A" but for case')
        all_refused("Übung", "übung", text='is equal to "Übung" but for case')
        all_refused("e\u0301", "\u00e9", text='"\u00e9" is there twice')
        all_refused("a", "a/b", text='"a" is a file and a folder as well')
        all_refused("a/b", "a", text='"a" is a file and a folder as well')

    def test_row_40_archives_in_archives(self):
        for name in ("more.zip", "x/MORE.ZIP", "b.tar", "b.tar.bz2", "b.tgz", "b.7z", "b.rar"):
            self.both_refused(name, "is an archive in the archive")
        for archive in (tar_with(("my.tar.files/readme", b"1"), ("a.zip/x.y", b"2"), ("my.tar.d/x", b"3")),
                        zip_with(("my.tar.files/readme", b"1"), ("a.zip/x.y", b"2"), ("my.tar.d/x", b"3"))):
            result = self.unpack(archive)
            self.assertEqual(result.out, "my.tar.files/readme\na.zip/x.y\nmy.tar.d/x\n", result)
            shutil.rmtree(self.folder / "uploads/bot")
        twice = gzip.compress(tar_with(("a", b"1")))
        self.refused(twice)
        self.refused(gzip.compress(zip_with(("a", b"1"))))

    def test_row_40_much_in_little(self):
        zeros = bytes(110_000_000 if WHOLE else 11_000_000)
        archive = zip_with(("zeros", zeros))
        self.assertLess(len(archive), len(zeros) / 900)
        self.refused(archive, '"zeros" is too much: the archive unpacks to more than 100 times its ')
        claim = tarfile.TarInfo("zeros")
        claim.size = 110_000_000
        for packed in (gzip.compress(claim.tobuf() + zeros, 1), lzma.compress(claim.tobuf() + zeros, preset=0)):
            self.refused(packed, '"zeros" ')
        behind = tar_with(("a", b"1"), mode="w") + zeros
        self.refused(lzma.compress(behind, preset=0), "it unpacks to too much after its end")
        with open(self.folder / "archive", "wb") as file:
            file.truncate(50_000_001)
        result = self.unpack()
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertIn("the archive is refused: it has more than 50000000 bytes", result.err)

    def test_row_40_files_with_holes(self):
        huge = {"pax_headers": {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "holes",
                                "GNU.sparse.realsize": "1000000000000"}, "data": b"0\n".ljust(512, b"\0")}
        self.refused(tar_with(("x", huge)), '"x" has holes in it')
        realsize = {"pax_headers": {"SCHILY.realsize": "1000000000000"}, "data": b"1"}
        self.refused(tar_with(("x", realsize)), '"x" has holes in it')
        longer = {"pax_headers": {"size": "99999999999"}, "data": bytes(512)}
        self.refused(tar_with(("x", longer)), '"x" has holes in it, or a second size')

    def test_row_40_maps_of_holes_without_end(self):
        """What libarchive would read into memory at once, before the first limit: hundreds of megabytes."""
        file = io.BytesIO()
        with lzma.open(file, "w", preset=0) as packed:
            head = bytearray(tarfile.TarInfo("holes").tobuf(tarfile.GNU_FORMAT))
            head[156:157] = b"S"
            head[482] = 1  # more of the map follows
            packed.write(resummed(bytes(head)))
            piece = b"%011o\0" % 0 + b"%011o\0" % 1
            packed.write((piece * 21 + b"\1".ljust(8, b"\0")) * (350_000 if WHOLE else 10_000))
            packed.write(piece * 21 + bytes(8) + bytes(1024))
        self.refused(file.getvalue(), '"holes" has holes in it')
        count = 20_000_000 if WHOLE else 500_000
        holes = {"pax_headers": {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "holes",
                                 "GNU.sparse.realsize": "1000"}, "data": b"%d\n" % count + b"0\n1\n" * count}
        self.refused(tar_with(("x", holes), mode="w:xz"), '"x" has holes in it')
        oldest = {"pax_headers": {"GNU.sparse.map": "0,1," * 10_000}, "data": b"1"}
        self.refused(tar_with(("x", oldest)), '"x" has holes in it')
        longer = {"pax_headers": {"comment": "x" * 100_000}, "data": b"1"}
        self.refused(tar_with(("x", longer)), "is a header of 100016 bytes, allowed are 65536")

    def test_row_40_headers_before_an_entry(self):
        def headers(*kinds):
            """A tar of the file `x` behind these: for each its type and what it has."""
            blocks = b""
            for kind, body in kinds:
                info = tarfile.TarInfo("head")
                info.type, info.size = kind, len(body)
                blocks += info.tobuf(tarfile.GNU_FORMAT) + body + bytes(-len(body) % 512)
            return blocks + tarfile.TarInfo("x").tobuf(tarfile.GNU_FORMAT) + bytes(1024)

        self.harmless(headers((b"g", b"10 path=y\n")), "x", "y")
        self.harmless(headers((b"x", b"10 path=y\n"), (b"L", b"z\0")), "y", "z")
        self.harmless(headers((b"L", b"y\0"), (b"L", b"z\0")), "y", "z")
        self.harmless(headers((b"L", b"y\0z\0")), "y")
        self.harmless(headers((b"x", b"10 path=y\n10 path=z\n")), "y", "z")
        for damaged in (b"11 path=y\n", b"8 path=y\n", b"path=y\n", b"3 \n", b"99999999999999999999 a=b\n"):
            self.refused(headers((b"x", damaged)))
        self.refused(headers((b"x", b"13 path=../y\n")), '"../y" leads out')
        self.harmless(headers((b"K", b"/etc/passwd\0")), "x")
        for kind in b"VMDNAX":
            self.refused(headers((bytes([kind]), b"")), '"head" is neither a file nor a folder')
        self.refused(headers((b"5", b"data")), '"head/" is a folder that has data')
        self.harmless(headers((b"g", b"14 comment=ab\n"), (b"x", b"10 path=y\n")), "y")

    def test_row_40_a_million_entries(self):
        file = io.BytesIO()
        with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1) as packed:
            head = bytearray(tarfile.TarInfo("0000000").tobuf())
            plain = int(head[148:154], 8) - 7 * ord("0")
            for chunk in range(0, 1_000_000 if WHOLE else 20_000, 10_000):
                block = bytearray()
                for number in range(chunk, chunk + 10_000):
                    name = b"%07d" % number
                    head[0:7] = name
                    head[148:156] = b"%06o\0 " % (plain + sum(name))
                    block += head
                packed.write(block)
            packed.write(bytes(1024))
        self.refused(file.getvalue(), '" is over the limit of 10000 files and folders')
        self.refused(zip_with(*((f"{i}", b"") for i in range(10_001))), "is over the limit")
        self.refused(zip_with(*((f"{i}", b"") for i in range(66_000))), "is over the limit")
        self.refused(tar_with(*((f"{i}/" * 20 + "x", b"") for i in range(600))), "is over the limit")

    def test_row_40_two_archives_in_one(self):
        good, bad = zip_with(("good.py", b"1")), zip_with(("../x", b"2"))
        self.refused(good + bad, '"../x" leads out')
        self.refused(b"#!/bin/sh\n" + good, "it is neither a zip nor a tar")
        self.refused(tar_with(("a", b"1"), mode="w") + tar_with(("../x", b"1"), mode="w"), "it has something after its end")
        self.refused(tar_with(("a", b"1")) + tar_with(("../x", b"1")), "it has something after its end")
        parts = tar_with(("a", b"1"), mode="w")
        self.refused(gzip.compress(parts[:700]) + gzip.compress(parts[700:]), "several gzip files in one")

    def test_row_40_zips_that_are_read_in_two_ways(self):
        """What is written is what was checked, whichever of the two libarchive takes."""
        def field(kind, data):
            return struct.pack("<HH", kind, len(data)) + data

        good, bad = zip_with(("good.py", b"1")), zip_with(("../x", b"2"))
        self.harmless(bad + good, "good.py")
        self.harmless(good + b"more", "good.py")
        self.harmless(good.replace(b"good.py", b"evil.py", 1), "good.py", "evil.py")
        self.refused(good.replace(b"good.py", b"../evil", 1), '"../evil" leads out')
        second_name = field(0x7075, struct.pack("<BL", 1, zlib.crc32(b"a")) + b"../x")
        self.refused(zip_with(("a", b"1"), extra=second_name), '"../x" leads out')
        mode = field(0x6c78, struct.pack("<BBL", 4, 0, (stat.S_IFLNK | 0o777) << 16))
        self.harmless(zip_with(("a", b"1"), extra=mode), "a")
        link = zip_with(("link", b"/etc/passwd", stat.S_IFLNK | 0o777))
        self.harmless(link.replace(b"\x14\x03", b"\x14\x00"), "link")

    def test_row_40_damaged_ones(self):
        data = os.urandom(3000)
        for archive in (zip_with(("a", data)), tar_with(("a", data)), tar_with(("a", data), mode="w:xz"),
                        tar_with(("a", data), mode="w")):
            self.refused(archive[:2000])
            damaged = bytearray(archive)
            damaged[1000] ^= 1
            if b"ustar" not in archive:  # a plain tar has no checksum of its data
                self.refused(bytes(damaged))
        self.refused(b"")
        self.refused(b"x" * 5000, "it is neither a zip nor a tar")

    def test_row_40_encrypted_ones(self):
        archive = bytearray(zip_with(("secret", b"1")))
        for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
            archive[archive.find(mark) + flags] |= 1
        self.refused(bytes(archive), '"secret" is encrypted')
