import { hostname } from 'node:os';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().positive().max(2_147_483_647).default(fallback);
const count = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);
const flag = (fallback: boolean) =>
  z.stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] }).default(fallback);
const list = (fallback: string) =>
  z.string().default(fallback).transform((text) => text.split(',').map((item) => item.trim()).filter(Boolean));

/** Every setting of the processes, its environment variable and its default. Only where `ingot` keeps its files (INGOT_DATA_DIR) and the race points of the tests are read elsewhere. */
const schema = z.object({
  DATABASE_URL: z.string().url().default('postgresql://ingot:ingot@127.0.0.1:5432/ingot'),
  REDIS_URL: z.string().url().default('redis://127.0.0.1:6379/0'),
  INGOT_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INGOT_GRACE_MS: milliseconds(30_000),
  INGOT_POSTGRES_POOL: count(10),
  INGOT_REDIS_TIMEOUT_MS: milliseconds(2_000),

  INGOT_API_HOST: z.string().default('127.0.0.1'),
  INGOT_API_PORT: count(6385),
  INGOT_API_URL: z.string().url().optional(),
  INGOT_AUTH_STRATEGY: z.enum(['noauth', 'http_basic', 'keystone']).default('noauth'),
  INGOT_HTPASSWD_FILE: z.string().min(1).optional(),
  INGOT_KEYSTONE_URL: z.string().url().optional(),
  INGOT_KEYSTONE_USERNAME: z.string().min(1).default('ironic'),
  INGOT_KEYSTONE_PASSWORD: z.string().min(1).optional(),
  INGOT_KEYSTONE_PROJECT: z.string().min(1).default('service'),
  INGOT_KEYSTONE_DOMAIN: z.string().min(1).default('Default'),
  INGOT_KEYSTONE_CACHE_MS: count(300_000),
  INGOT_REQUEST_DEADLINE_MS: milliseconds(5_000),
  INGOT_ENQUEUE_TIMEOUT_MS: milliseconds(2_000),
  INGOT_MAX_LIMIT: z.coerce.number().int().positive().default(1_000),
  INGOT_NODE_LOCKED_RETRY_ATTEMPTS: z.coerce.number().int().positive().default(3),
  INGOT_NODE_LOCKED_RETRY_INTERVAL_MS: milliseconds(1_000),
  INGOT_LOCK_TTL_MS: milliseconds(15_000),

  INGOT_CONDUCTOR_HOST: z.string().min(1).default(hostname()),
  INGOT_CONDUCTOR_GROUP: z.string().regex(/^[A-Za-z0-9_.-]*$/).default(''),
  INGOT_CONDUCTOR_PORT: count(0),
  INGOT_CAPACITY: z.coerce.number().int().positive().max(10_000).default(20),
  INGOT_HARDWARE_TYPES: list('fake-hardware,manual-management'),
  INGOT_BACKLOG: count(0),
  INGOT_RESERVED_PERCENT: z.coerce.number().min(0).max(100).default(5),
  INGOT_MAX_CONCURRENT_DEPLOY: z.coerce.number().int().positive().default(250),
  INGOT_MAX_CONCURRENT_CLEAN: z.coerce.number().int().positive().default(50),
  INGOT_CONDUCTOR_BEAT_MS: milliseconds(2_000),
  INGOT_CONDUCTOR_ALIVE_MS: milliseconds(10_000),

  INGOT_LEASE_MS: milliseconds(9_000),
  INGOT_LEASE_RENEW_MS: milliseconds(2_500),
  INGOT_SWEEP_MS: milliseconds(2_000),
  INGOT_QUEUED_CHECK_MS: milliseconds(5_000),
  INGOT_CALLBACK_TIMEOUT_MS: milliseconds(1_800_000),

  INGOT_AUTOMATED_CLEAN: flag(true),
  INGOT_AGENT_REQUIRE_TLS: flag(true),
  INGOT_FAKE_DELAY_MS: count(0),
  INGOT_FAKE_JITTER_MS: count(0),
  INGOT_FAKE_EFFECT_URL: z.string().url().optional(),

  INGOT_DASHBOARD_HOST: z.string().default('127.0.0.1'),
  INGOT_DASHBOARD_PORT: count(6386),
  INGOT_DASHBOARD_USER: z.string().min(1).default('admin'),
  INGOT_DASHBOARD_PASSWORD: z.string().min(1).optional(),
  INGOT_DASHBOARD_WRITABLE: flag(false),
});

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = z.output<typeof schema>;

/** The strategy with what it needs. @throws ConfigError when that is not there */
function authentication(e: Environment) {
  const needed = <T>(name: keyof Environment, value: T | undefined): T => {
    if (value === undefined) throw new ConfigError(`${name}: must be set for INGOT_AUTH_STRATEGY=${e.INGOT_AUTH_STRATEGY}.`);
    return value;
  };
  switch (e.INGOT_AUTH_STRATEGY) {
    case 'noauth':
      return { strategy: 'noauth' } as const;
    case 'http_basic':
      return { strategy: 'http_basic', file: needed('INGOT_HTPASSWD_FILE', e.INGOT_HTPASSWD_FILE) } as const;
    case 'keystone':
      return {
        strategy: 'keystone',
        url: needed('INGOT_KEYSTONE_URL', e.INGOT_KEYSTONE_URL),
        username: e.INGOT_KEYSTONE_USERNAME,
        password: needed('INGOT_KEYSTONE_PASSWORD', e.INGOT_KEYSTONE_PASSWORD),
        project: e.INGOT_KEYSTONE_PROJECT,
        domain: e.INGOT_KEYSTONE_DOMAIN,
        cacheMs: e.INGOT_KEYSTONE_CACHE_MS,
      } as const;
  }
}

/**
 * @param env usually process.env
 * @returns the settings, frozen
 * @throws ConfigError naming each wrong variable and what it must be
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([key, value]) => key in schema.shape && value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const e = parsed.data;
  if (e.INGOT_LEASE_RENEW_MS * 2 > e.INGOT_LEASE_MS) {
    throw new ConfigError('INGOT_LEASE_RENEW_MS: must be at most half of INGOT_LEASE_MS, or one slow renewal loses the lease.');
  }
  return Object.freeze({
    databaseUrl: e.DATABASE_URL,
    redisUrl: e.REDIS_URL,
    logLevel: e.INGOT_LOG_LEVEL,
    /** how long a stop waits for work in hand */
    graceMs: e.INGOT_GRACE_MS,
    postgresPool: e.INGOT_POSTGRES_POOL,
    redisTimeoutMs: e.INGOT_REDIS_TIMEOUT_MS,
    api: { host: e.INGOT_API_HOST, port: e.INGOT_API_PORT, url: e.INGOT_API_URL ?? `http://${e.INGOT_API_HOST}:${e.INGOT_API_PORT}` },
    auth: authentication(e),
    /** from intent to answer; after it the reconciler reverts */
    requestDeadlineMs: e.INGOT_REQUEST_DEADLINE_MS,
    enqueueTimeoutMs: e.INGOT_ENQUEUE_TIMEOUT_MS,
    maxLimit: e.INGOT_MAX_LIMIT,
    nodeLocked: { attempts: e.INGOT_NODE_LOCKED_RETRY_ATTEMPTS, intervalMs: e.INGOT_NODE_LOCKED_RETRY_INTERVAL_MS },
    lockTtlMs: e.INGOT_LOCK_TTL_MS,
    conductor: {
      host: e.INGOT_CONDUCTOR_HOST,
      group: e.INGOT_CONDUCTOR_GROUP.toLowerCase(),
      port: e.INGOT_CONDUCTOR_PORT,
      capacity: e.INGOT_CAPACITY,
      hardwareTypes: e.INGOT_HARDWARE_TYPES,
      beatMs: e.INGOT_CONDUCTOR_BEAT_MS,
      aliveMs: e.INGOT_CONDUCTOR_ALIVE_MS,
    },
    /** accepted operations that may wait for a slot, per pool */
    backlog: e.INGOT_BACKLOG,
    /** extra slots, in per cent of the capacity and at least one a conductor, for abort and power */
    reservedPercent: e.INGOT_RESERVED_PERCENT,
    limits: { deploy: e.INGOT_MAX_CONCURRENT_DEPLOY, clean: e.INGOT_MAX_CONCURRENT_CLEAN },
    leaseMs: e.INGOT_LEASE_MS,
    leaseRenewMs: e.INGOT_LEASE_RENEW_MS,
    sweepMs: e.INGOT_SWEEP_MS,
    queuedCheckMs: e.INGOT_QUEUED_CHECK_MS,
    callbackTimeoutMs: e.INGOT_CALLBACK_TIMEOUT_MS,
    automatedClean: e.INGOT_AUTOMATED_CLEAN,
    agentRequireTls: e.INGOT_AGENT_REQUIRE_TLS,
    fake: { delayMs: e.INGOT_FAKE_DELAY_MS, jitterMs: e.INGOT_FAKE_JITTER_MS, effectUrl: e.INGOT_FAKE_EFFECT_URL },
    dashboard: {
      host: e.INGOT_DASHBOARD_HOST,
      port: e.INGOT_DASHBOARD_PORT,
      user: e.INGOT_DASHBOARD_USER,
      password: e.INGOT_DASHBOARD_PASSWORD,
      writable: e.INGOT_DASHBOARD_WRITABLE,
    },
  });
}
export type Config = ReturnType<typeof loadConfig>;
