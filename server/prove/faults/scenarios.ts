import { existsSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY } from '@cheyi/domain/time'
import type { Reaction } from '../../src/testing/receiver.ts'
import { Caller } from '../crew/caller.ts'
import type { Crew, Load } from '../crew/crew.ts'
import { type Mood, moods, type Vendor } from '../crew/line.ts'
import { waitUntil } from '../crew/wait-until.ts'
import { fillDisk, freeDisk } from './disk.ts'
import { errands } from './errands.ts'
import type { Ground } from './ground.ts'

/* What goes wrong on purpose while everybody works, and how it is put right. */

export interface Stage {
  readonly ground: Ground
  readonly crew: Crew
  readonly isLarge: boolean
  /** From the seed: at least 0, less than 1. */
  readonly random: () => number
}

export interface Scenario {
  readonly fault: string
  readonly load?: Load
  /** In the small size, too. */
  readonly small?: true
  /** Why it cannot be tried here. */
  cannot?(ground: Ground): string | undefined
  /** Does it and puts it right. @returns what was tried, for people who read the table */
  happen(stage: Stage): Promise<string>
}

const FULL_MS = 5000
const FROZEN_MS = 20_000
const WAIT_MS = 60_000
const KEYS_READ_MS = 30_000
const BEGIN_MS = 90_000

/** A call under way, or what else is awaited. */
interface Moment {
  /** Resolves when it has begun, with whether it is still under way later on. */
  begun(stage: Stage): Promise<() => boolean>
  /** The longest time that something may happen after its beginning, ms. */
  readonly lasts: number
}

/** While a call with such an input is under way. */
const during = (call: Pick<Call, 'path'>, lasts = 60, fits: (input: never) => boolean = () => true): Moment => ({
  lasts,
  begun: ({ crew: { journal } }) =>
    new Promise((resolve) => {
      journal.onSend = (path, input) => {
        if (path !== call.path || !fits(input as never)) return
        journal.onSend = () => {}
        resolve(() => journal.underWay.get(path)! > 0)
      }
    }),
})

const confirmation = (type: number) =>
  during(contract.pickupReturn.confirm, 150, (input: { type: number }) => input.type === type)

const noticeComes: Moment = {
  lasts: 40,
  begun: ({ ground: { bank } }) =>
    new Promise((resolve) => {
      bank.onTell = () => {
        bank.onTell = () => {}
        resolve(() => true)
      }
    }),
}

/** The receiver has a message, and the server does not know it yet. */
const messageComes: Moment = {
  lasts: 20,
  begun: ({ ground: { platform } }) =>
    new Promise((resolve) => {
      const { receiver } = platform
      receiver.react = () => {
        receiver.react = () => 204
        resolve(() => true)
        return { status: 204, after: 100 }
      }
    }),
}

const anyMoment: Moment = { lasts: 1000, begun: async () => () => true }

/** The writes in whose middle something is killed. */
const writes = {
  booking: { moment: during(contract.order.create), turns: ['payment'] },
  pickup: { moment: confirmation(handoverType.pickup), turns: ['handover'] },
  return: { moment: confirmation(handoverType.return), turns: ['return'] },
  upload: { moment: during({ path: contract.media.upload.path }, 30), turns: ['return'] },
  notice: { moment: noticeComes, turns: ['payment'] },
  refund: { moment: during(contract.order.cancel, 300), turns: ['refund'] },
  position: { moment: anyMoment, turns: ['payment'] },
  // Their jobs begin within a second.
  import: { moment: during(contract.inventory.importConfirm, 2000), imports: true },
  statement: { moment: during(contract.channel.statementConfirm, 2000), imports: true },
  sale: { moment: during({ path: '/open/v1/orders' }), sells: true },
  webhook: { moment: messageComes, sells: true },
} as const satisfies Record<string, { moment: Moment } & Load>

const victims = {
  server: async ({ ground: { product }, random }: Stage) => {
    const n = random() < 0.5 ? 0 : 1
    await product.killOne(n)
    return () => product.startOne(n)
  },
  gateway: async ({ ground: { product } }: Stage) => {
    await product.killGateway()
    return () => product.startGateway()
  },
  postgres: async ({ ground: { place } }: Stage) => {
    await signalPostgres(place.folder, 'SIGKILL')
    return () => waitUntil('PostgreSQL is back', () => place.postgres.isAlive(), WAIT_MS)
  },
} as const

/** @throws Error when it does not begin */
const late = async (write: string): Promise<never> => {
  await after(BEGIN_MS, undefined, { ref: false })
  throw new Error(`no ${write} began within ${BEGIN_MS / 1000} s`)
}

function killScenario(
  victim: keyof typeof victims,
  write: keyof typeof writes,
  { small, times = 6 }: { small?: true; times?: number } = {},
): Scenario {
  const { moment, ...load } = writes[write] as { moment: Moment } & Load
  return {
    fault: `kill −9 of ${victim}`,
    load,
    ...(small && { small }),
    async happen(stage) {
      const count = stage.isLarge ? times : 1
      let hits = 0
      for (let n = 0; n < count; n++) {
        const isUnderWay = await Promise.race([moment.begun(stage), late(write)])
        await after(stage.random() * moment.lasts)
        if (isUnderWay()) hits++
        const repair = await victims[victim](stage)
        await repair()
        await stage.crew.answered()
      }
      return `${write}, ${count}×, ${hits} of them unanswered yet`
    },
  }
}

const needsDisk = ({ hasDisks }: Ground): string | undefined =>
  hasDisks ? undefined : 'a small disk needs root, or a kernel that lets users mount in a namespace of their own'

function diskFull(fault: string, folderOf: (ground: Ground) => string, load: Load): Scenario {
  return {
    fault,
    load,
    small: true,
    cannot: needsDisk,
    async happen({ ground, isLarge }) {
      const ms = isLarge ? 5 * FULL_MS : FULL_MS
      await fillDisk(folderOf(ground))
      await after(ms)
      await freeDisk(folderOf(ground))
      return `no byte left for ${ms / 1000} s`
    },
  }
}

const clockMoved: Scenario = {
  fault: 'clock',
  small: true,
  load: { sells: true, imports: true },
  async happen({ ground, crew }) {
    for (const days of [1, -1, 0]) {
      ground.moveClock(days * DAY)
      await crew.answered()
    }
    return 'of the servers: a day ahead, a day behind, and back; the database keeps its own'
  },
}

/** People whose errands need a vendor: more than a server has connections to its database. */
const CROWD = 12
/** A call is answered within half a minute; beside it some seconds on a busy machine. */
const LIMIT_SECONDS = 35

/** Vendors in one mood after the other. */
function vendors(names: readonly Vendor[], load: Load, inSmall?: true): Record<string, Scenario> {
  const trial = (some: readonly Vendor[], these: readonly Mood[], small?: true): Scenario => ({
    fault: `${some.join(', ')}: ${these.join(', ')}`,
    load,
    ...(small && { small }),
    async happen({ ground, crew, isLarge }) {
      const { line, field, urls } = ground
      const ms = isLarge ? 30_000 : 1500
      const began = performance.now()
      for (const mood of these) {
        for (const name of some) line.moods.set(name, mood)
        const done = new AbortController()
        const end = performance.now() + ms
        const crowd = Array.from({ length: CROWD }, async (_, n) => {
          const name = some[n % some.length]!
          const caller = new Caller(urls, crew.journal, done.signal, field.token, n)
          while (name in errands && performance.now() < end)
            await errands[name as keyof typeof errands](caller, field.shops).catch((error: unknown) =>
              crew.journal.fault(String(error)),
            )
        })
        await Promise.all([after(ms), ...crowd])
        for (const name of some) line.moods.delete(name)
      }
      const slowest = Math.max(...crew.journal.slowest.values()) / 1000
      if (slowest > LIMIT_SECONDS) crew.journal.trouble(`5xx: an answer after ${slowest.toFixed(0)} s`)
      for (const name of some.filter((name) => !line.asked.has(name)))
        crew.journal.trouble(`5xx: ${name} was never asked`)
      const asked = some.map((name) => `${name} ${line.asked.get(name) ?? 0}×`)
      line.asked.clear()
      return `${((performance.now() - began) / 1000).toFixed(0)} s, asked ${asked.join(', ')}; slowest answer ${slowest.toFixed(1)} s`
    },
  })
  const bad = moods.filter((mood) => mood !== 'well')
  return {
    [`${names.length === 1 ? names[0] : 'vendors'}-moody`]: trial(names, bad, inSmall),
    ...Object.fromEntries(
      names.flatMap((name) => bad.map((mood) => [`${name}-${mood}`, trial([name], [mood])] as const)),
    ),
  }
}

/** How the receiver of a platform takes messages, and what that is called. */
const receptions = {
  hangs: { status: 204, after: 7000 },
  closes: 'drop',
  garbage: 302,
  late: { status: 204, after: 4000 },
} as const satisfies Partial<Record<Mood, Reaction>>

function webhook(mood: keyof typeof receptions): Scenario {
  return {
    fault: `webhook receiver ${mood}`,
    load: { sells: true },
    async happen({ ground: { platform }, isLarge }) {
      const ms = isLarge ? 30_000 : 4000
      let count = 0
      platform.receiver.react = () => {
        count++
        return receptions[mood]
      }
      await after(ms)
      platform.receiver.react = () => 204
      return `${ms / 1000} s, ${count} messages`
    },
  }
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'server-booking': killScenario('server', 'booking'),
  'server-pickup': killScenario('server', 'pickup'),
  'server-return': killScenario('server', 'return', { small: true }),
  'server-notice': killScenario('server', 'notice'),
  'server-refund': killScenario('server', 'refund'),
  'postgres-booking': killScenario('postgres', 'booking'),
  'postgres-pickup': killScenario('postgres', 'pickup', { small: true }),
  'postgres-return': killScenario('postgres', 'return'),
  'postgres-notice': killScenario('postgres', 'notice'),
  'postgres-refund': killScenario('postgres', 'refund'),
  'server-upload': killScenario('server', 'upload'),
  'server-import': killScenario('server', 'import'),
  'server-statement': killScenario('server', 'statement'),
  'server-sale': killScenario('server', 'sale'),
  'server-webhook': killScenario('server', 'webhook'),
  'postgres-import': killScenario('postgres', 'import'),
  'postgres-statement': killScenario('postgres', 'statement'),
  'postgres-sale': killScenario('postgres', 'sale'),
  'postgres-webhook': killScenario('postgres', 'webhook'),
  'gateway-position': killScenario('gateway', 'position'),
  'postgres-frozen': {
    fault: 'SIGSTOP of PostgreSQL',
    small: true,
    async happen({ ground: { place } }) {
      await signalPostgres(place.folder, 'SIGSTOP')
      await after(FROZEN_MS)
      await signalPostgres(place.folder, 'SIGCONT')
      return `${FROZEN_MS / 1000} s`
    },
  },
  'database-full': diskFull('disk of the database full', ({ place }) => place.folder, {
    turns: ['payment', 'handover'],
    sells: true,
    imports: true,
  }),
  'files-full': diskFull('disk of the files full', ({ mediaDir }) => `${mediaDir}/..`, {
    turns: ['return', 'payment'],
    imports: true,
  }),
  clock: clockMoved,
  'keys-gone': {
    fault: 'key file gone',
    small: true,
    async happen({ ground: { product }, crew, isLarge }) {
      const { KEY_FILE: file } = product.env('a') as { KEY_FILE: string }
      await rename(file, `${file}.away`)
      await crew.answered()
      // Servers read it twice a minute.
      if (isLarge) await after(2 * KEYS_READ_MS)
      await product.killOne()
      const starts = await product.startOne().then(
        () => true,
        () => false,
      )
      if (starts || existsSync(file)) crew.journal.trouble('5xx: other keys were made')
      await rename(`${file}.away`, file)
      if (starts) await product.killOne()
      await product.startOne()
      return 'and back; servers that run go on, none starts without it, and none makes another'
    },
  },
  ...vendors(['pay'], { turns: ['payment'] }, true),
  ...vendors(['tencent', 'licence', 'violation', 'wechat', 'push', 'wukong', 'map'], { sells: true }),
  'webhook-hangs': webhook('hangs'),
  'webhook-closes': webhook('closes'),
  'webhook-garbage': webhook('garbage'),
  'webhook-late': webhook('late'),
}

/* What may happen to the processes of PostgreSQL at once, by Linux's list of them. */

/** The postmaster and its children. */
async function processesOf(cluster: string): Promise<number[]> {
  const [postmaster = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const children = await Promise.all(
    all.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return / \w (\d+) /.exec(stat.slice(stat.lastIndexOf(')')))?.[1] === postmaster ? [Number(pid)] : []
    }),
  )
  return [Number(postmaster), ...children.flat()]
}

/** Stops all processes of a cluster, lets them go on, or kills them as a power cut would. */
async function signalPostgres(folder: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
  for (const pid of await processesOf(join(folder, 'postgres'))) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
