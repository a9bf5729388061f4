#!/usr/bin/env ruby
# frozen_string_literal: true

# Plays a player of the Ruby quiz "Lost Cities" (2005) unchanged at arena's table.
#
# Run it:  arena run lost_cities -p ruby quiz_player.rb dumb_player.rb
# The file must define a subclass of Player (the last one is used) with two methods:
# show(line) gets every line that the game sends, with its newline; move is called when a line
# ends in "?" or starts with "Error:", and returns the answer. The player's output goes to stderr
# and its input is empty, so that it cannot disturb the game.

# The base class of quiz players.
class Player
  class << self
    attr_reader :latest

    def inherited(subclass)
      super
      Player.instance_variable_set(:@latest, subclass)
    end
  end

  def show(_line); end

  def move
    raise NotImplementedError, "#{self.class} has no method move"
  end
end

def fail_with(message)
  warn "quiz_player.rb: #{message}"
  exit 2
end

def load_player(file)
  fail_with 'no file given; usage: ruby quiz_player.rb FILE.rb' unless file
  fail_with "no such file: #{file}" unless File.file?(file)
  # Players of that time append to string literals, which today's options may forbid.
  RubyVM::InstructionSequence.compile_option = { frozen_string_literal: false } if defined?(RubyVM)
  path = File.expand_path(file)
  load path
  fail_with "#{file} defines no subclass of Player" unless Player.latest
  Player.latest.new
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
while (line = from_game.gets)
  player.show(line.dup)
  asked = line.rstrip.end_with?('?') || line.start_with?('Error:')
  to_game.puts(player.move.to_s) if asked
end
