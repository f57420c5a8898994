import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * @returns a question whose answer takes the same time for every wrong name or password: both are compared, as digests
 * of one length under a key of this process
 */
export function createLogin(user: string, password: string): (name: string, given: string) => boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const [rightName, rightPassword] = [digest(user), digest(password)];
  return (name, given) => {
    const nameIsRight = timingSafeEqual(digest(name), rightName);
    const passwordIsRight = timingSafeEqual(digest(given), rightPassword);
    return nameIsRight && passwordIsRight;
  };
}

export const generatePassword = () => randomBytes(9).toString('base64url');
