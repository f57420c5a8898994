import type { ShownNode } from '../client.ts';
import { grid, ranges } from '../table.ts';

interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The state of each node while it changes: a terminal sees a table that is drawn anew in place, a log one line a change. */
export function liveTable(out: Output) {
  let before = new Map<string, string>();
  let drawn = 0;
  return {
    show(nodes: ShownNode[]): void {
      const changed = changes(before, nodes);
      if (changed.length === 0) return;
      before = new Map(nodes.map((node) => [node.uuid, node.provision_state]));
      if (!out.isTTY) {
        for (const line of changed) out.write(`  ${line}\n`);
        return;
      }
      const cells = nodes.map((node) => `${node.name} ${node.provision_state.padEnd(11)}`);
      const rows = grid(cells, (out.columns ?? 80) - 3);
      if (drawn > 0) out.write(`\u001b[${drawn}A\u001b[J`);
      out.write(rows.map((row) => `  ${row}\n`).join(''));
      drawn = rows.length;
    },
    /** What comes next is written below the table. */
    end(): void {
      drawn = 0;
    },
  };
}

/** One line for each way that nodes went since the last look: `available → deploying  demo-01…03`. */
export function changes(before: Map<string, string>, nodes: ShownNode[]): string[] {
  const changed = nodes.filter((node) => before.get(node.uuid) !== node.provision_state);
  const ways = Map.groupBy(changed, (node) => {
    const from = before.get(node.uuid);
    return from === undefined ? node.provision_state : `${from} → ${node.provision_state}`;
  });
  return [...ways].map(
    ([way, those]) => `${way.padEnd(24)} ${ranges(those.map((node) => node.name ?? node.uuid))}`,
  );
}
