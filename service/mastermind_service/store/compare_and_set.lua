-- Replaces a record if it still has the revision that the caller saw.
-- KEYS[1] the record; ARGV[1] the revision's bytes, ARGV[2] the new value,
-- ARGV[3] its life in milliseconds, 0 to leave the one it has: that is no change of the
-- game, of which watchers would hear on the channel that has the record's name: they are
-- told the new revision.
-- Answers 1 when stored, false where there is no record, else the record.
local current = redis.call('GET', KEYS[1])
if not current then
  return false
end
if string.sub(current, 1, #ARGV[1]) ~= ARGV[1] then
  return current
end
if ARGV[3] == '0' then
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  redis.call('PUBLISH', KEYS[1], string.sub(ARGV[2], 1, #ARGV[1]))
end
return 1
