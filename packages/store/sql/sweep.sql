-- What the reconciler must look at: open operations whose owner is gone or whose time is up.
-- in:  $1 how long a queued operation may lie before its job is looked for, in ms
-- out: rows {node, operation, fault}: 'intent' (the API died before it answered), 'lease' (the conductor is lost),
--      'deadline' (nobody called back), 'queued' (is its job still there?), oldest first
SELECT to_jsonb(n) AS node, to_jsonb(o) AS operation,
  CASE o.status WHEN 'intent' THEN 'intent' WHEN 'running' THEN 'lease' WHEN 'waiting' THEN 'deadline' ELSE 'queued' END AS fault
FROM operations o JOIN nodes n ON n.uuid = o.node_uuid
WHERE o.ended_at IS NULL AND (
  (o.status = 'intent' AND o.deadline < now())
  OR (o.status = 'running' AND o.lease_until < now())
  OR (o.status = 'waiting' AND o.deadline < now() AND NOT n.maintenance)
  OR (o.status = 'queued' AND o.accepted_at < now() - $1::int * interval '1 ms')
)
ORDER BY o.created_at LIMIT 500
