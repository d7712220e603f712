import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { illegalStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { keepSignedIn } from '../../testing/jobs.ts'
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
const shown = (illegalId: string) => t.call(violation.detail, { illegalId }, owner())

/** Orders of renters that are over, one of each car, and the violations of each. */
async function rented(renters: readonly string[], each: number) {
  const orders: string[] = []
  const cases: { illegalId: string; version: number }[][] = []
  for (const [index, renterId] of renters.entries()) {
    t.clock.set(OUT - HOUR)
    await keepSignedIn(t)
    const { orderId } = await handOut(t, w, { trip, form: { renterId, vehicleId: w.vehicles.lavida[index]!.id } })
    await bringBack(t, w, orderId, { at: BACK })
    orders.push(orderId)
  }
  t.clock.set(BACK + HOUR)
  await keepSignedIn(t)
  for (const orderId of orders) {
    const made = []
    for (let n = 1; n <= each; n++) {
      const { id, version } = await t.call(
        violation.save,
        { orderId, occurAt: OUT + n * HOUR, ...facts } as never,
        owner(),
      )
      made.push({ illegalId: id, version })
    }
    cases.push(made)
  }
  return { orders, cases }
}
const send = (input: object, who = owner()) => t.send(violation.batch, input as never, who)
async function done(input: object) {
  const { jobId } = await t.call(violation.batch, input as never, owner())
  await workOff(t.kernel, bulk)
  return t.call(contract.job.detail, { jobId }, owner())
}
const textsTo = async (orders: readonly string[]) =>
  messagesWhere(t, `order_id = any ($1::bigint[]) and kind in ('illegalFound', 'illegalsFound')`, [orders])

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
    expect(new Set(page.cases.map(({ illegalId }) => illegalId))).toEqual(
      new Set([...first, ...second].map(({ illegalId }) => illegalId)),
    )
    const one = second[0]!.illegalId
    const said = await t.send(violation.reply, { t: link, illegalId: one, reply: 'agency' }, by)
    expect(said).toMatchObject({ success: true })
    expect((await shown(one)).consent).toMatchObject({ way: 'page' })
    expect((await shown(first[0]!.illegalId)).consent).toBeNull()
    // What was told to another customer is none of theirs.
    const foreign = cases[2]![0]!.illegalId
    expect(await t.send(violation.notice, { t: link, illegalId: foreign }, by)).toMatchObject({ errorCode: 5301 })
    // One that is told anew, alone, leaves the link; the others stay on it.
    const { version } = await shown(first[0]!.illegalId)
    await t.root.query('update illegal set status = $2 where id = $1', [first[0]!.illegalId, illegalStatus.open])
    await t.call(violation.notify, { illegalId: first[0]!.illegalId, version }, owner())
    expect((await t.call(violation.notice, { t: link }, by)).cases).toHaveLength(3)
  })

  it('the link of one brings those that were told with it, and ends the links before', async () => {
    const mine = await renter(t, w, { phone: mobile })
    const { orders, cases } = await rented([mine], 3)
    await done({ action: 'notify', cases: cases.flat() })
    const [text] = await textsTo(orders)
    const { url } = await t.call(violation.link, { illegalId: cases[0]![1]!.illegalId, way: 2 }, owner())
    expect(await t.send(violation.door, { t: linkIn(text!.body) })).toMatchObject({ errorCode: 5301 })
    const link = linkIn(url)
    expect((await t.call(violation.notice, { t: link }, await unlock(link))).cases).toHaveLength(3)
  })

  it('does the good ones and says of each bad one which it is and why', async () => {
    const mine = await renter(t, w, { phone: mobile })
    const { orders, cases } = await rented([mine], 3)
    const [good, told, stale] = cases[0]!
    await t.call(violation.notify, told!, owner())
    const again = (await shown(told!.illegalId)).version
    const answer = await done({
      action: 'notify',
      cases: [good, { ...told, version: again }, { ...stale, version: stale!.version + 7 }],
    })
    expect(answer).toMatchObject({ state: jobState.partly, counts: { updated: 1, failed: 2 } })
    expect(answer.issues.map(({ value, reason }) => [value.includes('11-23'), reason])).toEqual([
      [true, '当前违章状态不允许此操作'],
      [true, '数据已被他人修改，请刷新后重试'],
    ])
    expect((await shown(good!.illegalId)).status).toBe(illegalStatus.byCustomer)
    expect((await shown(stale!.illegalId)).status).toBe(illegalStatus.open)
    // Of one that is told alone the text is the usual one.
    expect((await textsTo(orders)).map(({ kind }) => kind)).toEqual(['illegalFound', 'illegalFound'])
  })
})

describe('seeing to many violations', () => {
  it('goes one way for all, and refuses points that nobody takes for money', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 2)
    const { id, version } = await t.call(
      violation.save,
      {
        orderId: (await shown(cases[0]![0]!.illegalId)).orderId,
        occurAt: OUT + 9 * HOUR,
        ...facts,
        points: 3,
      } as never,
      owner(),
    )
    const all = [...cases[0]!, { illegalId: id, version }]
    expect(await send({ action: 'agency', cases: all })).toMatchObject({ errorCode: -2, data: { field: 'consent' } })
    expect(await done({ action: 'agency', cases: all, consent: 'phone' })).toMatchObject({
      counts: { updated: 2, failed: 1 },
      issues: [{ reason: expect.stringContaining('扣分') }],
    })
    expect((await shown(cases[0]![1]!.illegalId)).consent).toMatchObject({ way: 'phone' })
  })

  it('closes what is settled, and leaves what the customer still owes to be fixed', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 2)
    const [settled, owed] = cases[0]!
    await t.root.query('update illegal set status = $2 where id = any ($1::bigint[])', [
      [settled!.illegalId, owed!.illegalId],
      illegalStatus.toClose,
    ])
    await t.root.query('update illegal set handle_way = 2 where id = $1', [owed!.illegalId])
    expect(await done({ action: 'close', cases: cases[0]! })).toMatchObject({
      counts: { updated: 1, failed: 1 },
      issues: [{ reason: '请先完成扣款或免除' }],
    })
    expect((await shown(settled!.illegalId)).status).toBe(illegalStatus.closed)
    expect((await shown(owed!.illegalId)).status).toBe(illegalStatus.toClose)
  })

  it('is refused to who may not, for what is out of sight, twice the same, and for more than fifty', async () => {
    const { cases } = await rented([await renter(t, w, { phone: mobile })], 1)
    const input = { action: 'notify', cases: cases[0]! }
    expect(await send(input, finance())).toMatchObject({ errorCode: -3 })
    expect(await send(input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await send({ ...input, cases: [...cases[0]!, ...cases[0]!] })).toMatchObject({ errorCode: -2 })
    const many = Array.from({ length: 51 }, (_, n) => ({ illegalId: String(n + 1), version: 1 }))
    expect(await send({ ...input, cases: many })).toMatchObject({ errorCode: -2 })
  })
})
