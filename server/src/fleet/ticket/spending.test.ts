import { contract } from '@cheyi/contract/index'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { DAY, localDate } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { repairPendingWork } from '../../platform/pending-work/actions.ts'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

/* What a ticket costs, and the second person's approval of what is beyond the limit of ¥2,000. */

const { ticket, notify, todo, overview } = contract

worldsOfTests({ poolSize: 8 })

const as = (who: keyof typeof w.tokens) => ({ token: w.tokens[who] })
const facts = { type: 1, items: '更换机油机滤' } as const
const plan = { planStart: at('11-24T09:00'), planEnd: at('11-26T18:00') }

let garageId: string

beforeEach(async () => {
  await world(2)
  garageId = (await t.call(ticket.garageCreate, { name: '达安汽修' }, as('fleet'))).garageId
})

/** A ticket that the fleet manager made. */
async function made(more: object = {}): Promise<string> {
  const input = { vehicleId: w.vehicles.lavida[0]!.id, ...facts, garageId, ...plan, ...more }
  return (await t.call(ticket.maintenanceCreate, input as never, as('fleet'))).ticketId
}
const shown = (ticketId: string, who: keyof typeof w.tokens = 'fleet') =>
  t.call(ticket.maintenanceDetail, { ticketId }, as(who))
async function act(
  ticketId: string,
  action: string,
  more: object = {},
  who: keyof typeof w.tokens = 'fleet',
): Promise<Envelope> {
  const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
  return t.send(ticket.maintenanceHandle, { ticketId, version: rows[0].version, action, ...more } as never, as(who))
}
const reading = async () => ({ odometerKm: 20_000, photoIds: await uploadPhotos(t, 'ticket', 1, w.tokens.fleet) })
const send = async (ticketId: string) => act(ticketId, 'send', await reading())
const bill = (amount: number, more: object = {}) => ({ costs: [{ item: '工时', amount, payer: 1, ...more }] })
/** To its end: sent, finished, accepted. */
async function through(ticketId: string): Promise<void> {
  for (const answer of [
    await send(ticketId),
    await act(ticketId, 'finish'),
    await act(ticketId, 'accept', await reading()),
  ])
    expect(answer).toMatchObject({ success: true })
}
const notices = async (who: keyof typeof w.tokens) =>
  (await t.call(notify.page, {}, as(who))).list.filter(({ title }) => title.startsWith('维保'))
const waits = async (who: keyof typeof w.tokens) =>
  (await t.call(todo.counts, {}, as(who))).find(({ code }) => code === 'ticketApprove')?.count

/** The approvers have it on every place, the one who entered it on none; and the car is not sent. */
async function isAsked(ticketId: string, amount: string): Promise<void> {
  expect(await notices('finance')).toMatchObject([{ body: expect.stringContaining(amount) }])
  expect(await notices('fleet')).toEqual([])
  expect([await waits('manager'), await waits('finance'), await waits('fleet')]).toEqual([1, 1, 0])
  expect((await t.call(overview.home, {}, as('finance'))).tickets).toMatchObject([{ ticketId, kind: 'ticketApprove' }])
  expect((await t.call(ticket.hub, { waits: 'ticketApprove' }, as('finance'))).open).toMatchObject([{ ticketId }])
  expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])
}

describe('an amount beyond the limit asks a second person at once', () => {
  it('typed in the form of a new ticket', async () => {
    const ticketId = await made({ quote: 380_000 })
    await isAsked(ticketId, '报价 ¥3,800.00（达安汽修，常规保养）超过 ¥2,000.00')
    expect((await shown(ticketId)).cost).toMatchObject({
      awaits: true,
      own: true,
      asked: { fen: 380_000, limit: 200_000, refused: false, approvers: expect.arrayContaining(['店长', '财务']) },
    })
    expect(await send(ticketId)).toMatchObject({ errorCode: 7005 })
  })

  it('typed into the form of a ticket that stands', async () => {
    const ticketId = await made()
    const edit = { ticketId, version: 1, ...facts, ...plan, quote: 380_000 }
    expect(await t.send(ticket.maintenanceEdit, edit as never, as('fleet'))).toMatchObject({ success: true })
    await isAsked(ticketId, '报价 ¥3,800.00')
    expect(await send(ticketId)).toMatchObject({ errorCode: 7005 })
  })

  it('entered as a quote', async () => {
    const ticketId = await made({ quote: 200_000 })
    expect(await waits('finance')).toBe(0)
    await act(ticketId, 'quote', { quote: 200_001 })
    await isAsked(ticketId, '报价 ¥2,000.01')
  })

  it('entered as costs before the car is sent', async () => {
    const ticketId = await made()
    await act(ticketId, 'cost', bill(5_000_000))
    await isAsked(ticketId, '费用 ¥50,000.00')
    expect(await send(ticketId)).toMatchObject({ errorCode: 7005 })
  })

  it('entered after the work was accepted; the car is not held up, the costs do not count until the yes', async () => {
    const ticketId = await made({ quote: 150_000 })
    await through(ticketId)
    expect(await act(ticketId, 'cost', bill(220_000))).toMatchObject({ success: true })
    expect(await shown(ticketId)).toMatchObject({
      status: maintenanceStatus.done,
      cost: { total: 220_000, accepted: 0, awaits: true },
    })
    await isAsked(ticketId, '费用 ¥2,200.00')
    expect(await act(ticketId, 'approve', {}, 'finance')).toMatchObject({ success: true })
    expect((await shown(ticketId)).cost).toMatchObject({ accepted: 220_000, awaits: false, approved: 220_000 })
    expect(await waits('manager')).toBe(0)
  })
})

describe('a second person', () => {
  it('says yes: the car may go, and who entered the amount is told', async () => {
    const ticketId = await made({ quote: 380_000 })
    expect(await act(ticketId, 'approve')).toMatchObject({ errorCode: -3 })
    expect(await act(ticketId, 'approve', {}, 'finance')).toMatchObject({ success: true })
    expect(await notices('fleet')).toMatchObject([
      { title: expect.stringContaining('已同意'), body: '测试finance同意报价 ¥3,800.00（达安汽修，常规保养）' },
    ])
    expect((await notices('manager')).every(({ read }) => read)).toBe(true)
    expect(await send(ticketId)).toMatchObject({ success: true })
  })

  it('says no with a reason: it waits for a lower amount, and for nobody’s approval', async () => {
    const ticketId = await made({ quote: 380_000 })
    expect(await act(ticketId, 'refuse', {}, 'finance')).toMatchObject({ errorCode: -2, data: { field: 'note' } })
    expect(await act(ticketId, 'refuse', { note: '太贵' }, 'finance')).toMatchObject({ success: true })
    expect(await notices('fleet')).toMatchObject([
      { title: expect.stringContaining('未同意'), body: expect.stringMatching(/太贵$/) },
    ])
    expect(await waits('manager')).toBe(0)
    expect((await shown(ticketId)).cost).toMatchObject({ awaits: true, asked: { refused: true } })
    expect(await send(ticketId)).toMatchObject({ errorCode: 7005 })
    await act(ticketId, 'quote', { quote: 190_000 })
    expect(await send(ticketId)).toMatchObject({ success: true })
  })

  it('is asked again for costs that together are more than what was approved', async () => {
    const ticketId = await made({ quote: 380_000 })
    await act(ticketId, 'approve', {}, 'finance')
    const costs = [
      { item: '工时', amount: 200_000, payer: 1 },
      { item: '配件', amount: 180_000, payer: 1 },
    ]
    await act(ticketId, 'cost', { costs })
    expect(await waits('manager')).toBe(0)
    await act(ticketId, 'cost', { costs: [...costs, { item: '拖车', amount: 100, payer: 1 }] })
    expect(await waits('manager')).toBe(1)
    expect((await shown(ticketId)).cost).toMatchObject({ asked: { fen: 380_100 } })
  })

  it('is not who entered the amount, although somebody else adds a little to the bill', async () => {
    const ticketId = await made({ quote: 380_000 })
    await act(ticketId, 'cost', bill(100), 'manager')
    expect(await act(ticketId, 'approve')).toMatchObject({ errorCode: -3 })
    expect(await act(ticketId, 'approve', {}, 'manager')).toMatchObject({ success: true })
  })

  it('is nobody: the only holder of the key approves it, so that no car stands for ever', async () => {
    const ticketId = await made({ quote: 380_000 })
    await t.root.query(`update account set status = 0 where merchant_id = $1 and name <> '测试fleet'`, [w.merchantId])
    expect((await shown(ticketId)).cost).toMatchObject({ own: false })
    expect(await act(ticketId, 'approve')).toMatchObject({ success: true })
  })
})

describe('a changed limit decides about amounts that are entered afterwards only', () => {
  const setLimit = (maintainApproveLimitFen: number) =>
    t.root.query('update merchant set settings = settings || $2 where id = $1', [
      w.merchantId,
      { maintainApproveLimitFen },
    ])
  const borne = async (ticketId: string) => {
    const { rows } = await t.root.query(
      'select coalesce(sum(fen), 0)::int as fen from vehicle_cost where ref_id = $1 and voided_at is null',
      [ticketId],
    )
    return rows[0].fen
  }

  it('raised: costs that wait are still asked for, and count once they are approved', async () => {
    const ticketId = await made()
    await through(ticketId)
    await act(ticketId, 'cost', bill(300_000))
    await setLimit(500_000)
    expect((await shown(ticketId)).cost).toMatchObject({ accepted: 0, awaits: true })
    expect([await waits('finance'), await borne(ticketId)]).toEqual([1, 0])
    expect(await act(ticketId, 'approve', {}, 'finance')).toMatchObject({ success: true })
    expect((await shown(ticketId)).cost).toMatchObject({ accepted: 300_000, awaits: false })
    expect([await waits('finance'), await borne(ticketId)]).toEqual([0, 300_000])
  })

  it('lowered: costs that count stay costs of the car, also entered again or made less, and more is asked for', async () => {
    const ticketId = await made()
    await through(ticketId)
    await act(ticketId, 'cost', bill(150_000))
    await setLimit(100_000)
    for (const fen of [150_000, 140_000]) {
      await act(ticketId, 'cost', bill(fen))
      expect((await shown(ticketId)).cost).toMatchObject({ accepted: fen, awaits: false })
      expect([await waits('finance'), await borne(ticketId)]).toEqual([0, fen])
    }
    await act(ticketId, 'cost', bill(150_001))
    expect((await shown(ticketId)).cost).toMatchObject({ accepted: 0, awaits: true })
    expect([await waits('finance'), await borne(ticketId)]).toEqual([1, 0])
  })

  it('and costs that were refused are none of the car until others are entered', async () => {
    const ticketId = await made()
    await through(ticketId)
    await act(ticketId, 'cost', bill(300_000))
    await act(ticketId, 'refuse', { note: '太贵' }, 'finance')
    await setLimit(500_000)
    expect((await shown(ticketId)).cost).toMatchObject({ accepted: 0, asked: { refused: true } })
    expect(await borne(ticketId)).toBe(0)
    await act(ticketId, 'cost', bill(299_000))
    expect(await borne(ticketId)).toBe(299_000)
  })
})

describe('costs', () => {
  it('are entered and corrected after the end, with the day of the bill; what was before stays in the log', async () => {
    const ticketId = await made()
    await through(ticketId)
    t.clock.advance(20 * DAY)
    const today = localDate(t.clock.now())
    const tomorrow = localDate(t.clock.now() + DAY)
    expect(await act(ticketId, 'cost', bill(36_000, { on: tomorrow }))).toMatchObject({
      errorCode: -2,
      data: { field: 'costs.0.on' },
    })
    expect(await act(ticketId, 'cost', bill(36_000, { on: '2026-11-30' }))).toMatchObject({ success: true })
    expect(await act(ticketId, 'cost', bill(38_000))).toMatchObject({ success: true })
    const page = await shown(ticketId)
    expect(page.cost).toMatchObject({ total: 38_000, accepted: 38_000, rows: [{ amount: 38_000, on: today }] })
    expect(page.log[0]).toMatchObject({ action: '登记费用', note: '合计 ¥380.00，原 ¥360.00' })
    const { rows } = await t.root.query(
      `select before, after from audit where merchant_id = $1 and target_type = 'ticket' and target_id = $2 order by id desc limit 1`,
      [w.merchantId, ticketId],
    )
    expect(JSON.stringify(rows[0])).toMatch(/2026-11-30.*36000|36000.*2026-11-30/)
    expect(await act(ticketId, 'cost', bill(1), 'clerk')).toMatchObject({ errorCode: -3 })
  })

  it('are nobody’s to see without the key', async () => {
    const ticketId = await made({ quote: 88_000 })
    expect((await shown(ticketId, 'clerk')).cost).toBeNull()
    const input = { vehicleId: w.vehicles.lavida[1]!.id, ...facts, quote: 1 }
    expect(await t.send(ticket.maintenanceCreate, input as never, as('clerk'))).toMatchObject({ errorCode: -3 })
  })
})
