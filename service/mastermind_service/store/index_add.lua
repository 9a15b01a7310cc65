-- Notes a game among its owner's and keeps the lists it stands in long enough.
-- KEYS[1] the owner's days, KEYS[2] the games of one day; ARGV[1] the day,
-- ARGV[2] the time of creation, ARGV[3] the game's id, or '' to lengthen the life alone,
-- ARGV[4] how long to keep both lists, in milliseconds. A game noted already keeps its place.
if ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[1])
  redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[3])
end
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < tonumber(ARGV[4]) then
    redis.call('PEXPIRE', key, ARGV[4])
  end
end
return 1
