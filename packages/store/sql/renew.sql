-- Renews the leases of everything one conductor runs, in one trip.
-- in:  $1 the conductor's instance, $2 operation ids (uuid[]), $3 lease in ms
-- out: the ids still owned; an id that is missing was taken away and must be stopped at once
UPDATE operations SET lease_until = now() + $3::int * interval '1 ms'
WHERE owner = $1::text AND id = ANY ($2::uuid[]) AND status = 'running' AND ended_at IS NULL
RETURNING id::text AS id
