import { columns } from '../table.ts';

export interface Finding {
  what: string;
  /** missing: nothing works without it. absent: something works less well */
  state: 'ok' | 'missing' | 'absent';
  /** what was found, or what its absence means */
  note: string;
  /** the command that would put it right */
  fix?: string;
}

export function render(findings: Finding[]): string {
  const rows = columns(
    findings.map(({ what, state, note }) => [
      state === 'ok' ? '✓' : state === 'missing' ? '✗' : '–',
      what,
      note,
    ]),
  );
  const lines = rows.flatMap((row, i) => {
    const finding = findings[i];
    return finding?.fix && finding.state !== 'ok' ? [row, `     → ${finding.fix}`] : [row];
  });
  const missing = findings.filter(({ state }) => state === 'missing').map(({ what }) => what);
  const end = missing.length ? `Missing: ${missing.join(', ')}.` : 'Everything that is needed is here.';
  return `${lines.join('\n')}\n\n${end}\n`;
}
