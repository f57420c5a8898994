import { parseArgs } from 'node:util';
import { runBench } from '../../../../bench/main.ts';

const USAGE =
  'ingot bench [--nodes 300] [--concurrency 16] [--lists 1000,10000 | --lists none] [--durable] [--url http://127.0.0.1:6385]';
const whole = (text: string) => /^[1-9]\d*$/.test(text);

/** @returns the exit code: 0 measured, 1 failed, 2 wrong arguments */
export async function bench(argv: string[]): Promise<number> {
  let values: { nodes: string; concurrency: string; lists: string; url?: string; durable: boolean };
  try {
    const text = (fallback: string) => ({ type: 'string' as const, default: fallback });
    const parsed = parseArgs({
      args: argv,
      options: {
        nodes: text('300'),
        concurrency: text('16'),
        lists: text('1000,10000'),
        url: { type: 'string' },
        durable: { type: 'boolean', default: false },
      },
    });
    values = parsed.values;
    const lists = values.lists === 'none' ? [] : values.lists.split(',');
    if (![values.nodes, values.concurrency, ...lists].every(whole))
      throw new Error('A number is not a whole one above 0.');
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  try {
    await runBench({
      nodes: Number(values.nodes),
      concurrency: Number(values.concurrency),
      listSizes:
        values.lists === 'none'
          ? []
          : values.lists
              .split(',')
              .map(Number)
              .toSorted((a, b) => a - b),
      durable: values.durable,
      ...(values.url === undefined ? {} : { url: values.url }),
    });
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}
