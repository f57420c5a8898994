import { BadRequest, Conflict, DriverError, Forbidden, LostOwnership, NotAcceptable, NotFound, nodeLocked, noFreeWorker } from '@ingot/domain';
import { describe, expect, it } from 'vitest';
import { BodyRefused, errorAnswer, RouterError } from './errors.ts';

/** Reads an answer as clients do: a JSON string within JSON. */
function read(error: unknown) {
  const { status, body } = errorAnswer(error);
  const { error_message } = body as { error_message: string };
  expect(error_message).toBeTypeOf('string');
  return { status, ...JSON.parse(error_message) };
}

describe('errors on the wire', () => {
  it.each([
    [new BadRequest('no'), 400], [new Forbidden('no'), 403], [new NotFound('no'), 404], [new NotAcceptable('no'), 406],
    [new Conflict('no'), 409], [new DriverError('no'), 400],
  ])('wraps %s as the client\'s fault', (error, status) => {
    expect(read(error)).toEqual({ status, faultcode: 'Client', faultstring: 'no', debuginfo: null });
  });
  it('keeps the texts that clients match', () => {
    expect(read(nodeLocked('n1', 'c1'))).toMatchObject({ status: 409, faultstring: expect.stringContaining('is locked by host c1') });
    expect(read(noFreeWorker())).toMatchObject({ status: 503, faultcode: 'Server', faultstring: expect.stringContaining('lack of free conductor workers') });
  });
  it('has another form for what no handler saw', () => {
    expect(read(new RouterError(404))).toEqual({ status: 404, code: 404, title: 'Not Found', description: '' });
    expect(read(new RouterError(406, 'why'))).toEqual({ status: 406, code: 406, title: 'Not Acceptable', description: 'why' });
  });
  it('has no envelope for a refused body', () => {
    expect(errorAnswer(new BodyRefused(413, 'big'))).toEqual({ status: 413, body: { faultcode: 'Client', faultstring: 'big' } });
  });
  it.each([
    new Error('password=hunter2 at /srv/ingot/x.ts'), Object.assign(new Error('hunter2'), { statusCode: 404 }), new LostOwnership('hunter2'), 'hunter2', undefined, null,
  ])('says nothing of what is inside a bug: %s', (error) => {
    const answer = read(error);
    expect(answer).toMatchObject({ status: 500, faultcode: 'Server' });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});
