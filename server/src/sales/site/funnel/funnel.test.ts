import { contract } from '@cheyi/contract/index'
import { refusals } from '@cheyi/domain/refusal'
import { siteStep } from '@cheyi/domain/sales/site/funnel'
import { DAY } from '@cheyi/domain/time'
import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { openSite, visitor } from '../../../testing/site-visitor.ts'
import { other, owner, t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { createLimits, siteOf } from '../door.ts'
import { type SiteCalls, siteCalls } from '../serve.ts'
import { createTally } from './tally.ts'
import { countVisit, placeOfRequest } from './visit-place.ts'

onlineMerchant({ cars: 2, other: true })

let name: string
beforeAll(async () => {
  name = await openSite(t, w)
})

const trip = { storeId: '', pickupAt: at('12-01T10:00'), returnAt: at('12-01T10:00') + DAY }
const lines = async () => (await t.call(contract.site.funnel, {}, owner())).places
const lineOf = async (code: string) => (await lines()).find((one) => one.code === code)!

/** What the server counts. */
const siteTally = () => (t.app as unknown as { readonly site: SiteCalls }).site.tally

const log = { warn: () => {} }
const agent = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0'

/** A page that a browser asks for. @returns the cookie that it gets */
async function ask(tally: ReturnType<typeof createTally>, from?: string, cookie?: string, by = agent) {
  const site = await siteOf(t.kernel, name)
  const set: string[] = []
  const request = { query: { from }, headers: { cookie, 'user-agent': by }, protocol: 'https' }
  countVisit(tally, site, request as never, { header: (_: string, value: string) => set.push(value) } as never)
  return set[0]?.split(';')[0]
}

describe('the funnel', () => {
  it('counts a visit once in a browser, by its place, and nobody by a mark of their own', async () => {
    const { code } = await t.call(contract.site.placeSave, { name: '酒店大堂' }, owner())
    const tally = createTally({ ...t.kernel, log })
    const first = await ask(tally, code)
    const second = await ask(tally, code)
    // The cookie is the same for all who read the same poster.
    expect(first).toBe(second)
    expect(await ask(tally, undefined, first)).toBeUndefined()
    expect(await ask(tally, code, first)).toBeUndefined()
    await ask(tally, 'unheard')
    await ask(tally)
    await ask(tally, undefined, undefined, 'Baiduspider/2.0')
    await tally.flush()
    tally.close()
    expect((await lines()).map((one) => [one.code, one.visits])).toEqual([
      ['', 1],
      [code, 2],
      ['-', 1],
    ])
    expect(placeOfRequest({ headers: { cookie: first } } as never)).toBe(code)
  })

  it('counts searches, offers and bookings of a place, and what was sold out', async () => {
    const { code } = await t.call(contract.site.placeSave, { name: '公众号' }, owner())
    const browser = visitor(t, name, { from: `cheyi_from=${code}` })
    const where = { ...trip, storeId: w.stores.hongqiao }
    await browser.ask('search', where)
    await browser.enter('13900770011')
    const offer = await browser.ask('offer', { ...where, modelId: w.models.gl8 })
    await browser.ask('book', { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false })
    const again = await browser.ask('offer', { ...where, modelId: w.models.gl8 })
    await browser.ask('book', { quoteId: again.quoteId, total: again.total, name: '张三', payNow: false })
    await browser.ask('search', where)
    await siteTally().flush()
    expect(await lineOf(code)).toMatchObject({ visits: 0, searches: 2, empty: 0, offers: 2, bookings: 2, paid: 0 })
    const { lacks } = await t.call(contract.site.funnel, {}, owner())
    expect(lacks).toEqual([{ modelId: w.models.gl8, model: expect.any(String), wantedOn: '2026-12-01', n: 1 }])
  })

  it('loses nothing when it cannot be written, and fills no memory', async () => {
    let down = true
    const side = {
      query: (...given: unknown[]) =>
        down ? Promise.reject(new Error('away')) : t.kernel.pools.side.query(...(given as [string])),
    }
    const tally = createTally({ pools: { side } as never, clock: t.clock, log })
    const before = (await lineOf('')).searches
    tally.step(w.merchantId, '', siteStep.search)
    await tally.flush()
    tally.step(w.merchantId, '', siteStep.search)
    down = false
    await tally.flush()
    expect((await lineOf('')).searches).toBe(before + 2)
    for (let n = 0; n < 5000; n++) tally.step(w.merchantId, `p${n.toString(36)}`, siteStep.visit)
    const written: string[] = []
    const counting = createTally({
      pools: { side: { query: async (_: string, [rows]: [string]) => void written.push(rows) } } as never,
      clock: t.clock,
      log,
    })
    for (let n = 0; n < 5000; n++) counting.step('1', `p${n.toString(36)}`, siteStep.visit)
    await counting.flush()
    expect(JSON.parse(written[0]!)).toHaveLength(2000)
    tally.close()
    counting.close()
  })

  it('shows nothing of another merchant, and takes no name for a place of theirs', async () => {
    const { code } = await t.call(contract.site.placeSave, { name: '前台' }, owner())
    const by = { token: other.tokens.owner }
    expect((await t.call(contract.site.funnel, {}, by)).places.map((one) => one.code)).toEqual(['', '-'])
    expect(await t.send(contract.site.placeSave, { code, name: '别家' }, by)).toMatchObject({
      errorCode: refusals.notFound.code,
    })
    expect(await t.call(contract.site.placeSave, { code, name: '总台' }, owner())).toEqual({ code })
    expect((await lineOf(code)).name).toBe('总台')
  })

  it('gives each of two places that are named at once a code of its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, n) => t.call(contract.site.placeSave, { name: `位置${n}` }, owner())),
    )
    expect(new Set(made.map(({ code }) => code)).size).toBe(4)
  })
})

it('counts in the process: a search writes nothing by itself', async () => {
  const calls = siteCalls(t.kernel, createLimits(false))
  const before = (await lineOf('')).searches
  await visitor(t, name).ask('search', { ...trip, storeId: w.stores.hongqiao })
  expect((await lineOf('')).searches).toBe(before)
  await siteTally().flush()
  expect((await lineOf('')).searches).toBe(before + 1)
  calls.tally.close()
})
