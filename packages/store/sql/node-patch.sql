-- What every write of a node by patch sets, included by intent.sql and move.sql as `@node-patch $n`.
-- in:  $n the node patch (jsonb): the keys it has replace their columns, the other columns stay;
--      driver_internal_info is merged key by key and null removes a key
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
      FROM jsonb_populate_record(n, @patch::jsonb) r
    ),
    driver_internal_info = CASE WHEN @patch::jsonb ? 'driver_internal_info' THEN (
      SELECT coalesce(jsonb_object_agg(k, v) FILTER (WHERE v <> 'null'), '{}')
      FROM jsonb_each(n.driver_internal_info || (@patch::jsonb -> 'driver_internal_info')) AS e (k, v)
    ) ELSE n.driver_internal_info END,
    provision_updated_at = CASE WHEN @patch::jsonb ? 'provision_state' THEN now() ELSE n.provision_updated_at END,
    updated_at = now(),
    revision = n.revision + 1,
