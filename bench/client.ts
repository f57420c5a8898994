import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface Answer {
  status: number;
  text: string;
  /** of this one request, ms */
  took: number;
}
export type Client = ReturnType<typeof clientOf>;

/** A client as any other: HTTP with kept-alive connections, one API version. Counts what it sends. It shares the cores with what it measures, so it is a cheap one. */
export function clientOf(url: string) {
  const sent = { requests: 0, refused: 0 };
  const agent = new Agent({ keepAlive: true });
  async function request(method: string, path: string, body?: unknown): Promise<Answer> {
    sent.requests++;
    const began = performance.now();
    const json = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      'X-OpenStack-Ironic-API-Version': '1.82',
      ...(json === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
    };
    return new Promise((resolve, reject) => {
      const asked = send(`${url}${path}`, { method, agent, headers, timeout: 60_000 }, (answer) => {
        text(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text, took: performance.now() - began }), reject);
      });
      asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`${method} ${path} took too long`)));
      asked.end(json);
    });
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
