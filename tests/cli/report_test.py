"""`arena report`: pages that are whole, agree with the standings, and are safe whatever a bot is called and prints."""
import base64
import csv
import html.parser
import json
import re
import sqlite3
import zlib
from urllib.parse import urldefrag, urlsplit

from support import BAD_BOT, ArenaTest, main, processes_with, wait_until

VOID = {"meta", "link", "input", "br", "img", "hr"}
SVG_PARTS = {"line", "polyline", "polygon", "path", "rect", "circle"}  # close themselves
HOSTILE = "</title><script>alert(1)</script>'\"&"

# Speaks no protocol: it prints what would be dangerous in a terminal or a browser, and ends.
PRINTS = r"""#!/bin/sh
printf '\033[31mred\000\377 <script>alert(2)</script>\r\n</pre><img src=x onerror=alert(3)>\n' >&2
exit 3
"""


class Page(html.parser.HTMLParser):
    """Reads a page. It must be well-formed: each element is closed, in the right order."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.open, self.links, self.ids, self.faults = [], [], [], []
        self.elements, self.rows, self.scripts = [], [], []
        text = path.read_bytes().decode("utf-8", "strict")
        if not text.startswith("<!DOCTYPE html>\n"):
            self.faults.append("no doctype")
        if found := re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
            self.faults.append(f"control character {found[0]!r}")
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag, _ in self.open]

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        self.links += [(tag, value) for key, value in attrs if key in ("href", "src")]
        self.ids += [value for key, value in attrs if key == "id"]
        self.faults += [f"{key} on <{tag}>" for key, _ in attrs if key.startswith("on") or key == "style"]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
        if tag == "th" and attributes.get("scope") not in ("row", "col", "colgroup"):
            self.faults.append("th without scope")
        if tag == "title" and self.open[-1][0] == "svg":
            self.open[-1][1]["titled"] = True
        if tag not in VOID:
            self.open.append((tag, attributes))

    def handle_startendtag(self, tag, attrs):
        if tag not in SVG_PARTS:
            self.faults.append(f"<{tag}/>")

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> inside {[tag for tag, _ in self.open]}")
            return
        _, attributes = self.open.pop()
        if tag == "svg" and not (attributes.get("titled") and attributes.get("role") == "img" and attributes.get("aria-label")):
            self.faults.append("an SVG without title, role or label")

    def handle_data(self, data):
        inside = [tag for tag, _ in self.open]
        if "script" in inside:
            self.scripts.append(data)
        if ("td" in inside or "th" in inside) and "title" not in inside and self.rows:
            self.rows[-1][-1] += data


def plain(cell):
    return cell.replace("−", "-").replace(",", "").strip()


class Report(ArenaTest):
    def report(self, store, folder="out", *more):
        return self.succeed("report", store, folder, *more)

    def pages(self, folder="out"):
        root = self.folder / folder
        return {path.relative_to(root).as_posix(): Page(path) for path in sorted(root.rglob("*.html"))}

    def bytes_of(self, folder):
        root = self.folder / folder
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def change(self, store, statement, *values):
        database = sqlite3.connect(self.folder / store)
        self.assertGreater(database.execute(statement, values).rowcount, 0)
        database.commit()
        database.close()

    def check_pages(self, folder="out"):
        """What holds for every report."""
        pages = self.pages(folder)
        root = (self.folder / folder).resolve()
        replays = len(self.replays(root))
        for name, page in pages.items():
            self.assertEqual(page.faults, [], name)
            self.assertEqual(len(page.ids), len(set(page.ids)), name)
            self.assertEqual("".join(page.scripts).strip(), "", name)
            for tag, link in page.links:
                self.check_link(root, pages, page, tag, link, replays)
        for path in root.rglob("*"):
            if path.is_file():
                self.assertNotRegex(path.read_text(encoding="utf-8"), r"(?i)https?:|url\(|@import|javascript:")
        return pages

    def check_link(self, root, pages, page, tag, link, replays):
        parts = urlsplit(link)
        self.assertEqual((parts.scheme, parts.netloc), ("", ""), link)
        address, fragment = urldefrag(link)
        target = (page.path.parent / address).resolve() if address else page.path.resolve()
        self.assertTrue(target.is_file(), f"{page.path}: {link}")
        self.assertTrue(target.is_relative_to(root), link)
        if tag == "script":
            self.assertEqual((page.path.name, address), ("replay.html", "replay.js"))
        elif fragment and target.name != "replay.html":
            self.assertIn(fragment, pages[target.relative_to(root).as_posix()].ids, link)
        elif fragment:
            self.assertLessEqual(int(fragment.partition("/")[0]), replays)

    @staticmethod
    def replays(root):
        """All replays of a report, unpacked as the viewer does it."""
        found = {}
        for path in root.glob("games/*.js"):
            first, packed = re.fullmatch(r"replaysLoaded\((\d+), (\[.*)\]\);\n", path.read_text(), re.DOTALL).groups()
            for number, text in enumerate(json.loads(packed.rstrip(",\n") + "]"), int(first)):
                found[number] = json.loads(zlib.decompress(base64.b64decode(text)))
        return found

    def standings_rows(self, pages):
        rows = [row for row in pages["index.html"].rows if len(row) == 12]
        return {row[1]: [plain(cell) for cell in row] for row in rows[1:]}

    def check_agrees_with_standings(self, store, pages):
        shown = self.standings_rows(pages)
        entrants = json.loads(self.succeed("standings", store, "--json").out)["entrants"]
        self.assertEqual(list(shown), [entrant["name"] for entrant in entrants])
        for place, entrant in enumerate(entrants, 1):
            row = shown[entrant["name"]]
            self.assertEqual(int(row[0]), place)
            rating, reach = (float(part) for part in row[2].split("±"))
            self.assertAlmostEqual(rating, entrant["rating"], delta=0.51)
            self.assertAlmostEqual(2 * reach, entrant["rating_high"] - entrant["rating_low"], delta=1.01)
            ranks = [int(rank) for rank in re.findall(r"\d+", row[3])]
            self.assertEqual((ranks[0], ranks[-1]), (entrant["best_rank"], entrant["worst_rank"]))
            shares = [float(part) for part in re.findall(r"[\d.]+", row[5])]
            for shown_share, key in zip(shares, ("share", "share_low", "share_high"), strict=True):
                self.assertAlmostEqual(shown_share, 100 * entrant[key], delta=0.051)
            counts = [0 if cell == "–" else int(cell) for cell in row[6:9] + [row[4], row[11]]]
            self.assertEqual(counts, [entrant[key] for key in ("wins", "draws", "losses", "deals", "forfeits")])
            self.check_mean(row[9], entrant, "mean_score")
            self.check_mean(row[10], entrant, "mean_margin")
        return entrants

    def check_mean(self, cell, row, name):
        """A cell such as "12.34 ± 0.56", beside its row of data."""
        mean, _, reach = cell.partition("±")
        self.assertAlmostEqual(float(mean), row[name], delta=0.0051)
        self.assertEqual(reach == "", row[f"{name}_low"] is None)
        if reach:
            self.assertAlmostEqual(2 * float(reach), row[f"{name}_high"] - row[f"{name}_low"], delta=0.011)

    def check_opponents(self, store, pages):
        """The rows by opponent on the pages of entrants are the pairs of the standings."""
        standings = json.loads(self.succeed("standings", store, "--json").out)
        numbers = {entrant["id"]: number for number, entrant in enumerate(standings["entrants"], 1)}
        for pair in standings["pairs"]:
            rows = pages[f"entrants/{numbers[pair['entrant_id']]}.html"].rows
            row, = ([plain(cell) for cell in row] for row in rows
                    if len(row) == 8 and row[0].split(" ")[0] == str(numbers[pair["opponent_id"]]))
            self.assertEqual([int(cell) for cell in row[1:5]], [pair[key] for key in ("games", "wins", "draws", "losses")])
            self.assertAlmostEqual(float(row[5]), 100 * pair["share"], delta=0.051)
            for shown, key in zip(row[6].split("–"), ("share_low", "share_high"), strict=True):
                self.assertAlmostEqual(float(shown), 100 * pair[key], delta=0.051)
            self.check_mean(row[7], pair, "mean_margin")

    def tournament(self, *words, store="a.db"):
        self.succeed("tournament", *words, "--seed", "7", "-q", "--store", store)


class Pages(Report):
    def test_a_tournament(self):
        self.tournament("streams", "-b", "spread", "-b", "first_slot", "-b", "random", "-b", "name=other", "random",
                        "--deals", "20")
        said = self.report("a.db", "out", "--title", "Cup & friends").out
        self.assertRegex(said, r"^out/index.html: 120 games in \d+ files, \d+\.\d MB\n$")
        pages = self.check_pages()
        entrants = self.check_agrees_with_standings("a.db", pages)
        self.check_opponents("a.db", pages)
        index = (self.folder / "out/index.html").read_text()
        self.assertIn("<h1>Cup &amp; friends</h1>", index)
        self.assertIn("0x0000000000000007", index)
        self.assertEqual({name for name in pages if name.startswith("entrants/")},
                         {f"entrants/{number}.html" for number in range(1, len(entrants) + 1)})
        # The pages of games have every game once.
        rows = [row for name, page in pages.items() if name.startswith("games/") for row in page.rows if len(row) == 4]
        self.assertEqual(sorted(int(plain(row[0])) for row in rows if row[0] != "game"), list(range(1, 121)))
        # Cells of the cross table face each other.
        cross = [row[1:] for row in pages["index.html"].rows if len(row) == 5 and row[0] != "entrant"]
        for i in range(4):
            for j in range(i):
                self.assertAlmostEqual(float(cross[i][j]) + float(cross[j][i]), 100, delta=0.11)

    def test_replays_are_those_of_the_records(self):
        self.tournament("lost_cities", "-b", "greedy", "-b", "random", "--deals", "3")
        self.report("a.db")
        replays = self.replays(self.folder / "out")
        self.assertEqual(sorted(replays), list(range(1, 7)))
        for replay in replays.values():
            self.assertNotIn("broken", replay)
            frames = replay["frames"]
            self.assertEqual(frames[0]["caption"], "the deal")
            self.assertRegex(frames[1]["caption"], r"^(greedy|random) moves ")
            self.assertIn("To move: ", frames[0]["board"])
            self.assertEqual([frame["move"] for frame in frames], list(range(len(frames))))

    def test_a_review_of_the_first_games(self):
        self.tournament("bidding", "-b", "mimic", "-b", "optimal", "--option", "cards=5", "--deals", "8")
        self.report("a.db", "out", "--review", "4")
        found = json.loads(self.succeed("review", "a.db", "--json", "--player", "mimic", "--games", "4", "-q").out)
        self.check_pages()
        page, = [text for text in ((self.folder / f"out/entrants/{number}.html").read_text() for number in (1, 2)) if "<h1>mimic" in text]
        self.assertIn("Where it lost", page)
        for table in re.findall(r"<table.*?</table>", page.partition("Where it lost")[2].partition("<section")[0], re.DOTALL):
            self.assertEqual(len({len(re.findall(r"<t[hd]\b", row)) for row in table.split("<tr")[1:]}), 1, table)
        worst = found["players"][0]["worst"][0]
        self.assertIn(f'href="../replay.html#{worst["game"]}/{worst["move"]}"', page)
        frame = self.replays(self.folder / "out")[worst["game"]]["frames"][worst["move"]]
        self.assertIn(f"[lost {worst['loss']:.2f}; better: {worst['better']}]", frame["caption"])

    def test_a_record_that_breaks_the_rules_is_said_so(self):
        self.tournament("lost_cities", "-b", "greedy", "-b", "random", "--deals", "1")
        self.change("a.db", "UPDATE record SET data = substr(data, 1, 20) WHERE match = 1")
        self.report("a.db")
        self.assertIn("broken", self.replays(self.folder / "out")[2])

    def test_the_viewer_finds_its_elements(self):
        self.tournament("streams", "-b", "spread", "-b", "random", "--deals", "1")
        self.report("a.db")
        ids = self.pages()["replay.html"].ids
        used = re.findall(r'element\("(\w+)"\)', (self.folder / "out/replay.js").read_text())
        self.assertGreater(len(used), 5)
        self.assertLessEqual(set(used), set(ids))

    def test_four_seats_where_less_is_better(self):
        self.tournament("yard_bridge", "-b", "shed", "-b", "random", "-b", "name=b", "shed", "-b", "name=c", "random",
                        "--seats", "4", "--option", "deals=1", "--deals", "3")
        self.report("a.db")
        pages = self.check_pages()
        self.check_agrees_with_standings("a.db", pages)
        self.assertIn("Less is better.", (self.folder / "out/index.html").read_text())
        head = pages["games/1.html"].rows[0]
        self.assertEqual(head[2:], [f"seat {seat}" for seat in range(4)])
        for entrant in json.loads(self.succeed("standings", "a.db", "--json").out)["entrants"]:
            page = next(page for page in pages.values() if page.rows and f"entrants/" in page.path.as_posix()
                        and f"<h1>{entrant['name']}</h1>" in page.path.read_text())
            seats = [row for row in page.rows if len(row) == 5 and row[0] in "0123"]
            self.assertEqual(sum(int(row[1]) for row in seats), entrant["games"])
            mean = sum(int(row[1]) * float(plain(row[3])) for row in seats) / entrant["games"]
            self.assertAlmostEqual(mean, entrant["mean_score"], delta=0.011)

    def test_the_same_store_gives_the_same_bytes(self):
        self.tournament("bidding", "-b", "mimic", "-b", "planner", "-b", "random", "--deals", "60")
        self.report("a.db", "one", "--title", "cup")
        self.report("a.db", "two", "--title", "cup")
        self.assertEqual(self.bytes_of("one"), self.bytes_of("two"))


class Sparse(Report):
    def test_games_of_arena_run(self):
        self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "4", "--store", "a.db")
        self.report("a.db")
        self.check_agrees_with_standings("a.db", self.check_pages())
        self.assertRegex((self.folder / "out/index.html").read_text(), r"<dt>Played</dt><dd>20\d\d-\d\d-\d\d")

    def test_nothing_played_yet(self):
        running = self.start("tournament", "lost_cities", "-b", "greedy", "-p", BAD_BOT, "hang", "--move-time", "10m",
                             "--store", "a.db")
        wait_until(lambda: f"{BAD_BOT} hang " in processes_with(self.mark).values(), "the first game")
        self.interrupt(running)
        self.report("a.db")
        pages = self.check_pages()
        self.assertEqual(sorted(pages), ["entrants/1.html", "entrants/2.html", "games.html", "index.html", "replay.html"])
        index = (self.folder / "out/index.html").read_text()
        self.assertIn("No game has been played yet.", index)
        self.assertIn("not revealed yet", index)

    def test_one_game(self):
        self.tournament("streams", "-b", "spread", "-b", "random", "--deals", "1")
        self.report("a.db")
        self.check_agrees_with_standings("a.db", self.check_pages())

    def test_equal_scores_of_zero(self):
        self.tournament("bidding", "-b", "ordered", "-b", "name=twin", "ordered", "--deals", "2")
        self.report("a.db")
        self.check_pages()
        self.assertNotRegex((self.folder / "out/index.html").read_text(), r"\b(nan|inf)\b")


    def test_entrants_that_have_not_met(self):
        for pair in (("spread", "random"), ("balance", "first_slot")):
            self.succeed("run", "streams", "-b", pair[0], "-b", pair[1], "-n", "10", "--store", "a.db")
        self.report("a.db")
        self.check_pages()
        index = (self.folder / "out/index.html").read_text()
        for pair in ("spread, random", "balance, first_slot"):
            self.assertIn(f"<li>{pair}</li>", index)
        self.assertIn("\nThese groups have not met", self.succeed("standings", "a.db").out)
        data = json.loads(self.succeed("standings", "a.db", "--json").out)
        self.assertEqual({entrant["group"] for entrant in data["entrants"]}, {1, 2})
        self.assertEqual(len(data["superiority"]), 4)

    def test_an_anchor(self):
        self.tournament("streams", "-b", "spread", "-b", "first_slot", "-b", "random", "--deals", "20")
        self.report("a.db", "out", "--anchor", "random=1000")
        self.check_pages()
        index = (self.folder / "out/index.html").read_text()
        self.assertIn("random is 1000;", index)
        self.assertRegex(index, r'\+1,?000 <span class="error">± 0</span>')
        self.assertIn("no entrant is called", self.arena("report", "a.db", "more", "--anchor", "nobody").err)
        table = list(csv.DictReader(self.succeed("standings", "a.db", "--csv", "--anchor", "random=1000").out.splitlines()))
        self.assertEqual([float(row["rating"]) for row in table if row["name"] == "random"], [1000])
        self.assertEqual(table[-1]["superiority"], "")


class Hostile(Report):
    def test_names_and_stderr_are_no_html(self):
        self.file("bot.sh", PRINTS, executable=True)
        self.tournament("lost_cities", "-b", "greedy", "-b", "random", "-p", "name=bad", "./bot.sh", "--deals", "3")
        self.change("a.db", "UPDATE entrant SET name = ? WHERE id = 2", HOSTILE)
        self.change("a.db", "UPDATE pairing SET label = ?", HOSTILE)
        self.change("a.db", "UPDATE result SET fault = ? WHERE fault <> ''", "<b>exit</b>")
        self.report("a.db", "out", "--title", HOSTILE)
        pages = self.check_pages()
        for name, page in pages.items():
            allowed = {"script"} if name == "replay.html" else set()
            self.assertLessEqual({tag for tag, _ in page.elements} & {"script", "img", "b", "iframe"}, allowed, name)
        self.assertIn(HOSTILE, [row[1] for row in pages["index.html"].rows if len(row) > 1])
        bad = (self.folder / "out/entrants/3.html").read_text()
        self.assertIn("12 forfeits, by reason: &lt;b&gt;exit&lt;/b&gt; (12).", bad)
        self.assertEqual(bad.count('class="forfeit"'), 1)
        self.assertIn(">12 times, first in game <a", bad)
        self.assertIn("\\x1b[31mred\\x00\N{REPLACEMENT CHARACTER} &lt;script&gt;alert(2)&lt;/script&gt;\\r\n&lt;/pre&gt;&lt;img", bad)

    def test_many_forfeits_do_not_fill_the_page(self):
        self.tournament("lost_cities", "-b", "random", "-p", "name=bad", BAD_BOT, "segv", "--deals", "30")
        self.change("a.db", "UPDATE result SET detail = detail || ' ' || match WHERE fault <> ''")
        self.report("a.db")
        bad = self.check_pages()["entrants/2.html"].path.read_text()
        self.assertIn("60 forfeits", bad)
        self.assertEqual(bad.count('class="forfeit"'), 20)


class Folder(Report):
    def setUp(self):
        super().setUp()
        self.tournament("streams", "-b", "spread", "-b", "random", "--deals", "2")

    def files(self):
        """All but those that SQLite keeps beside a store."""
        return {name: data for name, data in self.bytes_of(".").items() if not name.startswith("a.db-")}

    def refused(self, folder, saying):
        before = self.files()
        result = self.arena("report", "a.db", folder)
        self.assertEqual(result.status, 2, result)
        self.assertIn(saying, result.err)
        self.assertEqual(self.files(), before)

    def test_an_earlier_report_is_replaced(self):
        self.report("a.db", "out", "--title", "old")
        self.report("a.db", "out/", "--title", "new")
        self.assertIn("<h1>new</h1>", (self.folder / "out/index.html").read_text())
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith("out")], ["out"])

    def test_an_empty_folder_and_new_parents(self):
        (self.folder / "empty").mkdir()
        self.report("a.db", "empty")
        self.refused("no/such/place", "No such file")

    def test_other_folders_are_left_alone(self):
        (self.folder / "mine").mkdir()
        self.file("mine/thesis.txt", "years of work")
        self.refused("mine", "it is not empty, and not an earlier report")
        self.refused("a.db", "it is no folder")

    def test_a_report_with_a_file_of_a_person_is_left_alone(self):
        self.report("a.db")
        self.file("out/games/notes.txt", "mine")
        self.refused("out", '"games/notes.txt" is not of the earlier report')

    def test_a_false_marker(self):
        (self.folder / "mine").mkdir()
        self.file("mine/arena-report.txt", "a report\nthesis.txt\n")
        self.file("mine/thesis.txt", "years of work")
        self.refused("mine", "not an earlier report")

    def test_no_store(self):
        result = self.arena("report", "nothing.db", "out")
        self.assertEqual(result.status, 2)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    main()
