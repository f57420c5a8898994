import { describe, expect, it } from 'vitest';
import { faultOf } from './client.ts';

describe('the words inside an error envelope', () => {
  const fault = { faultcode: 'Client', faultstring: 'Node node-7 is locked by host a.', debuginfo: null };
  it('are found in JSON inside a string inside JSON, as Ironic sends it', () => {
    expect(faultOf(JSON.stringify({ error_message: JSON.stringify(fault) }))).toBe(fault.faultstring);
  });
  it('are found in an envelope that is not a string', () => {
    expect(faultOf(JSON.stringify({ error_message: fault }))).toBe(fault.faultstring);
  });
  it('are the description where the web framework answered', () => {
    const inner = JSON.stringify({ code: 404, title: 'Not Found', description: 'No such page.' });
    expect(faultOf(JSON.stringify({ error_message: inner }))).toBe('No such page.');
  });
  it('are the message itself when it is plain text', () => {
    expect(faultOf(JSON.stringify({ error_message: 'No.' }))).toBe('No.');
  });
  it.each(['', 'Bad Gateway', 'null', '[]', '{"x":1}', '{"error_message":null}'])(
    'fall back to the text: %j',
    (text) => {
      expect(faultOf(text)).toBe(text);
    },
  );
});
