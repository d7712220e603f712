import { readFile, rm, writeFile } from 'node:fs/promises'
import { at } from '../../../scripts/lib/workspace.mjs'

/* The files of ops/cluster with the values of one machine, as `envsubst` fills them in for an operator. */

export type Values = Readonly<Record<string, string>>

/** Where each file is on a machine. */
export const places = {
  'etcd.env': '/etc/default/etcd',
  'patroni.yml': '/etc/patroni/config.yml',
  'pgbackrest.conf': '/etc/pgbackrest.conf',
  'haproxy.cfg': '/etc/haproxy/haproxy.cfg',
} as const
export type FileName = keyof typeof places

export const scripts = ['etcd-password.sh', 'restore-trial.sh'] as const

export const opsFile = (name: FileName | 'cluster.env' | 'certificates.sh' | (typeof scripts)[number]): string =>
  at('ops', 'cluster', name)

/** @throws Error naming every placeholder without a value, which `envsubst` would replace by nothing */
export function fillTemplate(text: string, values: Values): string {
  const missing = new Set<string>()
  const whole = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!values[name]) missing.add(name)
    return values[name] ?? ''
  })
  if (missing.size > 0) throw new Error(`no value for ${[...missing].join(', ')}`)
  return whole
}

/** HAProxy's file with another machine beside n3, as an operator copies its lines. */
export const withMachine = (config: string, name: string, address: string): string =>
  config.replaceAll(/^( +server )n3 \S+?(:\d+ .* )n3$/gm, `$&\n$1${name} ${address}$2${name}`)

/** The file `cluster.env` of a machine. */
export async function environmentFor(values: Values): Promise<string> {
  const text = await readFile(opsFile('cluster.env'), 'utf8')
  return text.replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`)
}

/**
 * A file as a machine of namespaces has it: the kernel's watchdog would restart the machine that carries them all, so Patroni's own
 * driver for tests takes its place, and the second repository is a folder, since no bucket is there.
 */
export function inNamespace(name: FileName, config: string): string {
  if (name === 'patroni.yml')
    return config.replace('  device: /dev/watchdog\n', '  driver: testing\n  device: /run/watchdog\n')
  if (name !== 'pgbackrest.conf') return config
  return config
    .replaceAll(/^repo2-(?:type|s3-\w[\w-]*)=.*\n/gm, '')
    .replace('repo2-path=/cheyi\n', 'repo2-path=/mnt/cheyi-backup/second\n')
}

/** Writes variables for a shell, for their owner's eyes only: addresses contain passwords. @returns the path */
export async function writeVariables(file: string, values: Values): Promise<string> {
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`)
  // The mode counts only for a file that is made, not for one that is there.
  await rm(file, { force: true })
  await writeFile(file, lines.join(''), { mode: 0o600 })
  return file
}

export const fileFor = async (name: FileName, values: Values): Promise<string> =>
  fillTemplate(await readFile(opsFile(name), 'utf8'), values)
