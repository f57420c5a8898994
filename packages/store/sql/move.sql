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
    (
      name, driver, driver_info, properties, extra, instance_info, instance_uuid, instance_name, network_data,
      provision_state, target_provision_state, power_state, target_power_state, maintenance,
      maintenance_reason, fault, last_error, reservation, clean_step, deploy_step, service_step, raid_config,
      target_raid_config, traits, console_enabled, resource_class, conductor_group, automated_clean,
      protected, protected_reason, retired, retired_reason, owner, lessee, description, shard, parent_node,
      chassis_uuid, allocation_uuid, disable_power_off, boot_mode, secure_boot, health, inspection_started_at,
      inspection_finished_at, bios_interface, boot_interface, console_interface, deploy_interface,
      firmware_interface, inspect_interface, management_interface, network_interface, power_interface,
      raid_interface, rescue_interface, storage_interface, vendor_interface
    ) = (
      SELECT
        r.name, r.driver, r.driver_info, r.properties, r.extra, r.instance_info, r.instance_uuid,
        r.instance_name, r.network_data, r.provision_state, r.target_provision_state, r.power_state,
        r.target_power_state, r.maintenance, r.maintenance_reason, r.fault, r.last_error, r.reservation,
        r.clean_step, r.deploy_step, r.service_step, r.raid_config, r.target_raid_config, r.traits,
        r.console_enabled, r.resource_class, r.conductor_group, r.automated_clean, r.protected,
        r.protected_reason, r.retired, r.retired_reason, r.owner, r.lessee, r.description, r.shard,
        r.parent_node, r.chassis_uuid, r.allocation_uuid, r.disable_power_off, r.boot_mode, r.secure_boot,
        r.health, r.inspection_started_at, r.inspection_finished_at, r.bios_interface, r.boot_interface,
        r.console_interface, r.deploy_interface, r.firmware_interface, r.inspect_interface,
        r.management_interface, r.network_interface, r.power_interface, r.raid_interface, r.rescue_interface,
        r.storage_interface, r.vendor_interface
      FROM jsonb_populate_record(n, $6::jsonb) r
    ),
    driver_internal_info = CASE WHEN $6::jsonb ? 'driver_internal_info' THEN (
      SELECT coalesce(jsonb_object_agg(k, v) FILTER (WHERE v <> 'null'), '{}')
      FROM jsonb_each(n.driver_internal_info || ($6::jsonb -> 'driver_internal_info')) AS e (k, v)
    ) ELSE n.driver_internal_info END,
    provision_updated_at = CASE WHEN $6::jsonb ? 'provision_state' THEN now() ELSE n.provision_updated_at END,
    updated_at = now(),
    revision = n.revision + 1,
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
