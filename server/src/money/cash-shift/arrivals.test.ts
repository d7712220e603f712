import { contract } from '@cheyi/contract/index'
import { reduceType, source } from '@cheyi/domain/booking/order/codes'
import { flowKind, payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handMade } from '@cheyi/domain/money/payment/correction'
import { account } from '@cheyi/domain/money/payment/ledger'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { cashShift, payment } = contract

sharedMerchant({ cars: 20, other: true })

const by = (who: 'owner' | 'clerk' | 'finance') => ({ token: w.tokens[who] })
const awaited = async (name: string, storeId?: string) =>
  (await t.call(cashShift.awaited, { storeId }, by('finance')))
    .filter((row) => row.account === name)
    .reduce((sum, { balance }) => sum + balance, 0)
const arrive = (input: object) =>
  t.send(
    cashShift.arrive,
    { storeId: w.stores.hongqiao, account: account.posClearing, amount: 0, fee: 0, ...input } as never,
    by('finance'),
  )
const balanceOf = async (name: string) =>
  Number(
    (
      await t.root.query(
        'select coalesce(sum(debit_fen - credit_fen), 0) as fen from ledger_entry where merchant_id = $1 and account = $2',
        [w.merchantId, name],
      )
    ).rows[0].fen,
  )

async function paidByCard(amount: number): Promise<void> {
  const { orderId } = await book(t, w)
  await t.call(payment.collect, { orderId, payKind: payKind.rent, amount, payWay: payWay.pos }, by('owner'))
}

beforeAll(async () => {
  const { version } = await t.call(contract.merchant.paySetting, {}, by('owner'))
  const payWays = [payWay.cash, payWay.bank, payWay.pos]
  const limits = { maxPayment: 100_000_000 }
  await t.call(contract.merchant.savePay, { payProfile: 1, payWays, limits, version }, by('owner'))
})
afterEach(() => booksAgree(t))

it('what the card machine took is in the bank less its fee, its account at zero, the slip with it', async () => {
  await paidByCard(50_000)
  expect(await awaited(account.posClearing)).toBe(50_000)
  const slip = { slipNo: 'POSBANK-01', voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.finance) }
  expect(await arrive({ amount: 49_700, fee: 300, ...slip })).toMatchObject({ success: true, data: { left: 0 } })
  expect(await awaited(account.posClearing)).toBe(0)
  expect(await balanceOf(account.posClearing)).toBe(0)
  expect(await balanceOf(account.paymentFee)).toBe(300)
  const { list } = await t.call(cashShift.arrivals, {}, by('finance'))
  expect(list).toMatchObject([
    {
      account: account.posClearing,
      amount: 49_700,
      fee: 300,
      slipNo: 'POSBANK-01',
      byName: '测试finance',
      corrected: false,
    },
  ])
  expect(list[0]!.vouchers).toHaveLength(1)
  const flows = await t.call(payment.flowList, { kind: flowKind.channelSettlement }, by('finance'))
  expect(flows.list.map(({ way, direction, amount }) => [way, direction, amount])).toEqual([
    [payWay.pos, 'out', 50_000],
    [payWay.bank, 'in', 49_700],
  ])
  expect(await arrive({ amount: 1 })).toMatchObject({ errorCode: 4002 })
})

it('what a platform pays of an order that was typed by hand clears its account, less its commission', async () => {
  await book(t, w, {
    trip: { source: source.travel, reduces: [{ reduceType: reduceType.channelSubsidy, amount: 2_000 }] },
    form: { channelOrderNo: 'CTRIP-1' },
  })
  expect(await awaited(account.platformClearing, w.stores.hongqiao)).toBe(2_000)
  expect(await awaited(account.platformClearing, w.stores.pudong)).toBe(0)
  expect(await arrive({ account: account.platformClearing, amount: 1_500, fee: 501 })).toMatchObject({
    errorCode: 4002,
  })
  expect(await arrive({ account: account.platformClearing, amount: 1_500, fee: 500 })).toMatchObject({
    data: { left: 0 },
  })
  expect(await balanceOf(account.platformClearing)).toBe(0)
  expect(await balanceOf(account.channelCommission)).toBe(500)
})

it('of two who record the same money one is refused', async () => {
  await paidByCard(10_000)
  const answers = await Promise.all([1, 2, 3].map(() => arrive({ amount: 10_000 })))
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 4002, 4002])
})

it('what was recorded by mistake is taken back by two, and its money is on its way again', async () => {
  await paidByCard(8_000)
  await arrive({ amount: 7_000, slipNo: 'POSBANK-02' })
  const [made] = (await t.call(payment.handMade, { what: handMade.arrival }, by('finance'))).list
  expect(made).toMatchObject({ amount: 7_000, corrected: null })
  const input = { txnId: made!.txnId, reason: '金额登记错误' }
  const { data } = await t.send(payment.correct, input, by('finance'))
  const { approvalId } = data as { approvalId: string }
  await t.call(contract.approval.decide, { id: approvalId, pass: true }, by('owner'))
  await t.call(payment.correct, input, { ...by('finance'), headers: { 'x-approval-id': approvalId } })
  expect(await awaited(account.posClearing)).toBe(8_000)
  expect((await t.call(cashShift.arrivals, {}, by('finance'))).list[0]).toMatchObject({
    amount: 7_000,
    corrected: true,
  })
  expect(await arrive({ amount: 8_000, slipNo: 'POSBANK-02' })).toMatchObject({ data: { left: 0 } })
})

it('an arrival that its entry does not say is found by check:money', async () => {
  const changed = (by: number) =>
    t.root.query('update arrival set amount_fen = amount_fen + $2 where merchant_id = $1 and fee_fen = 300', [
      w.merchantId,
      by,
    ])
  await changed(1)
  expect((await moneyFaults(t)).map(({ what }) => what).join()).toContain('到账')
  await changed(-1)
})

it('is refused for nothing, to who only takes money, and of another merchant’s store', async () => {
  expect(await arrive({})).toMatchObject({ errorCode: -2, data: { field: 'amount' } })
  const input = { storeId: w.stores.hongqiao, account: account.posClearing, amount: 1, fee: 0 }
  expect(await t.send(cashShift.arrive, input, by('clerk'))).toMatchObject({ errorCode: -3 })
  expect(await t.send(cashShift.arrive, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  expect(await t.send(cashShift.awaited, { storeId: w.stores.hongqiao }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
})
