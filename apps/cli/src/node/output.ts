import type { Json, JsonObject } from '@ingot/domain';
import { columns } from '../table.ts';

/** A field as it stands in a table: nothing for null, JSON for what has parts. */
const cell = (value: Json | undefined) => (value === null || value === undefined ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Records below each other, one column a field. */
export function recordTable(records: JsonObject[], fields: readonly string[]): string {
  if (records.length === 0) return 'none\n';
  return lines(columns([fields.map((field) => field.toUpperCase()), ...records.map((record) => fields.map((field) => cell(record[field])))]));
}
/** One record, a line a field. */
export const recordList = (record: JsonObject) => lines(columns(Object.entries(record).map(([field, value]) => [field, cell(value)])));

const lines = (texts: string[]) => texts.map((text) => `${text}\n`).join('');
/** One JSON document, for programs. */
export const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
