import { describe, expect, it } from 'vitest';
import { createLogin, generatePassword } from './login.ts';

describe('the login', () => {
  const login = createLogin('admin', 'pässwörd');
  it.each([
    ['admin', 'pässwörd', true],
    ['admin', 'passwörd', false],
    ['Admin', 'pässwörd', false],
    ['', '', false],
    ['admin', 'pässwörd\0', false],
  ])('%j with %j: %s', (name, password, right) => {
    expect(login(name, password)).toBe(right);
  });
  it('compares long passwords to their end', () => {
    const long = 'x'.repeat(1_000);
    expect(createLogin('admin', `${long}a`)('admin', `${long}b`)).toBe(false);
  });
  it('is given another password each time', () => {
    expect(generatePassword()).not.toBe(generatePassword());
    expect(generatePassword().length).toBeGreaterThanOrEqual(12);
  });
});
