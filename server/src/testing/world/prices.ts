import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { type TestApp, testApp } from '../app.ts'
import { makeWorld, type World } from './world.ts'

const { price, quote: quotes } = contract
export type Layer = NonNullable<InputOf<typeof price.rules>['source']>

export interface PriceWorld {
  readonly t: TestApp
  readonly w: World
  readonly owner: () => { token: string }
  /** The places most tests are about: a model at 虹桥机场店, in one layer. */
  readonly lavida: <const S extends Layer = 0>(source?: S) => { storeId: string; modelId: string; source: S }
  readonly qin: () => { storeId: string; modelId: string }
  readonly gl8: () => { storeId: string; modelId: string }
  readonly rows: (ask?: InputOf<typeof price.rules>) => ReturnType<typeof readRows>
  readonly ruleOf: (ask: InputOf<typeof price.rules>) => Promise<Awaited<ReturnType<typeof readRows>>[number]>
  /** The calendar of December 2026, unless asked otherwise. */
  readonly month: (ask?: object) => ReturnType<typeof readMonth>
  readonly dayOf: (date: string, ask?: object) => Promise<Awaited<ReturnType<typeof readMonth>>['days'][number]>
  /** Changes 8 December 2026, unless asked otherwise. */
  readonly saveDays: (ask: object) => ReturnType<typeof writeDays>
  /** The rent of each day, as a booking is quoted. */
  readonly rentOf: (trip: object) => Promise<number[]>
}

const readRows = (t: TestApp, token: string, ask: InputOf<typeof price.rules>) => t.call(price.rules, ask, { token })
const readMonth = (t: TestApp, token: string, ask: InputOf<typeof price.calendar>) =>
  t.call(price.calendar, ask, { token })
const writeDays = (t: TestApp, token: string, ask: InputOf<typeof price.saveCalendar>) =>
  t.call(price.saveCalendar, ask, { token })

/** A small world whose prices are changed by its owner, and the words of the tests about that. */
export async function priceWorld(): Promise<PriceWorld> {
  const t = await testApp({ poolSize: 8 })
  const w = await makeWorld(t, { cars: 3 })
  const { hongqiao: storeId } = w.stores
  const token = w.tokens.owner
  const lavida: PriceWorld['lavida'] = (source) => ({
    storeId,
    modelId: w.models.lavida,
    source: (source ?? 0) as NonNullable<typeof source>,
  })
  const rows: PriceWorld['rows'] = (ask = {}) => readRows(t, token, ask)
  const month: PriceWorld['month'] = (ask = {}) =>
    readMonth(t, token, { ...lavida(), from: '2026-12-01', to: '2026-12-31', ...ask })
  return {
    t,
    w,
    owner: () => ({ token }),
    lavida,
    qin: () => ({ storeId, modelId: w.models.qin }),
    gl8: () => ({ storeId, modelId: w.models.gl8 }),
    rows,
    ruleOf: async (ask) => (await rows(ask))[0]!,
    month,
    dayOf: async (date, ask) => (await month(ask)).days.find((day) => day.date === date)!,
    saveDays: (ask) => writeDays(t, token, { ...lavida(), from: '2026-12-08', to: '2026-12-08', ...ask } as never),
    async rentOf(trip) {
      const quote = await t.call(quotes.quote, { ...lavida(1), ...trip } as never, { token })
      return quote.lines.filter((line) => line.code === 'rent').map((line) => line.amount)
    },
  }
}

/** Copies of a fresh quote, one for each of many bookings at once: pricing them one by one is not what is tested. */
export async function copyQuote(t: TestApp, quoteId: string, copies: number): Promise<string[]> {
  const { rows } = await t.root.query<{ id: string }>(
    `insert into quote (merchant_id, inputs, snapshot, total_fen, input_hash, expires_at, created_at, created_by)
     select merchant_id, inputs, snapshot, total_fen, input_hash, expires_at, created_at, created_by
       from quote, generate_series(1, $2) where id = $1 returning id`,
    [quoteId, copies],
  )
  return rows.map((row) => row.id)
}
