-- A filter and the order of the list (id) in one index: the first page and one from the middle cost the same.
DROP INDEX "nodes_provision_state_idx";
DROP INDEX "nodes_driver_idx";
DROP INDEX "nodes_resource_class_idx";
DROP INDEX "nodes_conductor_group_idx";
DROP INDEX "nodes_owner_idx";
CREATE INDEX "nodes_provision_state_id_idx" ON "nodes" ("provision_state", "id");
CREATE INDEX "nodes_driver_id_idx" ON "nodes" ("driver", "id");
CREATE INDEX "nodes_resource_class_id_idx" ON "nodes" ("resource_class", "id");
CREATE INDEX "nodes_conductor_group_id_idx" ON "nodes" ("conductor_group", "id");
CREATE INDEX "nodes_owner_id_idx" ON "nodes" ("owner", "id");
CREATE INDEX "nodes_lessee_id_idx" ON "nodes" ("lessee", "id");
CREATE INDEX "nodes_shard_id_idx" ON "nodes" ("shard", "id");
CREATE INDEX "nodes_chassis_uuid_idx" ON "nodes" ("chassis_uuid");
CREATE INDEX "nodes_parent_node_idx" ON "nodes" ("parent_node");
-- What few nodes are: only those are in the index.
CREATE INDEX "nodes_faulty" ON "nodes" ("fault", "id") WHERE "fault" IS NOT NULL;
CREATE INDEX "nodes_in_maintenance" ON "nodes" ("id") WHERE "maintenance";
CREATE INDEX "nodes_retired" ON "nodes" ("id") WHERE "retired";
CREATE INDEX "nodes_associated" ON "nodes" ("id") WHERE "instance_uuid" IS NOT NULL;
