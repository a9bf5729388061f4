"""The example bots, in every language that is installed: whole games, without forfeits, refusals or stray lines."""
import shutil
import sys

from support import BOTS, ROOT, ArenaTest, dumb_player, main

EXAMPLES = ROOT / "examples"
GAMES = 3


class Examples(ArenaTest):
    def play(self, *command, refusals=False):
        result = self.succeed("run", "lost_cities", "-p", "name=example", *command, "-b", "random", "-n", GAMES,
                              "--seed", "3", "-j", "1", "--record", "games.jsonl", "--strict")
        self.assertRegex(result.err, r"\ABots run with your permissions\. Use --sandbox for bots you do not trust\.\n"
                                     r"Arena's own time for a question: .*\n(The host was overloaded .*\n)?\Z")
        games = self.records()
        self.assertEqual([game["end"] for game in games], ["played out"] * GAMES)
        refused = [move for game in games for move in game["moves"] if "rejected" in move]
        self.assertEqual(bool(refused), refusals)
        self.succeed("replay", "games.jsonl")

    def needs(self, program):
        if not shutil.which(program):
            self.leave_out(f"{program} is not installed")

    def test_python(self):
        self.play(sys.executable, EXAMPLES / "python/lost_cities_bot.py")

    def test_cpp(self):
        self.play(BOTS / "example_cpp")

    def test_javascript(self):
        self.needs("node")
        self.play("node", EXAMPLES / "javascript/lost_cities_bot.js")

    def test_ruby(self):
        self.needs("ruby")
        self.play("ruby", EXAMPLES / "ruby/lost_cities_bot.rb")

    def test_bash(self):
        self.needs("bash")
        self.play("bash", EXAMPLES / "bash/lost_cities_bot.sh")

    def test_scripts_can_be_started_by_their_first_line(self):
        for script, program in (("python/lost_cities_bot.py", "python3"), ("javascript/lost_cities_bot.js", "node"),
                                ("ruby/lost_cities_bot.rb", "ruby"), ("bash/lost_cities_bot.sh", "bash")):
            with self.subTest(script):
                self.needs(program)
                self.succeed("run", "lost_cities", "-p", EXAMPLES / script, "--option", "max_turns=2", "--strict")

    def test_the_dumb_player_of_the_quiz_plays_from_its_text(self):
        self.needs("ruby")
        player = dumb_player(self)
        self.play("ruby", EXAMPLES / "ruby/quiz_player.rb", player, refusals=True)

    def test_what_the_quizs_server_file_had_for_players(self):
        """It discards cards by what `hand` has, and says what `hand` and `lands` have; its base class shows the lines."""
        self.needs("ruby")
        player = self.file("server_classes.rb", """
            require 'lost_cities'
            require './lost_cities'
            require_relative 'lost_cities'
            class FromTheServer < Player
              def initialize(output, input)
                super
                @hand = 'a variable of its own'
                output.puts "#{Game::LANDS.join(' ')} #{Game::Card.new(10, 'oceans')} #{input.read.inspect}"
              end

              def show(line)
                super
                @draws = line.include?('Draw from?')
              end

              def move
                return 'n' if @draws
                played = lands.values.flatten
                warn "hand #{hand.map(&:value).join(',')} played #{played.join(',')}"
                card = hand.find { |one| one.value == 'Inv' } || hand.first
                text = card.to_s.sub('Inv', 'I')
                played.empty? ? text : "d#{text}"
              end
            end
            """)
        self.succeed("run", "lost_cities", "-p", "name=bot", "ruby", EXAMPLES / "ruby/quiz_player.rb", player, "-b", "dumb", "--seed", "3",
                     "--record", "games.jsonl", "--log-dir", "logs", "--strict")
        said = next((self.folder / "logs").glob("*-bot.stderr")).read_text()
        self.assertEqual(said.splitlines()[0], 'deserts oceans mountains jungles volcanoes 10O ""')
        self.assertTrue("Your opponent" in said)
        own = [move["move"] for move in self.records()[0]["moves"] if move["seat"] == 0]
        played = own[0].replace("I", "Inv")
        self.assertEqual({line.partition("played ")[2] for line in said.splitlines() if line.startswith("hand ")}, {"", played})
        self.assertTrue(all(move.startswith("d") or move == "n" for move in own[1:]), own)

    def test_it_makes_the_moves_of_the_built_in_dumb(self):
        self.needs("ruby")
        player = dumb_player(self)
        for words in (["-p", "name=dumb", "ruby", EXAMPLES / "ruby/quiz_player.rb", player], ["-b", "dumb"]):
            self.succeed("run", "lost_cities", *words, "-b", "random", "--seed", "4", "--record", "games.jsonl")
        quiz, built_in = self.records()
        quiz["players"] = built_in["players"]
        for game in (quiz, built_in):
            for move in game["moves"]:
                move["move"] = move["move"].replace("Inv", "I").upper()
        self.assertEqual(quiz, built_in)


if __name__ == "__main__":
    main()
