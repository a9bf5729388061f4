#!/usr/bin/env ruby
# frozen_string_literal: true

# A small Lost Cities server after the manner of the Ruby quiz: a second opinion on the rules and
# the wire format, which shares nothing with arena's own.
#
#   ruby quiz_server.rb PORT [SEED]
#
# It waits on 127.0.0.1 for two clients (PORT 0: it chooses one and prints "port N" first), plays
# one game between them and prints "scores A B", in the order in which they came. The seed decides
# the deck and who begins. A client that leaves or is silent for 30 s ends it with status 1.

require 'socket'

# The rules and the words of one game. A seat is anything with `say(line)` and `answer`.
class LostCities
  LANDS = { 'D' => 'Deserts', 'O' => 'Oceans', 'M' => 'Mountains', 'J' => 'Jungles',
            'V' => 'Volcanoes' }.freeze
  VALUES = (%w[Inv] * 3 + (2..10).map(&:to_s)).freeze

  Card = Struct.new(:value, :land) do
    def to_s = "#{value}#{land}"
    def number = value.to_i # an investment counts 0
    def investment? = value == 'Inv'
  end

  def self.pack = LANDS.keys.product(VALUES).map { |land, value| Card.new(value, land) }

  # `deck`: sixty cards, the first one is dealt first. `first`: the seat (0 or 1) that begins.
  def initialize(seats, deck, first)
    @seats = seats
    @deck = deck.dup
    @turn = first
    @hands = [[], []]
    8.times { @hands.each { |hand| hand << @deck.shift } }
    @laid = Array.new(2) { LANDS.keys.to_h { |land| [land, []] } }
    @discards = LANDS.keys.to_h { |land| [land, []] }
  end

  # Plays to the end and returns the scores of both seats.
  def play
    until @deck.empty?
      discarded = ask(@turn, 'Your play?') { |text| play_card(text) }
      ask(@turn, 'Draw from?') { |text| draw_card(text, discarded) }
      @turn = 1 - @turn
    end
    finish
  end

  private

  # Shows the board and the question, then puts answers to the block until it takes one. The block
  # returns an error's text, or [nil, outcome, the opponent's news, the actor's news]. Returns the
  # outcome: for a play, the card that was discarded, if any.
  def ask(seat, question)
    board(seat, question).each { |line| @seats[seat].say(line) }
    loop do
      error, outcome, theirs, mine = yield @seats[seat].answer.b.gsub(/\A\s+|\s+\z/, '').downcase
      if error
        @seats[seat].say("Error:  #{error}")
      else
        @seats[1 - seat].say("Your opponent #{theirs}.")
        @seats[seat].say("You #{mine}.")
        return outcome
      end
    end
  end

  def play_card(text)
    form = /\A(d?)\s*(i|[2-9]|10)\s*([domjv])\z/.match(text) or return 'Invalid play.'
    card = Card.new(form[2] == 'i' ? 'Inv' : form[2], form[3].upcase)
    return 'No such card.' unless hand.include?(card)

    discard = form[1] == 'd'
    return "You can't play that card." unless discard || follows?(card)

    hand.delete_at(hand.index(card))
    (discard ? @discards : @laid[@turn])[card.land] << card
    verb = discard ? 'discard' : 'play'
    [nil, discard ? card : nil, "#{verb}s the #{card}", "#{verb} the #{card}"]
  end

  def draw_card(text, discarded)
    return 'Invalid draw.' unless /\A[domjvn]\z/.match?(text)

    if text == 'n'
      hand << @deck.shift
      return [nil, nil, 'draws a card from the deck', 'draw a card from the deck']
    end
    pile = @discards[text.upcase]
    return 'No cards there.' if pile.empty? || pile.last == discarded

    hand << (card = pile.pop)
    [nil, nil, "picks up the #{card}", "pick up the #{card}"]
  end

  def hand = @hands[@turn]

  def follows?(card)
    last = @laid[@turn][card.land].last
    last.nil? || last.number < card.number || (last.investment? && card.investment?)
  end

  def worth(cards)
    return 0 if cards.empty?

    times = 1 + cards.count(&:investment?)
    (cards.sum(&:number) - 20) * times + (cards.size >= 8 ? 20 : 0)
  end

  def score(seat) = @laid[seat].each_value.sum { |cards| worth(cards) }

  def scores(seat) = "#{score(seat)} (You) vs. #{score(1 - seat)} (Opponent)."

  def board(seat, question)
    lands = LANDS.flat_map do |land, name|
      discards = @discards[land].map { |card| "#{card.value} " }.join
      ["#{name}:", "  Opponent:  #{row(@laid[1 - seat][land])}", "  Discards:  #{discards}",
       "       You:  #{row(@laid[seat][land])}"]
    end
    cards = @hands[seat].sort_by { |card| [LANDS.keys.index(card.land), card.number] }
    lands + [" Deck:  #{'#' * @deck.size} (#{@deck.size})", " Hand:  #{cards.join(' ')}",
             "Score:  #{scores(seat)}  #{question}"]
  end

  def row(cards) = cards.empty? ? '' : "#{cards.map(&:value).join(' ')} (#{worth(cards)})"

  def finish
    words = { 1 => 'Congratulations, you win.', 0 => 'The game is a draw.',
              -1 => "I'm sorry, you lose." }
    @seats.each_with_index do |client, seat|
      client.say('Game over.')
      client.say("Final Score:  #{scores(seat)}")
      client.say(words[score(seat) <=> score(1 - seat)])
    end
    [score(0), score(1)]
  end
end

# A connected client. What is said to it goes out in one piece, when it is time to listen.
class Client
  PATIENCE = 30 # seconds

  def initialize(socket, name)
    @socket = socket
    @socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    @name = name
    @unsent = +''
    @unread = +''
  end

  def say(line) = @unsent << line << "\n"

  def answer
    flush
    until (line = @unread.slice!(/\A[^\n]*\n/n))
      @socket.wait_readable(PATIENCE) or abort "#{@name} has been silent for #{PATIENCE} s"
      @unread << @socket.readpartial(4096)
    end
    line
  rescue EOFError, SystemCallError
    abort "#{@name} has left the game"
  end

  def flush
    @socket.write(@unsent)
    @unsent = +''
  rescue SystemCallError
    abort "#{@name} has left the game"
  end

  def close
    flush
    @socket.close
  end
end

def main(port, seed = Random.new_seed)
  server = TCPServer.new('127.0.0.1', Integer(port))
  if port.to_i.zero?
    puts "port #{server.addr[1]}"
    $stdout.flush
  end
  random = Random.new(Integer(seed))
  clients = %w[A B].map { |name| Client.new(server.accept, "client #{name}") }
  server.close
  scores = LostCities.new(clients, LostCities.pack.shuffle(random: random), random.rand(2)).play
  clients.each(&:close)
  puts "scores #{scores.join(' ')}"
end

if __FILE__ == $PROGRAM_NAME
  abort 'usage: ruby quiz_server.rb PORT [SEED]' unless [1, 2].include?(ARGV.size)
  main(*ARGV)
end
