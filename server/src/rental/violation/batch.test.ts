import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { codeTo, messagesWhere } from '../../testing/sms.ts'
import { bringBack, handOut, renter } from '../../testing/world/handover.ts'
import { finance, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Many violations at once, each by the rules of one; a customer is told of theirs by one message. */

ownMerchant({ cars: 4, other: true })

const { violation } = contract
const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')
const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }
let serial = 0
let mobile = ''
beforeEach(() => {
  mobile = `1391236${String(1000 + serial++)}`
})

const trip = { pickupAt: OUT, returnAt: BACK }
const shown = (violationId: string) => t.call(violation.detail, { violationId }, owner())

/** Orders of renters that are over, one of each car, and the violations of each. */
async function rented(renters: readonly string[], each: number) {
  const orders: string[] = []
  const cases: { violationId: string; version: number }[][] = []
  for (const [index, renterId] of renters.entries()) {
    t.clock.set(OUT - HOUR)
    const { orderId } = await handOut(t, w, { trip, form: { renterId, vehicleId: w.vehicles.lavida[index]!.id } })
    await bringBack(t, w, orderId, { at: BACK })
    orders.push(orderId)
  }
  t.clock.set(BACK + HOUR)
  for (const orderId of orders) {
    const made = []
    for (let n = 1; n <= each; n++) {
      const { id, version } = await t.call(
        violation.save,
        { orderId, occurAt: OUT + n * HOUR, ...facts } as never,
        owner(),
      )
      made.push({ violationId: id, version })
    }
    cases.push(made)
  }
  return { orders, cases }
}
const send = (input: object, who = owner()) => t.send(violation.batch, input as never, who)
async function done(input: object) {
  const { jobId } = await t.call(violation.batch, input as never, owner())
  await workOff(t.jobs, bulk)
  return t.call(contract.job.detail, { jobId }, owner())
}
const textsTo = async (orders: readonly string[]) =>
  messagesWhere(t, `order_id = any ($1::bigint[]) and kind in ('violationFound', 'violationsFound')`, [orders])

async function unlock(link: string) {
  t.clock.advance(61_000)
  await t.call(violation.otp, { t: link }, {})
  const { pass } = await t.call(violation.enter, { t: link, smsCode: await codeTo(t, mobile) }, {})
  return { headers: { 'x-link-pass': pass } }
}
const linkIn = (body: string) => new URL(/https?:\S+/.exec(body)![0]).searchParams.get('t')!

describe('telling customers of many violations', () => {
  it('one customer gets one message and one link to all of theirs, of every order; each is answered by itself', async () => {
    const mine = await renter(t, w, { phone: mobile })
    const other = await renter(t, w, { phone: '13912369999' })
    const { orders, cases } = await rented([mine, mine, other], 2)
    expect(await done({ action: 'notify', cases: cases.flat() })).toMatchObject({
      state: jobState.done,
      counts: { updated: 6, failed: 0 },
    })
    const texts = await textsTo(orders.slice(0, 2))
    expect(texts).toHaveLength(1)
    expect(await textsTo(orders.slice(2))).toHaveLength(1)
    expect(texts[0]!.body).toContain('有4条违章')
    const link = linkIn(texts[0]!.body)
    const by = await unlock(link)
    const page = await t.call(violation.notice, { t: link }, by)
    const [first, second] = [cases[0]!, cases[1]!]
    expect(new Set(page.cases.map(({ violationId }) => violationId))).toEqual(
      new Set([...first, ...second].map(({ violationId }) => violationId)),
    )
    const one = second[0]!.violationId
    const said = await t.send(violation.reply, { t: link, violationId: one, reply: 'agency' }, by)
    expect(said).toMatchObject({ success: true })
    expect((await shown(one)).consent).toMatchObject({ way: 'page' })
    expect((await shown(first[0]!.violationId)).consent).toBeNull()
    // What was told to another customer is none of theirs.
    const foreign = cases[2]![0]!.violationId
    expect(await t.send(violation.notice, { t: link, violationId: foreign }, by)).toMatchObject({ errorCode: 5301 })
    // One that is told anew, alone, leaves the link; the others stay on it.
    const { version } = await shown(first[0]!.violationId)
    await t.root.query('update violation set status = $2 where id = $1', [first[0]!.violationId, violationStatus.open])
    await t.call(violation.notify, { violationId: first[0]!.violationId, version }, owner())
    expect((await t.call(violation.notice, { t: link }, by)).cases).toHaveLength(3)
  })

  it('the link of one brings those that were told with it, and ends the links before', async () => {
    const mine = await renter(t, w, { phone: mobile })
    const { orders, cases } = await rented([mine], 3)
    await done({ action: 'notify', cases: cases.flat() })
    const [text] = await textsTo(orders)
    const { url } = await t.call(violation.link, { violationId: cases[0]![1]!.violationId, way: 2 }, owner())
    expect(await t.send(violation.door, { t: linkIn(text!.body) })).toMatchObject({ errorCode: 5301 })
    const link = linkIn(url)
    expect((await t.call(violation.notice, { t: link }, await unlock(link))).cases).toHaveLength(3)
  })

  it('does the good ones and says of each bad one which it is and why', async () => {
    const mine = await renter(t, w, { phone: mobile })
    const { orders, cases } = await rented([mine], 3)
    const [good, told, stale] = cases[0]!
    await t.call(violation.notify, told!, owner())
    const again = (await shown(told!.violationId)).version
    const answer = await done({
      action: 'notify',
      cases: [good, { ...told, version: again }, { ...stale, version: stale!.version + 7 }],
    })
    expect(answer).toMatchObject({ state: jobState.partly, counts: { updated: 1, failed: 2 } })
    expect(answer.issues.map(({ value, reason }) => [value.includes('11-23'), reason])).toEqual([
      [true, '当前违章状态不允许此操作'],
      [true, '数据已被他人修改，请刷新后重试'],
    ])
    expect((await shown(good!.violationId)).status).toBe(violationStatus.byCustomer)
    expect((await shown(stale!.violationId)).status).toBe(violationStatus.open)
    // Of one that is told alone the text is the usual one.
    expect((await textsTo(orders)).map(({ kind }) => kind)).toEqual(['violationFound', 'violationFound'])
  })
})

describe('seeing to many violations', () => {
  it('goes one way for all, and refuses points that nobody takes for money', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 2)
    const { id, version } = await t.call(
      violation.save,
      {
        orderId: (await shown(cases[0]![0]!.violationId)).orderId,
        occurAt: OUT + 9 * HOUR,
        ...facts,
        points: 3,
      } as never,
      owner(),
    )
    const all = [...cases[0]!, { violationId: id, version }]
    expect(await send({ action: 'agency', cases: all })).toMatchObject({ errorCode: -2, data: { field: 'consent' } })
    expect(await done({ action: 'agency', cases: all, consent: 'phone' })).toMatchObject({
      counts: { updated: 2, failed: 1 },
      issues: [{ reason: expect.stringContaining('扣分') }],
    })
    expect((await shown(cases[0]![1]!.violationId)).consent).toMatchObject({ way: 'phone' })
  })

  it('closes what is settled, and leaves what the customer still owes to be fixed', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 2)
    const [settled, owed] = cases[0]!
    await t.root.query('update violation set status = $2 where id = any ($1::bigint[])', [
      [settled!.violationId, owed!.violationId],
      violationStatus.toClose,
    ])
    await t.root.query('update violation set handle_way = 2 where id = $1', [owed!.violationId])
    expect(await done({ action: 'close', cases: cases[0]! })).toMatchObject({
      counts: { updated: 1, failed: 1 },
      issues: [{ reason: '请先完成扣款或免除' }],
    })
    expect((await shown(settled!.violationId)).status).toBe(violationStatus.closed)
    expect((await shown(owed!.violationId)).status).toBe(violationStatus.toClose)
  })

  it('is refused to who may not, for what is out of sight, twice the same, and for more than fifty', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 1)
    const input = { action: 'notify', cases: cases[0]! }
    expect(await send(input, finance())).toMatchObject({ errorCode: -3 })
    expect(await send(input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await send({ ...input, cases: [...cases[0]!, ...cases[0]!] })).toMatchObject({ errorCode: -2 })
    const many = Array.from({ length: 51 }, (_, n) => ({ violationId: String(n + 1), version: 1 }))
    expect(await send({ ...input, cases: many })).toMatchObject({ errorCode: -2 })
  })
})

it('ends the requests to colleagues about each violation that it handles', async () => {
  const { cases } = await rented([await renter(t, w, { phone: mobile })], 2)
  const [first, second] = cases[0]!
  const wish = (violationId: string) => ({
    act: 'violation.handle',
    subject: 'violation' as const,
    subjectId: violationId,
  })
  const { referral } = contract
  const finances = finance()
  for (const { violationId } of [first!, second!]) await t.call(referral.ask, wish(violationId), finances)
  expect(
    await t.call(referral.ofRecord, { subject: 'violation', subjectId: first!.violationId }, finances),
  ).toMatchObject([{ act: '处理违章', mine: true }])
  await done({ action: 'agency', consent: 'phone', cases: [first!, { ...second!, version: 99 }] })
  const open = async (violationId: string) =>
    t.call(referral.ofRecord, { subject: 'violation', subjectId: violationId }, finances)
  expect(await open(first!.violationId)).toEqual([])
  // The other was refused.
  expect(await open(second!.violationId)).toHaveLength(1)
})
