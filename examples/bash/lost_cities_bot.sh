#!/usr/bin/env bash
# A Lost Cities bot to start from. It speaks the game's line protocol on stdin and stdout.
#
# Run it:  arena run lost_cities -p ./lost_cities_bot.sh
# It reads lines until one asks (ends in "?") or refuses (starts with "Error:"), and answers it.
# Put your own ideas into choose_play and choose_draw. Use echo ... >&2 to debug.

good_enough=30 # begin an expedition if its numbers plus the turns left reach this
play_cost=4    # playing now gives up the chance to wait for a better card
i=0            # cards are written as in answers, 10J or iJ; an investment counts 0

# The board as last shown: the values in each land, oldest first, such as ${mine[J]} = "i 2 5".
declare -A mine theirs discards
hand=() deck=0

fits() { # CARD ROW: numbers rise, investments lie below them
  local value=${1%?} top=${2##* }
  ((value > top || value == 0 && top == 0))
}

sure() { # CARD: whether it is a number that fits on an expedition that I have begun
  local row=${mine[${1: -1}]}
  [[ $1 != i* && $row ]] && fits "$1" "$row"
}

add_up() { # LAND: sum = the numbers on my expedition and those in hand that fit
  local card row=${mine[$1]}
  sum=$((${row// /+}))
  for card in "${hand[@]}"; do
    if [[ $card == *"$1" ]] && fits "$card" "$row"; then ((sum += ${card%?})); fi
  done
}

pays() { # CARD TURNS: whether to begin an expedition with it, or to invest
  add_up "${1: -1}"
  fits "$1" "${mine[${1: -1}]}" && ((sum + $2 >= good_enough))
}

measure_jump() { # CARD: jump = how many numbers it skips, which are then lost
  local top=${mine[${1: -1}]##* }
  jump=$((${1%?} - 1 - (top > 1 ? top : 1)))
}

price() { # CARD: price = what a discard costs me, plus what it may give the opponent
  local my_row=${mine[${1: -1}]} their_row=${theirs[${1: -1}]}
  add_up "${1: -1}"
  price=$((sum / 2))
  if [[ $my_row ]]; then fits "$1" "$my_row" && price=10 || price=0; fi
  if [[ $their_row ]] && fits "$1" "$their_row"; then ((price += ${1%?})); fi
}

choose_play() { # play = a card to play, such as 5J or iD (Inv), or to discard, such as d5J
  local turns=$(((deck + 1) / 2)) card other ready=() choice='' least=99 spare spare_price=99
  for card in "${hand[@]}"; do if sure "$card"; then ready+=("$card"); fi; done
  local hurry=$((${#ready[@]} > 0 && ${#ready[@]} >= turns - 2))
  for card in "${hand[@]}"; do
    price "$card"
    if ((price < spare_price)); then spare=$card spare_price=$price; fi
    sure "$card" || { ((!hurry)) && pays "$card" "$turns"; } || continue
    local higher=0 # in a hurry, play only the highest cards, as many as there are turns
    for other in "${ready[@]}"; do ((higher += ${other%?} > ${card%?})); done
    if ((hurry && higher >= turns)); then continue; fi
    measure_jump "$card"
    if ((jump < least)); then choice=$card least=$jump; fi
  done
  play=d$spare
  if [[ $choice ]] && ((hurry || play_cost + least <= spare_price)); then play=$choice; fi
}

choose_draw() { # draw = the land whose last discard I take, or n for a card from the deck
  local land card best=1
  draw=n
  for land in D O M J V; do
    card=${discards[$land]##* }$land
    if [[ $card == "$land" || d$card == "$play" ]] || ! sure "$card"; then continue; fi
    measure_jump "$card"
    if ((${card%?} - jump > best)); then draw=$land best=$((${card%?} - jump)); fi
  done
}

while read -r label rest; do
  row=${rest%%(*} row=${row% } row=${row//Inv/i}
  case $label in
    Deserts: | Oceans: | Mountains: | Jungles: | Volcanoes:) land=${label:0:1} ;;
    You:) mine[$land]=$row ;;
    Opponent:) theirs[$land]=$row ;;
    Discards:) discards[$land]=$row ;;
    Deck:) deck=${rest//[^#]/} deck=${#deck} ;;
    Hand:) read -ra hand <<<"${rest//Inv/i}" ;;
    Error:) echo "$fallback" ;; # should not happen, but the fallback is always legal
    Congratulations, | The | "I'm") break ;; # the last line of a game
  esac
  case $rest in
    *"Your play?") fallback=d${hand[0]}; choose_play; echo "$play" ;;
    *"Draw from?") fallback=n; choose_draw; echo "$draw" ;;
  esac
done
