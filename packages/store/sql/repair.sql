-- Nodes that no operation owns but that look owned: in a transient state, or reserved. By I1 there are none; if some
-- fault nobody thought of made one, this says so and the reconciler repairs it.
-- in:  $1 the transient states (text[])
-- out: rows {node}
SELECT to_jsonb(n) AS node FROM nodes n
WHERE (n.provision_state = ANY ($1::text[]) OR n.reservation IS NOT NULL)
  AND NOT EXISTS (SELECT FROM operations o WHERE o.node_uuid = n.uuid AND o.ended_at IS NULL)
LIMIT 100
