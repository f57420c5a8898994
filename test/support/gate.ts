import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './cluster.ts';

/** Holds whoever asks until it is opened: a process at a race point, or a machine in the middle of an action. */
export async function startGate() {
  const held: ServerResponse[] = [];
  let open = false;
  const server = createServer((request, response) => {
    request.resume();
    if (open) response.end();
    else held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Waits until somebody stands before it. */
    reached: () => until(() => held.length > 0, 'somebody stands before the gate'),
    /** Lets through who stands before it and who comes later. */
    open() {
      open = true;
      for (const response of held.splice(0)) response.end();
    },
    /** Holds who comes from now on. */
    shut: () => void (open = false),
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
