# Answers with all that was read, an object of texts by path: shows what a bash bot of `arena new` has read.
choose_move() {
  local path written=
  for path in "${!JSON[@]}"; do
    json_quote "$path"
    written+=${written:+,}$REPLY
    json_quote "${JSON[$path]}"
    written+=:$REPLY
  done
  move="{$written}"
}

happened() {
  :
}

random_below() {
  REPLY=0
}
