import { setTimeout as after } from 'node:timers/promises'
import type { Product } from '../../prove/crew/product.ts'
import { waitUntil } from '../../prove/crew/wait-until.ts'
import type { Cluster } from '../machines/cluster.ts'
import type { Machine } from '../machines/machine.ts'

/* What goes wrong, or is done on purpose, while everybody works; and how it is put right. */

export interface Stage {
  readonly cluster: Cluster
  readonly product: Product
}

export interface Scenario {
  /** For people who read the table. */
  readonly title: string
  /** Resolves when it has happened, with what puts it right. */
  happen(stage: Stage): Promise<() => Promise<unknown>>
}

const STANDBY_MS = 60_000

/** Does something to the primary, and waits until another one has its place. */
const toPrimary =
  (does: (machine: Machine) => Promise<unknown>, repairs: (machine: Machine) => Promise<unknown>) =>
  async ({ cluster }: Stage) => {
    const former = await cluster.primary()
    await does(former)
    await cluster.primary(former)
    return () => repairs(former)
  }

async function switchOver(cluster: Cluster): Promise<void> {
  const primary = await cluster.primary()
  const standby = await waitUntil('a standby', async () => (await cluster.standbys())[0], STANDBY_MS)
  const way = ['switchover', 'cheyi', '--leader', primary.name, '--candidate', standby.name, '--force']
  await primary.asPostgres('patronictl', '-c', '/etc/patroni/config.yml', ...way)
}

export const scenarios = {
  'primary-killed': {
    title: 'primary killed: Patroni, PostgreSQL and etcd of its machine by SIGKILL at once',
    happen: toPrimary(
      (machine) => machine.kill(),
      (machine) => machine.start(),
    ),
  },
  'network-cut': {
    title: 'network of the primary cut',
    happen: toPrimary(
      (machine) => machine.cut(true),
      (machine) => machine.cut(false),
    ),
  },
  'disk-full': {
    title: 'disk of the primary full, switchover by hand 10 s later',
    async happen({ cluster }) {
      const former = await cluster.primary()
      await former.fillDisk(true)
      await after(10_000)
      // PostgreSQL goes on without a place for new rows, so Patroni has no reason to replace it.
      if ((await cluster.primary()) === former) await switchOver(cluster)
      return () => former.fillDisk(false)
    },
  },
  switchover: {
    title: 'switchover on purpose',
    async happen({ cluster }) {
      await switchOver(cluster)
      return async () => {}
    },
  },
  'standbys-frozen': {
    title: 'PostgreSQL of both standbys frozen (SIGSTOP)',
    async happen({ cluster }) {
      const standbys = await cluster.standbys()
      for (const standby of standbys) await standby.freeze(true)
      await after(20_000)
      return async () => {
        for (const standby of standbys) await standby.freeze(false)
      }
    },
  },
  'server-killed': {
    title: 'one of two servers killed (SIGKILL)',
    async happen({ product }) {
      await product.killOne()
      return () => product.startOne()
    },
  },
  'machine-added': {
    title: 'a fourth machine added',
    async happen({ cluster }) {
      await cluster.add('n4')
      await cluster.whole(3)
      return async () => {}
    },
  },
} as const satisfies Record<string, Scenario>

/** One stops everybody's work, so it has a course of its own. */
export type ScenarioName = keyof typeof scenarios | 'point-in-time'
/** In the order of the report; the scenario that leaves another number of machines behind is the last. */
export const scenarioNames = Object.keys(scenarios).toSpliced(-1, 0, 'point-in-time') as ScenarioName[]
