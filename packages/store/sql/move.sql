-- The one statement that moves a node while an operation is open: claim, progress, wait, resume, compensation, end.
-- in:  $1 operation id, $2 the fence the caller holds, $3 statuses the operation may be in (text[]),
--      $4 how much the fence grows (0 or 1), $5 operation patch (jsonb; deadline_ms and lease_ms count from Postgres's
--      clock, null clears), $6 node patch (jsonb; driver_internal_info is merged, null removes a key),
--      $7 history entries (jsonb array), $8 null, 'lease' or 'deadline': only if that has passed
-- out: one row {node, operation}, or none: the caller has lost the operation and must write nothing more
-- It protects I1 to I3: node and operation change together or not at all, and only under the newest fence.
WITH operation AS (
  UPDATE operations o SET
    phase = coalesce($5::jsonb ->> 'phase', o.phase),
    status = coalesce($5::jsonb ->> 'status', o.status),
    verb = coalesce($5::jsonb ->> 'verb', o.verb),
    before = coalesce($5::jsonb -> 'before', o.before),
    args = coalesce($5::jsonb -> 'args', o.args),
    pool = CASE WHEN $5::jsonb ? 'pool' THEN $5::jsonb ->> 'pool' ELSE o.pool END,
    owner = CASE WHEN $5::jsonb ? 'owner' THEN $5::jsonb ->> 'owner' ELSE o.owner END,
    owner_host = CASE WHEN $5::jsonb ? 'owner_host' THEN $5::jsonb ->> 'owner_host' ELSE o.owner_host END,
    lock_token = CASE WHEN $5::jsonb ? 'lock_token' THEN $5::jsonb ->> 'lock_token' ELSE o.lock_token END,
    reason = CASE WHEN $5::jsonb ? 'reason' THEN $5::jsonb ->> 'reason' ELSE o.reason END,
    deadline = CASE WHEN $5::jsonb ? 'deadline_ms' THEN now() + ($5::jsonb ->> 'deadline_ms')::int * interval '1 ms' ELSE o.deadline END,
    lease_until = CASE WHEN $5::jsonb ? 'lease_ms' THEN now() + ($5::jsonb ->> 'lease_ms')::int * interval '1 ms' ELSE o.lease_until END,
    starts = o.starts + coalesce(($5::jsonb ->> 'start')::int, 0),
    started_at = CASE WHEN $5::jsonb ? 'start' THEN coalesce(o.started_at, now()) ELSE o.started_at END,
    accepted_at = CASE WHEN $5::jsonb ->> 'status' = 'queued' THEN coalesce(o.accepted_at, now()) ELSE o.accepted_at END,
    ended_at = CASE WHEN $5::jsonb ->> 'status' IN ('succeeded', 'failed', 'reverted', 'aborted') THEN now() END,
    fence = o.fence + $4::int
  WHERE o.id = $1::uuid AND o.fence = $2::int AND o.ended_at IS NULL AND o.status = ANY ($3::text[])
    AND ($8::text IS NULL OR ($8::text = 'lease' AND o.lease_until < now()) OR ($8::text = 'deadline' AND o.deadline < now()))
  RETURNING o.*
), node AS (
  UPDATE nodes n SET
    @node-patch $6
    fence = operation.fence
  FROM operation
  WHERE n.uuid = operation.node_uuid
  RETURNING n.*
), history AS (
  INSERT INTO node_history (node_uuid, conductor, severity, event, event_type, provision_state, target_provision_state)
  SELECT node.uuid, h.conductor, h.severity, h.event, h.event_type, node.provision_state, node.target_provision_state
  FROM node, jsonb_to_recordset($7::jsonb) AS h (conductor text, severity text, event text, event_type text)
)
SELECT to_jsonb(node) AS node, to_jsonb(operation) AS operation FROM node, operation
