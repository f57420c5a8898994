-- Rebuilds the slot counters after Redis has lost them, from what Postgres knows, unless somebody already did.
-- KEYS: 1 epoch   ARGV: 1 key prefix of the slot sets; then pairs: pool, operation id
-- out: 1 rebuilt, 0 somebody else was first
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local time = redis.call('TIME')
for i = 2, #ARGV, 2 do redis.call('ZADD', ARGV[1] .. ARGV[i], time[1] * 1000, ARGV[i + 1]) end
redis.call('SET', KEYS[1], time[1])
return 1
