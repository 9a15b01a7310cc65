-- Stores a record unless one stands already.
-- KEYS[1] the record; ARGV[1] the value, ARGV[2] its life in milliseconds.
-- Answers 1 when stored, else the record that stands.
local current = redis.call('GET', KEYS[1])
if current then
  return current
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
