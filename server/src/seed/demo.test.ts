import { pino } from 'pino'
import { expect, it } from 'vitest'
import { differencesOfAll } from '../command/money-differences.ts'
import { testApp } from '../testing/app.ts'
import { isLarge } from '../testing/rounds.ts'
import { seedDemo } from './demo.ts'

/** First seconds of a day and of a year, the first hour of a month, the last minute of one, a leap day; Asia/Shanghai. */
const instants = [
  '2026-12-01T00:12:00',
  '2026-12-02T00:00:01',
  '2027-01-01T00:00:00',
  '2027-01-31T23:59:30',
  '2028-02-29T09:00:00',
]

const LONG = { timeout: 600_000 }

// A minute each: whoever changes the demo runs them; the browser tests load it at the hour they are run at.
it.runIf(isLarge).each(instants)(
  'the demo is whole when it is loaded at %s, and its books agree',
  LONG,
  async (instant) => {
    const t = await testApp({ now: Date.parse(`${instant}+08:00`) })
    try {
      await seedDemo(t.commands, pino({ level: 'silent' }))
      const { rows } = await t.root.query('select count(*)::int as orders from "order"')
      expect(rows[0].orders).toBeGreaterThan(600)
      expect(await differencesOfAll(t.root)).toEqual([])
    } finally {
      await t.close()
    }
  },
)
