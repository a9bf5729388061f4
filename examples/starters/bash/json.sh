# Reads JSON in plain bash.
#
#   json_read TEXT    puts the values of TEXT into the array JSON, each under its path: .view.hand.0
#                     Strings are decoded, null is empty, other values are as they stand. The number
#                     of items of a list .a is under .a.#  A value that is no list or object is under .
#                     Returns 1 if TEXT is no JSON; then JSON is empty.
#   json_quote TEXT   puts TEXT as a JSON string into REPLY

declare -A JSON

# The text is cut at its quotation marks, after escaped ones and backslashes were replaced by the
# bytes 2 and 1, which JSON does not allow: so every second piece is a string, and the pieces between
# them are short.
json_read() {
  local LC_ALL=C text=$1 i
  local wanted=value after=nothing path=         # what comes next, then after a value; where it stands
  local -a kinds=() counts=() paths=() pieces=() # of the lists and objects that are open
  JSON=()
  json_cut && for ((i = 0; i < ${#pieces[@]}; ++i)); do
    if ((i % 2)); then
      json_take_string "${pieces[i]}"
    else
      json_take_marks "${pieces[i]}"
    fi || break
  done
  if ((i < ${#pieces[@]})) || [[ $wanted != nothing ]]; then
    JSON=()
    return 1
  fi
}

# Cuts `text` into `pieces`.
json_cut() {
  local - IFS='"' quotes
  set -f
  if [[ $text == *[$'\1\2']* ]]; then return 1; fi
  text=${text//'\\'/$'\1'}
  text=${text//'\"'/$'\2'}
  quotes=${text//[!\"]/}
  if ((${#quotes} % 2)); then return 1; fi
  pieces=($text)
}

json_take_string() {
  if [[ $1 == *[$'\1'-$'\37\\']* ]]; then
    json_unescape "$1" || return 1
  else
    REPLY=$1
  fi
  case $wanted in
    value*)
      JSON["${path:-.}"]=$REPLY
      wanted=$after
      ;;
    key*)
      path=${paths[-1]}.$REPLY
      wanted=colon
      ;;
    *) return 1 ;;
  esac
}

json_take_marks() {
  local rest=$1 mark
  while [[ -n $rest ]]; do
    mark=${rest:0:1}
    case $mark$wanted in
      ,comma) json_next ;;
      :colon) wanted=value ;;
      '['value*) json_open list value_or_end || return 1 ;;
      '{'value*) json_open object key_or_end || return 1 ;;
      ']'value_or_end | '}'key_or_end) json_close ;;
      ']'comma | '}'comma) [[ ${kinds[-1]}$mark == @(list]|object\}) ]] && json_close || return 1 ;;
      [' '$'\t\n\r']*) ;;
      ?value*)
        json_take_word || return 1
        continue
        ;;
      *) return 1 ;;
    esac
    rest=${rest:1}
  done
}

# A number, true, false or null at the beginning of `rest`.
json_take_word() {
  local word=${rest%%[], \}$'\t\n\r']*}
  local number='^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$'
  case $word in
    [0-9] | [1-9][0-9] | true | false) JSON["${path:-.}"]=$word ;;
    null) JSON["${path:-.}"]= ;;
    *)
      [[ $word =~ $number ]] || return 1
      JSON["${path:-.}"]=$word
      ;;
  esac
  rest=${rest:${#word}}
  wanted=$after
}

# json_open KIND WANTED
json_open() {
  if ((${#kinds[@]} == 500)); then return 1; fi # deep enough for anything but mischief
  kinds+=("$1")
  counts+=(0)
  paths+=("$path")
  wanted=$2
  path+=.0
  after=comma
}

json_next() {
  if [[ ${kinds[-1]} == list ]]; then
    path=${paths[-1]}.$((++counts[-1]))
    wanted=value
  else
    wanted=key
  fi
}

json_close() {
  if [[ ${kinds[-1]} == list ]]; then
    if [[ $wanted == comma ]]; then ((++counts[-1])); fi
    JSON["${paths[-1]}.#"]=${counts[-1]}
  fi
  unset 'kinds[-1]' 'counts[-1]' 'paths[-1]'
  if ((${#kinds[@]} == 0)); then after=nothing; fi
  wanted=$after
}

# Puts what a string's text means into REPLY.
json_unescape() {
  local rest=$1 out= part
  local backslash='\' mark='"'
  if [[ $rest == *[$'\3'-$'\37']* ]]; then return 1; fi
  while [[ $rest == *'\'* ]]; do
    part=${rest%%'\'*}
    rest=${rest#*'\'}
    part=${part//$'\1'/"$backslash"}
    out+=${part//$'\2'/"$mark"}
    json_escape || return 1
    out+=$REPLY
  done
  rest=${rest//$'\1'/"$backslash"}
  REPLY=$out${rest//$'\2'/"$mark"}
}

# The escape that `rest` begins with, after its backslash.
json_escape() {
  case $rest in
    /*) REPLY=/ ;;
    b*) REPLY=$'\b' ;;
    f*) REPLY=$'\f' ;;
    n*) REPLY=$'\n' ;;
    r*) REPLY=$'\r' ;;
    t*) REPLY=$'\t' ;;
    u*)
      json_unicode
      return
      ;;
    *) return 1 ;;
  esac
  rest=${rest:1}
}

# u and four digits, for a pair twice that. Half a pair means U+FFFD, and so does NUL, which bash
# cannot keep.
json_unicode() {
  local four='[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]' code second
  if [[ $rest != u$four* ]]; then return 1; fi
  code=$((16#${rest:1:4}))
  rest=${rest:5}
  if ((code >= 0xd800 && code < 0xdc00)) && [[ $rest == '\u'$four* ]]; then
    second=$((16#${rest:2:4}))
    if ((second >= 0xdc00 && second < 0xe000)); then
      code=$((0x10000 + ((code - 0xd800) << 10) + second - 0xdc00))
      rest=${rest:6}
    fi
  fi
  if ((code == 0 || (code >= 0xd800 && code < 0xe000))); then code=$((0xfffd)); fi
  json_utf8 "$code"
}

# json_utf8 CODE: the character of that code.
json_utf8() {
  local code=$1 bytes
  if ((code < 0x80)); then
    printf -v bytes '\\x%x' "$code"
  elif ((code < 0x800)); then
    printf -v bytes '\\x%x' $((0xc0 | code >> 6)) $((0x80 | code & 0x3f))
  elif ((code < 0x10000)); then
    printf -v bytes '\\x%x' $((0xe0 | code >> 12)) $((0x80 | code >> 6 & 0x3f)) $((0x80 | code & 0x3f))
  else
    printf -v bytes '\\x%x' $((0xf0 | code >> 18)) $((0x80 | code >> 12 & 0x3f)) \
      $((0x80 | code >> 6 & 0x3f)) $((0x80 | code & 0x3f))
  fi
  printf -v REPLY '%b' "$bytes"
}

json_quote() {
  local LC_ALL=C text=$1 backslash='\\' mark='\"' code hex control escape
  text=${text//'\'/"$backslash"}
  text=${text//'"'/"$mark"}
  for ((code = 1; code < 32; ++code)); do
    if [[ $text != *[$'\1'-$'\37']* ]]; then break; fi
    printf -v hex '%02x' "$code"
    printf -v control '%b' "\\x$hex"
    escape="\\u00$hex"
    text=${text//"$control"/"$escape"}
  done
  REPLY="\"$text\""
}
