import { setTimeout as delay } from 'node:timers/promises';

export interface Answer {
  status: number;
  text: string;
  /** of this one request, ms */
  took: number;
}
export type Client = ReturnType<typeof clientOf>;

/** A client as any other: HTTP with kept-alive connections, one API version. Counts what it sends. */
export function clientOf(url: string) {
  const sent = { requests: 0, refused: 0 };
  async function request(method: string, path: string, body?: unknown): Promise<Answer> {
    sent.requests++;
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'X-OpenStack-Ironic-API-Version': '1.82',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    return { status: answer.status, text, took: performance.now() - began };
  }
  /** The same, sent again while the answer is 503 or 409. @throws Error for any other refusal */
  async function insist(method: string, path: string, body?: unknown): Promise<Answer> {
    for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
      const answer = await request(method, path, body);
      if (answer.status < 300) return answer;
      if (answer.status !== 503 && answer.status !== 409)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      sent.refused++;
      await delay(wait);
    }
  }
  return { sent, request, insist };
}

/** Runs `work` for each item with so many at once. @returns the seconds that all of it took */
export async function each<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<number> {
  const began = performance.now();
  const rest = items.values();
  const loop = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (performance.now() - began) / 1_000;
}
