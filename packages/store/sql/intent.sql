-- Intent: the node goes to its transient state and the operation is written, both or neither.
-- in:  $1 node uuid, $2 the revision the check read, $3 node patch (jsonb), $4 operation id, $5 verb, $6 arguments
--      (jsonb, no secrets), $7 what compensation puts back (jsonb), $8 lock token, $9 request deadline in ms,
--      $10 request id
-- out: one row {node, operation}, or none: somebody wrote the node since the check, or holds it
-- It protects I1: whatever was checked still holds at this moment (revision), and no other operation is open.
WITH node AS (
  UPDATE nodes n SET
    @node-patch $3
    fence = n.fence + 1
  WHERE n.uuid = $1::uuid AND n.revision = $2::int AND n.reservation IS NULL
    AND NOT EXISTS (SELECT FROM operations o WHERE o.node_uuid = n.uuid AND o.ended_at IS NULL)
  RETURNING n.*
), operation AS (
  INSERT INTO operations (id, node_uuid, verb, phase, status, args, before, fence, lock_token, deadline, request_id)
  SELECT $4::uuid, node.uuid, $5::text, 'start', 'intent', $6::jsonb, $7::jsonb, node.fence, $8::text,
    now() + $9::int * interval '1 ms', $10::text
  FROM node
  RETURNING *
)
SELECT to_jsonb(node) AS node, to_jsonb(operation) AS operation FROM node, operation
