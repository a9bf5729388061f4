#!/usr/bin/env ruby
# frozen_string_literal: true

# Plays a player of the Ruby quiz "Lost Cities" (2005) unchanged at arena's table.
#
# Run it:  arena run lost_cities -p ruby quiz_player.rb dumb_player.rb
# The file must define a subclass of Player (the last one is used) with two methods:
# show(line) gets every line that the game sends, with its newline; move is called when a line
# ends in "?" or starts with "Error:", and returns the answer. It may use what the quiz's server file defined:
# Game::LANDS, Game::Card, hand, lands. The player's output goes to stderr and its input is empty, so that it
# cannot disturb the game.

# What the quiz's server file defined for players, which they may use.
class Game
  LANDS = %w[deserts oceans mountains jungles volcanoes].freeze

  # value: "Inv" or 2 to 10; land: one of LANDS.
  Card = Struct.new(:value, :land) do
    def to_s
      "#{value}#{land[0].upcase}"
    end
  end
end

# The base class of quiz players. Its variables have long names, because a player may have any others.
class Player
  class << self
    attr_reader :latest

    def inherited(subclass)
      super
      Player.instance_variable_set(:@latest, subclass)
    end
  end

  def initialize(output = $stderr, input = $stdin)
    @output_of_quiz = output
    @input_of_quiz = input
  end

  # The cards in hand, as the last line "Hand:" has them.
  def hand
    @hand_of_quiz ||= []
  end

  # The cards that this player has played, by land.
  def lands
    @lands_of_quiz ||= Game::LANDS.to_h { |land| [land, []] }
  end

  def show(line)
    (@output_of_quiz || $stderr).puts(line)
  end

  def move
    (@input_of_quiz || $stdin).gets || raise(NotImplementedError, "#{self.class} has no method move")
  end
end

# Keeps a player's `hand` and `lands` by the lines of the board.
class Board
  def initialize(player)
    @player = player
    @land = nil
  end

  def read(line)
    case line
    when /\A(#{Game::LANDS.join('|')}):/i then @land = $1.downcase
    when /\A\s*You:(.*)/ then @player.lands[@land].replace(cards($1[/[^(]*/].split, @land)) if @land
    when /\A\s*Hand:(.*)/ then @player.hand.replace($1.split.map { |word| card(word) })
    end
  end

  private

  def card(word)
    land = Game::LANDS.find { |name| name[0] == word[-1].downcase }
    cards([word[0...-1]], land).first
  end

  def cards(values, land)
    values.map { |value| Game::Card.new(value == 'Inv' ? value : value.to_i, land) }
  end
end

def fail_with(message)
  warn "quiz_player.rb: #{message}"
  exit 2
end

SERVER_FILE = 'lost_cities.rb'

# A player that asks for the quiz's server file has all of it that is for players.
module WithoutServerFile
  def require(name)
    %W[#{SERVER_FILE} lost_cities].include?(File.basename(name)) ? false : super
  end
end
Object.prepend(WithoutServerFile)

# Players may take the server's two streams, or nothing.
def new_player(player)
  takes_streams = player.instance_method(:initialize).parameters.count { |kind, _| %i[req opt].include?(kind) } >= 2
  takes_streams ? player.new($stderr, $stdin) : player.new
end

def load_player(file)
  fail_with 'no file given; usage: ruby quiz_player.rb FILE.rb' unless file
  fail_with "no such file: #{file}" unless File.file?(file)
  # Players of that time append to string literals, which today's options may forbid.
  RubyVM::InstructionSequence.compile_option = { frozen_string_literal: false } if defined?(RubyVM)
  path = File.expand_path(file)
  $LOADED_FEATURES << File.join(File.dirname(path), SERVER_FILE)
  load path
  fail_with "#{file} defines no subclass of Player" unless Player.latest
  new_player(Player.latest)
rescue ScriptError, StandardError => e
  place = e.backtrace&.find { |line| line.start_with?(path) }
  fail_with ["cannot load #{file}: #{e.message} (#{e.class})", place].compact.join("\n  ")
end

# Keep the game's two streams here, and give the player harmless ones.
from_game = $stdin.dup
to_game = $stdout.dup
to_game.sync = true
$stdin.reopen(File::NULL)
$stdout.reopen($stderr)

player = load_player(ARGV.shift)
board = Board.new(player)
while (line = from_game.gets)
  board.read(line)
  player.show(line.dup)
  asked = line.rstrip.end_with?('?') || line.start_with?('Error:')
  to_game.puts(player.move.to_s) if asked
end
