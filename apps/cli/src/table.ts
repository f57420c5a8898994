/** Lines whose cells stand below each other. */
export function columns(rows: string[][]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `cells` one beside the other, as many as fit into the width, read from left to right. */
export function grid(cells: string[], width: number): string[] {
  const cell = Math.max(0, ...cells.map((text) => text.length)) + 3;
  const perRow = Math.max(1, Math.floor((width + 3) / cell));
  const rows: string[] = [];
  for (let i = 0; i < cells.length; i += perRow) {
    rows.push(
      cells
        .slice(i, i + perRow)
        .map((text) => text.padEnd(cell))
        .join('')
        .trimEnd(),
    );
  }
  return rows;
}

/** `demo-01 demo-02 demo-03 demo-07` in short: `demo-01…03 demo-07`. */
export function ranges(names: string[]): string {
  const out: string[] = [];
  for (let i = 0; i < names.length; ) {
    let end = i;
    while (end + 1 < names.length && follows(names[end] as string, names[end + 1] as string)) end++;
    const first = names[i] as string;
    out.push(end === i ? first : `${first}…${/\d+$/.exec(names[end] as string)?.[0]}`);
    i = end + 1;
  }
  return out.join(' ');
}

function follows(name: string, next: string): boolean {
  const number = /\d+$/.exec(name)?.[0];
  if (number === undefined) return false;
  return next === name.slice(0, -number.length) + String(Number(number) + 1).padStart(number.length, '0');
}
