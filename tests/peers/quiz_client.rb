#!/usr/bin/env ruby
# frozen_string_literal: true

# A small client after the manner of the Ruby quiz: it plays a quiz player at a TCP server.
#
#   ruby quiz_client.rb HOST PORT FILE.rb
#
# FILE.rb defines a subclass of Player. Its show() gets every line, its move() answers each line
# that ends in "?" or starts with "Error:". When the server closes, the last line is printed.

require 'socket'

# What quiz players inherit from.
class Player
  class << self
    attr_accessor :latest

    def inherited(subclass)
      super
      Player.latest = subclass
    end
  end
end

abort 'usage: ruby quiz_client.rb HOST PORT FILE.rb' unless ARGV.size == 3
host, port, file = ARGV
load File.expand_path(file)
abort "#{file} defines no subclass of Player" unless Player.latest

player = Player.latest.new
server = TCPSocket.new(host, Integer(port))
last_line = ''
begin
  while (line = server.gets)
    last_line = line
    player.show(line.dup)
    server.puts(player.move) if line =~ /\?\s*\z/ || line.start_with?('Error:')
  end
rescue Errno::ECONNRESET, Errno::EPIPE
  # The server is gone, which ends the game as well.
end
server.close
puts last_line
