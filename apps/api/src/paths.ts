import type { Route } from './route.ts';

/** Endpoints for operators, not below /v1. */
export const OPERATOR_PATHS = ['/livez', '/readyz', '/metrics'];

/** `/nodes` is served as `/v1/nodes`; one trailing slash is ignored. */
export function canonicalPath(url: string): string {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  const own = bare === '/' || bare === '/v1' || bare.startsWith('/v1/') || OPERATOR_PATHS.includes(bare);
  return `${own ? bare : `/v1${bare}`}${cut < 0 ? '' : url.slice(cut)}`;
}

/** @returns the methods that a path takes; empty for a path that is not there */
export function methodsOf(routes: Route[]): (path: string) => string[] {
  const methods = routes.map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (path) => [...new Set(methods.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
