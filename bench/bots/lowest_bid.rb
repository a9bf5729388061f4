# Bids 1, 2, 3 and so on, and is started again for every game.
$stdout.sync = true
1.upto(13) do |bid|
  gets
  puts bid
  gets
end
