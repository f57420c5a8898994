/** FNV-1a, 32 bit, with a final avalanche: deterministic and spread well enough to choose a host. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Rendezvous hashing: every process names the same host, and a host's going moves only its own nodes. */
export function pick(hosts: readonly string[], key: string): string | null {
  let best: string | null = null;
  let highest = -1;
  for (const host of hosts) {
    const weight = hash(`${host}\n${key}`);
    if (weight > highest || (weight === highest && best !== null && host < best)) {
      best = host;
      highest = weight;
    }
  }
  return best;
}
