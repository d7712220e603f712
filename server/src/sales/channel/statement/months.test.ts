import { contract } from '@cheyi/contract/index'
import { account } from '@cheyi/domain/money/payment/ledger'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { statementResult, statementState } from '@cheyi/domain/sales/channel/codes'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { writeTable } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { at } from '../../../testing/at.ts'
import { runDue } from '../../../testing/jobs.ts'
import { openChannel } from '../../../testing/open-api.ts'
import { sendUpload } from '../../../testing/upload.ts'
import { books, booksAgree, moneyFaults } from '../../../testing/world/bookings.ts'
import { bringBack, confirmed, prepare, renter, sendConfirm } from '../../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { closeMonth } from '../../../testing/world/months.ts'
import { form, ownPlatform, type Placed, post, quote } from '../../../testing/world/platform.ts'

/* The commission of a platform follows what the rental earns: each closed month has its own part of it. */

vi.setConfig({ testTimeout: 60_000 })
ownMerchant({ cars: 2 })
ownPlatform()

const customer = { name: '周明轩', mobile: '18621070937' }
const RETURN = '2027-01-10T10:00:00+08:00'
const atTime = (text: string) => t.clock.set(Date.parse(`${text}+08:00`))

async function importLine(month: string, row: readonly string[]) {
  const rows = [['平台订单号', '结算金额', '佣金', '类型'], row]
  const bytes = await writeTable([{ name: '对账', rows, widths: [] }])
  const sent = await sendUpload(t, { biz: 'import' }, { name: '对账单.xlsx', bytes }, owner())
  const { mediaId } = sent.data as { mediaId: string }
  const { jobId: trial } = await t.call(contract.channel.statementCheck, { source: 2, month, mediaId }, owner())
  await workOff(t.jobs, bulk)
  await t.call(contract.channel.statementConfirm, { jobId: trial, mode: 'allOrNothing' }, owner())
  await workOff(t.jobs, bulk)
}

/** The commission and the income of the order that a month of the books has. */
async function inMonth(orderId: string, month: string) {
  const { rows } = await t.root.query(
    `select coalesce(sum(debit_fen - credit_fen) filter (where account = 'channel_commission'), 0)::int as commission,
        coalesce(sum(credit_fen - debit_fen) filter (where account in ('rent_income', 'service_income')), 0)::int as income
       from ledger_entry where order_id = $1 and to_char(posted_on, 'YYYY-MM') = $2`,
    [orderId, month],
  )
  return rows[0] as { commission: number; income: number }
}

it('is accrued with each month of a rental that goes on, and what the platform keeps otherwise is corrected by its statement', async () => {
  await openChannel(t, w, 2, { commission_bp: 1050, prepaid: true })
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const { totalFen } = await quote({ returnAt: RETURN })
  const asked = await form({
    ...{ customer, returnAt: RETURN, amountFen: totalFen },
    deposits: { rental: 'waived', violation: 'waived' },
  })
  const { orderId } = (await post('/orders', asked)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))

  let [income, commission] = [0, 0]
  for (const [month, end, closes] of [
    ['2026-11', '2026-12-01T00:30:00', '2026-12-02T09:00:00'],
    ['2026-12', '2027-01-01T00:30:00', '2027-01-02T09:00:00'],
  ] as const) {
    atTime(end)
    await runDue(t, 'monthEnd')
    const part = await inMonth(orderId, month)
    income += part.income
    commission += part.commission
    expect(part.income).toBeGreaterThan(0)
    // Of all that is earned until then, so that rounding does not add up.
    expect(commission).toBe(Math.round((income * 1050) / 10_000))
    atTime(closes)
    await closeMonth(t, w.tokens.owner, month)
    expect(await inMonth(orderId, month)).toEqual(part)
    await booksAgree(t)
  }
  expect((await books(t, orderId))[account.platformClearing]).toBe(totalFen - commission)

  atTime('2027-01-10T09:50:00')
  await bringBack(t, w, orderId, { at: Date.parse(RETURN) })
  const whole = Math.round((totalFen * 1050) / 10_000)
  expect(await inMonth(orderId, '2027-01')).toEqual({ commission: whole - commission, income: totalFen - income })
  expect((await books(t, orderId))[account.channelCommission]).toBe(whole)

  // The month is closed before the platform says what it keeps; its statement keeps 3 yuan more, which fall into the open month.
  atTime('2027-02-02T09:00:00')
  const open = async () => (await t.call(contract.closing.state, {}, owner())).next!.open
  expect(await open()).toMatchObject([{ kind: 'missingChannelStatements', count: 1, mayAccept: true }])
  await closeMonth(t, w.tokens.owner, '2027-01')
  const net = totalFen - whole - 300
  await importLine('2027-01', [asked.channelOrderNo, (net / 100).toFixed(2), ((whole + 300) / 100).toFixed(2), '结算'])
  const { lines } = await t.call(contract.channel.statement, { source: 2, month: '2027-01' }, owner())
  expect(lines).toMatchObject([{ result: statementResult.otherSum, state: statementState.open }])
  const action = { source: 2, month: '2027-01', lineId: lines[0]!.id!, action: 'book', note: '平台多扣' } as const
  await t.call(contract.channel.statementHandle, action, owner())
  expect(await books(t, orderId)).toMatchObject({ bill_difference: 300, channel_commission: whole })
  expect((await books(t, orderId))[account.platformClearing]).toBeUndefined()
  await booksAgree(t)

  // An error behind everybody is found: a month that lacks its commission, or has another one.
  const plant = async (by: number) => {
    await t.root.query('set session_replication_role = replica')
    await t.root.query(
      `update ledger_entry set debit_fen = debit_fen + $2 where order_id = $1 and account = 'channel_commission' and posted_on = '2026-11-30'`,
      [orderId, by],
    )
    await t.root.query('set session_replication_role = origin')
    return (await moneyFaults(t)).map(({ what }) => what)
  }
  expect(await plant(1)).toContain('渠道佣金与合同比例不一致')
  expect(await plant(-1)).toEqual([])
})

it('of a rental of an undone return is that of its months alone', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const long = { pickupAt: '2026-11-29T10:00:00+08:00', returnAt: '2026-12-05T10:00:00+08:00' }
  const { totalFen } = await quote(long)
  const asked = await form({
    ...{ ...long, customer, amountFen: totalFen },
    deposits: { rental: 'waived', violation: 'waived' },
  })
  const { orderId } = (await post('/orders', asked)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  atTime('2026-11-29T10:00:00')
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  // The return posts the month before it, which no job has posted.
  atTime('2026-12-04T09:00:00')
  await bringBack(t, w, orderId, { at: Date.parse('2026-12-05T10:00:00+08:00') })
  const november = await inMonth(orderId, '2026-11')
  expect(november.commission).toBe(Math.round(november.income / 10))
  expect((await books(t, orderId)).channel_commission).toBe(Math.round(totalFen / 10))
  await t.call(contract.order.updateStatus, { orderId, action: 'undoReturn', reason: '误点还车' }, owner())
  expect((await books(t, orderId)).channel_commission).toBe(november.commission)
  await booksAgree(t)
})

it('of a month whose statement was never imported is a point of its closing, until the statement is there', async () => {
  await openChannel(t, w, 2, { commission_bp: 1000, prepaid: true })
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const asked = await form({ customer, deposits: { rental: 'waived', violation: 'waived' } })
  const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  await bringBack(t, w, orderId, { at: at('11-24T10:00') })
  atTime('2026-12-02T09:00:00')
  const points = async () => (await t.call(contract.closing.state, {}, owner())).next!.open.map(({ kind }) => kind)
  expect(await points()).toEqual(['missingChannelStatements'])
  const sent = await t.send(contract.closing.close, { month: '2026-11' }, owner())
  expect(sent).toMatchObject({ errorCode: -2, message: expect.stringContaining('平台结算单未导入 1') })
  const commission = Math.round(totalFen / 10)
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  await importLine('2026-11', [asked.channelOrderNo, yuan(totalFen - commission), yuan(commission), '结算'])
  expect(await points()).toEqual([])
})
