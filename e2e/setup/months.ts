import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { quickFolder } from '../../scripts/lib/quick-folder.mjs'
import { at, serverNode } from '../../scripts/lib/workspace.mjs'
import { type Api, apiOf } from './api.ts'
import { test as base, withToken } from './test.ts'

/*
 * A server of one test's own whose clock goes on by days and months, with a small merchant that lets its cars by the month
 * and for nothing but rent. Browser and server are always at the same time.
 */

/** Who works there. */
const names = { manager: '赵敏', clerk: '李晓东', finance: '吴静' } as const

type Who = keyof typeof names
type Timer = TimerName | 'bills' | 'figures'

interface Months {
  /** Goes to a minute, `YYYY-MM-DD HH:mm` in Shanghai, then runs jobs as their schedule would. */
  readonly goTo: (minute: string, ...timers: readonly Timer[]) => Promise<void>
  readonly open: (address: string, who: Who) => Promise<void>
  readonly as: (who: Who) => Api
}

const BEGINS = '2027-01-31 09:10'
const instant = (minute: string): number => Date.parse(`${minute.replace(' ', 'T')}:00+08:00`)

/** What the server is asked, and says once it listens: `server/src/testing/months/main.ts`. */
interface Ask {
  readonly now: number
  readonly timers: readonly Timer[]
}
interface Ready {
  readonly tokens: Readonly<Record<Who, string>>
}

interface Fixtures {
  readonly monthsServer: {
    readonly url: string
    readonly ready: Ready
    readonly ask: (of: Ask) => Promise<void>
  }
  readonly months: Months
}

export const test = base.extend<Fixtures>({
  ownClock: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  monthsServer: async ({}, use) => {
    const dataDir = await mkdtemp(join(quickFolder(), 'months-'))
    const port = String(await freePort())
    const child = fork(at('server', 'src', 'testing', 'months', 'main.ts'), {
      execPath: serverNode(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...{ DATA_DIR: dataDir, PORT: port, DEMO: 'on', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
        ...{ START: String(instant(BEGINS)), NAMES: JSON.stringify(names) },
      },
    })
    const gone = once(child, 'exit')
    const said = async (id: number): Promise<Ready> => {
      for (;;) {
        const first = await Promise.race([once(child, 'message'), gone.then(() => null)])
        if (first === null) throw new Error('the server of months ended')
        if (first[0].id === id) return first[0]
      }
    }
    let serial = 0
    try {
      const ready = await said(0)
      await use({
        url: `http://127.0.0.1:${port}`,
        ready,
        async ask(of) {
          const id = ++serial
          const answered = said(id)
          child.send({ ...of, id })
          await answered
        },
      })
    } finally {
      child.disconnect()
      await gone
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  baseURL: async ({ monthsServer }, use) => use(monthsServer.url),
  months: async ({ page, monthsServer: { url, ready, ask } }, use) => {
    await page.clock.install({ time: instant(BEGINS) })
    await use({
      async goTo(minute, ...timers) {
        const now = instant(minute)
        await ask({ now, timers })
        await page.clock.setSystemTime(now)
      },
      open: async (address, who) => {
        await page.goto(withToken(address, ready.tokens[who]))
      },
      as: (who) => apiOf(url, ready.tokens[who]),
    })
  },
})

export { expect } from './test.ts'
