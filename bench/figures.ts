/** @returns the value that the share `q` of the sorted values does not exceed */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN;
}

/** "p50 / p95 / p99" in ms */
export const spread = (values: number[]) =>
  [0.5, 0.95, 0.99].map((q) => short(quantile(values, q))).join(' / ');

export const short = (value: number) =>
  Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/** A Markdown table: it is read in a terminal and pasted into docs/performance.md. */
export function table(title: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [`\n### ${title}\n`, line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
