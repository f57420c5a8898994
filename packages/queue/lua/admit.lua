-- Admission: takes one slot for an operation in the pool with the most room, or says why not. One atomic step, so that
-- any number of API processes cannot hand out the last slot twice.
-- KEYS: 1 epoch; then per candidate pool: conductors (zset: "capacity:reserved:instance" by expiry in ms), slots (zset)
-- ARGV: 1 operation id, 2 'ordinary' or 'urgent' (may use the reserved share), 3 backlog allowed per pool
-- out: {'admitted', index of the pool from 0} | {'full'} | {'none'} no live conductor | {'amnesia'} Redis has lost the
--      counters (restart, flush): the caller rebuilds them from Postgres and asks again
-- It protects I5: never more in flight than the live conductors can run.
if redis.call('EXISTS', KEYS[1]) == 0 then return {'amnesia'} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local best, room_best, alive = nil, 0, false
for i = 0, (#KEYS - 1) / 2 - 1 do
  local conductors, slots = KEYS[2 + i * 2], KEYS[3 + i * 2]
  if redis.call('ZSCORE', slots, ARGV[1]) then return {'admitted', i} end
  local total = 0
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', conductors, now, '+inf')) do
    local capacity, reserved = string.match(member, '^(%d+):(%d+):')
    alive = true
    total = total + capacity
    if ARGV[2] == 'urgent' then total = total + reserved end
  end
  local room = total - redis.call('ZCARD', slots)
  if total > 0 then room = room + ARGV[3] end
  if room > room_best then best, room_best = i, room end
end
if best == nil then return alive and {'full'} or {'none'} end
redis.call('ZADD', KEYS[3 + best * 2], now, ARGV[1])
return {'admitted', best}
