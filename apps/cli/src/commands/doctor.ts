import { examine } from '../doctor/checks.ts';
import { render } from '../doctor/finding.ts';

/** Prints what is there and what is not. @returns 1 when something needed is missing */
export async function doctor(): Promise<number> {
  const findings = await examine(process.env);
  process.stdout.write(render(findings));
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
}
