import { apiOf } from '../api.ts';

/** @returns 1 when the API does not answer */
export async function status(url: string, json: boolean): Promise<number> {
  const api = apiOf(url);
  try {
    const [nodes, conductors] = await Promise.all([api.nodes(), api.conductors()]);
    const states: { [state: string]: number } = {};
    for (const { provision_state } of nodes) states[provision_state] = (states[provision_state] ?? 0) + 1;
    if (json) {
      process.stdout.write(`${JSON.stringify({ url, conductors, states })}\n`);
      return 0;
    }
    process.stdout.write(`API ${url}\n`);
    for (const one of conductors) process.stdout.write(`conductor ${one.hostname}${one.conductor_group ? ` (${one.conductor_group})` : ''}: ${one.alive ? 'alive' : 'offline'}\n`);
    for (const [state, count] of Object.entries(states).sort()) process.stdout.write(`${String(count).padStart(6)}  ${state}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${url} does not answer (${(error as Error).message}). Start it with: ./ingot up\n`);
    return 1;
  }
}
