CREATE TABLE "nodes" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "name" TEXT,
    "driver" TEXT NOT NULL,
    "driver_info" JSONB NOT NULL DEFAULT '{}',
    "driver_internal_info" JSONB NOT NULL DEFAULT '{}',
    "properties" JSONB NOT NULL DEFAULT '{}',
    "extra" JSONB NOT NULL DEFAULT '{}',
    "instance_info" JSONB NOT NULL DEFAULT '{}',
    "instance_uuid" UUID,
    "instance_name" TEXT,
    "network_data" JSONB NOT NULL DEFAULT '{}',
    "provision_state" TEXT NOT NULL DEFAULT 'enroll',
    "target_provision_state" TEXT,
    "provision_updated_at" TIMESTAMPTZ(6),
    "power_state" TEXT,
    "target_power_state" TEXT,
    "maintenance" BOOLEAN NOT NULL DEFAULT false,
    "maintenance_reason" TEXT,
    "fault" TEXT,
    "last_error" TEXT,
    "reservation" TEXT,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "clean_step" JSONB NOT NULL DEFAULT '{}',
    "deploy_step" JSONB NOT NULL DEFAULT '{}',
    "service_step" JSONB NOT NULL DEFAULT '{}',
    "raid_config" JSONB NOT NULL DEFAULT '{}',
    "target_raid_config" JSONB NOT NULL DEFAULT '{}',
    "traits" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "console_enabled" BOOLEAN NOT NULL DEFAULT false,
    "resource_class" TEXT,
    "conductor_group" TEXT NOT NULL DEFAULT '',
    "automated_clean" BOOLEAN,
    "protected" BOOLEAN NOT NULL DEFAULT false,
    "protected_reason" TEXT,
    "retired" BOOLEAN NOT NULL DEFAULT false,
    "retired_reason" TEXT,
    "owner" TEXT,
    "lessee" TEXT,
    "description" TEXT,
    "shard" TEXT,
    "parent_node" UUID,
    "chassis_uuid" UUID,
    "allocation_uuid" UUID,
    "disable_power_off" BOOLEAN NOT NULL DEFAULT false,
    "boot_mode" TEXT,
    "secure_boot" BOOLEAN,
    "health" TEXT,
    "inspection_started_at" TIMESTAMPTZ(6),
    "inspection_finished_at" TIMESTAMPTZ(6),
    "bios_interface" TEXT,
    "boot_interface" TEXT,
    "console_interface" TEXT,
    "deploy_interface" TEXT,
    "firmware_interface" TEXT,
    "inspect_interface" TEXT,
    "management_interface" TEXT,
    "network_interface" TEXT,
    "power_interface" TEXT,
    "raid_interface" TEXT,
    "rescue_interface" TEXT,
    "storage_interface" TEXT,
    "vendor_interface" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6),

    CONSTRAINT "nodes_pkey" PRIMARY KEY ("uuid")
);

CREATE TABLE "operations" (
    "id" UUID NOT NULL,
    "node_uuid" UUID NOT NULL,
    "verb" TEXT NOT NULL,
    "phase" TEXT NOT NULL DEFAULT 'start',
    "status" TEXT NOT NULL,
    "args" JSONB NOT NULL DEFAULT '{}',
    "before" JSONB NOT NULL DEFAULT '{}',
    "fence" INTEGER NOT NULL,
    "pool" TEXT,
    "owner" TEXT,
    "owner_host" TEXT,
    "lock_token" TEXT,
    "deadline" TIMESTAMPTZ(6),
    "lease_until" TIMESTAMPTZ(6),
    "starts" INTEGER NOT NULL DEFAULT 0,
    "request_id" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" TIMESTAMPTZ(6),
    "started_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "node_history" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "node_uuid" UUID NOT NULL,
    "conductor" TEXT,
    "user" TEXT,
    "severity" TEXT NOT NULL,
    "event" TEXT,
    "event_type" TEXT,
    "provision_state" TEXT,
    "target_provision_state" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_history_pkey" PRIMARY KEY ("uuid")
);

CREATE TABLE "ports" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "node_uuid" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "internal_info" JSONB NOT NULL DEFAULT '{}',
    "local_link_connection" JSONB NOT NULL DEFAULT '{}',
    "pxe_enabled" BOOLEAN NOT NULL DEFAULT true,
    "physical_network" TEXT,
    "is_smartnic" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT,
    "vendor" TEXT,
    "category" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6),

    CONSTRAINT "ports_pkey" PRIMARY KEY ("uuid")
);

CREATE TABLE "conductors" (
    "id" SERIAL NOT NULL,
    "hostname" TEXT NOT NULL,
    "instance" UUID NOT NULL,
    "conductor_group" TEXT NOT NULL DEFAULT '',
    "hardware_types" TEXT[],
    "drivers" JSONB NOT NULL DEFAULT '{}',
    "pool" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL,
    "online" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conductors_pkey" PRIMARY KEY ("hostname")
);

CREATE TABLE "leaders" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "leaders_pkey" PRIMARY KEY ("name")
);

CREATE UNIQUE INDEX "nodes_id_key" ON "nodes"("id");
CREATE UNIQUE INDEX "nodes_name_key" ON "nodes"("name");
CREATE UNIQUE INDEX "nodes_instance_uuid_key" ON "nodes"("instance_uuid");
CREATE INDEX "nodes_provision_state_idx" ON "nodes" ("provision_state");
CREATE INDEX "nodes_driver_idx" ON "nodes" ("driver");
CREATE INDEX "nodes_resource_class_idx" ON "nodes" ("resource_class");
CREATE INDEX "nodes_conductor_group_idx" ON "nodes" ("conductor_group");
CREATE INDEX "nodes_owner_idx" ON "nodes" ("owner");
CREATE INDEX "nodes_traits_idx" ON "nodes" USING GIN ("traits");
CREATE INDEX "operations_node_uuid_idx" ON "operations" ("node_uuid");
CREATE UNIQUE INDEX "node_history_id_key" ON "node_history"("id");
CREATE INDEX "node_history_node_uuid_id_idx" ON "node_history" ("node_uuid", "id");
CREATE UNIQUE INDEX "ports_id_key" ON "ports"("id");
CREATE UNIQUE INDEX "ports_address_key" ON "ports"("address");
CREATE UNIQUE INDEX "ports_name_key" ON "ports"("name");
CREATE INDEX "ports_node_uuid_idx" ON "ports" ("node_uuid");
CREATE UNIQUE INDEX "conductors_id_key" ON "conductors"("id");
CREATE UNIQUE INDEX "conductors_instance_key" ON "conductors"("instance");

ALTER TABLE "operations" ADD CONSTRAINT "operations_node_uuid_fkey" FOREIGN KEY ("node_uuid") REFERENCES "nodes"("uuid") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "node_history" ADD CONSTRAINT "node_history_node_uuid_fkey" FOREIGN KEY ("node_uuid") REFERENCES "nodes"("uuid") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ports" ADD CONSTRAINT "ports_node_uuid_fkey" FOREIGN KEY ("node_uuid") REFERENCES "nodes"("uuid") ON DELETE CASCADE ON UPDATE CASCADE;

-- Invariant I1: at most one open operation per node, whatever the processes believe.
CREATE UNIQUE INDEX "operations_one_open" ON "operations"("node_uuid") WHERE "ended_at" IS NULL;
-- What the reconciler reads every sweep: only open operations, however many have ended.
CREATE INDEX "operations_open" ON "operations"("status") WHERE "ended_at" IS NULL;
-- The other half of its sweep: reservations and transient states without an owner.
CREATE INDEX "nodes_reserved" ON "nodes"("uuid") WHERE "reservation" IS NOT NULL;
