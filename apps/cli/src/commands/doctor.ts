import { spawnSync } from 'node:child_process';

const onPath = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Prints what is there and what is not. @returns 1 when something needed is missing */
export function doctor(): number {
  const checks: { what: string; ok: boolean; needed: boolean; fix: string }[] = [
    { what: 'Node 24 or newer', ok: Number(process.versions.node.split('.')[0]) >= 24, needed: true, fix: './ingot fetches it by itself through npm' },
    { what: 'redis-server (or REDIS_URL)', ok: onPath('redis-server') || onPath('valkey-server') || !!process.env.REDIS_URL, needed: true, fix: 'sudo apt-get install redis-server' },
    { what: 'a container engine (only for docker-compose)', ok: spawnSync('docker', ['info'], { timeout: 3_000 }).status === 0, needed: false, fix: 'sudo apt-get install docker.io' },
    { what: 'openstack baremetal (only to try the real client)', ok: onPath('openstack'), needed: false, fix: 'sudo apt-get install python3-openstackclient python3-ironicclient' },
  ];
  for (const { what, ok, needed, fix } of checks) process.stdout.write(`${ok ? 'ok     ' : needed ? 'MISSING' : 'absent '}  ${what}${ok ? '' : `   ->  ${fix}`}\n`);
  return checks.some(({ ok, needed }) => needed && !ok) ? 1 : 0;
}
