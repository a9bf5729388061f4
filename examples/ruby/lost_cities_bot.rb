#!/usr/bin/env ruby
# frozen_string_literal: true

# A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.
#
# Run it:  arena run lost_cities -p ./lost_cities_bot.rb
# It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
# Put your own ideas into choose_play and choose_draw. Use warn to debug.

GOOD_ENOUGH = 30 # begin an expedition if its numbers plus the turns left reach this
PLAY_COST = 4 # playing now gives up the chance to wait for a better card
LANDS = %w[Deserts: Oceans: Mountains: Jungles: Volcanoes:].freeze

Card = Struct.new(:value, :land) do # an investment has the value 0
  def to_s = "#{value.zero? ? 'i' : value}#{land}"
end

# The board as last shown, and what to do about it. It has the values in each land, oldest first,
# such as mine['J'] = [0, 2, 5].
Bot = Struct.new(:mine, :theirs, :discards, :hand, :deck) do
  def fits?(card, side) # numbers rise, investments lie below them
    top = side[card.land].last || 0
    card.value > top || (card.value.zero? && top.zero?)
  end

  def sure?(card) # a number that fits on an expedition that I have begun
    card.value.positive? && mine[card.land].any? && fits?(card, mine)
  end

  def strength(land) # the numbers on my expedition and those in hand that fit
    mine[land].sum + hand.select { |c| c.land == land && fits?(c, mine) }.sum(&:value)
  end

  def jump(card) # how many numbers it skips, which are then lost
    card.value - 1 - [*mine[card.land], 1].max
  end

  def discard_cost(card) # what a discard costs me, plus what it may give the opponent
    loss = mine[card.land].any? ? 10 : strength(card.land) / 2
    gift = theirs[card.land].any? && fits?(card, theirs) ? card.value : 0
    gift + (fits?(card, mine) ? loss : 0)
  end

  def choose_play # a card to play, such as "5J" or "iD" (Inv), or to discard, such as "d5J"
    turns = (deck + 1) / 2
    ready = hand.select { |c| sure?(c) }
    hurry = ready.any? && ready.size >= turns - 2
    plays =
      if hurry # play only the highest cards, as many as there are turns
        ready.select { |c| ready.count { |other| other.value > c.value } < turns }
      else # also begin expeditions and invest, if that is likely to pay
        pays = ->(c) { fits?(c, mine) && strength(c.land) + turns >= GOOD_ENOUGH }
        hand.select { |c| sure?(c) || pays[c] }
      end
    card = plays.min_by { |c| jump(c) }
    spare = hand.min_by { |c| discard_cost(c) }
    card && (hurry || PLAY_COST + jump(card) <= discard_cost(spare)) ? card.to_s : "d#{spare}"
  end

  def choose_draw(play) # the land whose last discard I take, or "n" for a card from the deck
    tops = discards.filter_map { |land, row| Card.new(row.last, land) if row.any? }
    useful = tops.select { |c| sure?(c) && play != "d#{c}" && c.value - jump(c) > 1 }
    useful.max_by { |c| c.value - jump(c) }&.land || 'n'
  end
end

$stdout.sync = true
bot = Bot.new({}, {}, {}, [], 0)
sides = { 'You:' => bot.mine, 'Opponent:' => bot.theirs, 'Discards:' => bot.discards }
land = play = fallback = nil
while (line = $stdin.gets)
  label, *words = line.split
  case label
  when *LANDS then land = label[0]
  when *sides.keys then sides[label][land] = words.grep_v(/\(/).map(&:to_i) # "Inv".to_i is 0
  when 'Deck:' then bot.deck = words.first.size
  when 'Hand:' then bot.hand = words.map { |word| Card.new(word.to_i, word[-1]) }
  when 'Error:' then puts fallback # should not happen, but the fallback is always legal
  when 'Congratulations,', 'The', "I'm" then break # the last line of a game
  end
  case words.last
  when 'play?'
    fallback = "d#{bot.hand.first}"
    puts(play = bot.choose_play)
  when 'from?'
    fallback = 'n'
    puts bot.choose_draw(play)
  end
end
