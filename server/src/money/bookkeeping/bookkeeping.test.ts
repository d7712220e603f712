import { contract } from '@cheyi/contract/index'
import { usualSubject } from '@cheyi/domain/money/bookkeeping/chart'
import { OUTPUT_TAX, taxClass, taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { runDue } from '../../testing/jobs.ts'
import { book, pickUp, weekend } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/* 记账凭证: the ledger of a closed month for the merchant's accounting software, recomputed here in SQL. */

sharedMerchant({ cars: 10, other: true })
const { bookkeeping } = contract
const by = (who: 'owner' | 'clerk' | 'finance') => ({ token: w.tokens[who] })
const month = '2026-11'
const at = (text: string) => Date.parse(`${text}+08:00`)

async function jobFile(call: typeof bookkeeping.make | typeof bookkeeping.exportAll, input: object) {
  const { jobId } = (await t.call(call, input as never, by('owner'))) as { jobId: string }
  await workOff(t.jobs, bulk)
  const job = await t.call(contract.job.detail, { jobId }, by('owner'))
  expect(job).toMatchObject({ state: jobState.done })
  return job
}
const make = () => jobFile(bookkeeping.make, { month })
async function everyVoucher(pageSize = 2) {
  const all: Awaited<ReturnType<typeof page>>['list'] = []
  const page = (cursor?: string) =>
    t.call(bookkeeping.list, { month, pageSize, ...(cursor && { cursor }) }, by('finance'))
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await page(cursor)
    all.push(...list)
    if (nextCursor === null) return all
    cursor = nextCursor
  }
}

it('has vouchers of a closed month only, equal to its ledger, numbered by day and store', async () => {
  const { orderId, total } = await book(t, w)
  const pay = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.bank }
  await t.call(contract.payment.collect, pay, by('owner'))
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  await t.root.query(`update "order" set return_at = '2026-12-05 18:00+08' where id = $1`, [orderId])
  expect(await t.call(bookkeeping.list, {}, by('finance'))).toMatchObject({ list: [], month: null })
  expect(await t.send(bookkeeping.make, { month }, by('owner'))).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('还没有结账'),
  })

  t.clock.set(at('2026-12-03T09:00:00'))
  await runDue(t, 'monthEnd')
  await t.call(contract.closing.close, { month }, by('owner'))
  expect(await t.call(bookkeeping.list, {}, by('finance'))).toMatchObject({ list: [], month, madeAt: null, total: 0 })
  expect(await t.send(bookkeeping.exportAll, { month, format: 'kingdee' }, by('finance'))).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('还没有生成'),
  })
  await t.call(contract.merchant.saveSetting, { settings: { taxpayer: taxpayer.general } }, by('owner'))
  expect((await make()).counts).toMatchObject({ failed: 0 })

  const vouchers = await everyVoucher()
  expect(vouchers.map(({ number }) => number)).toEqual(vouchers.map((_, i) => i + 1))
  const { rows } = await t.root.query(
    `select distinct t.posted_on, o.store_id from ledger_txn t join "order" o on o.id = t.order_id
      where t.merchant_id = $1 and t.posted_on between '2026-11-01' and '2026-11-30'`,
    [w.merchantId],
  )
  expect(vouchers).toHaveLength(rows.length)
  for (const { lines } of vouchers) expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
  const balance = await t.call(contract.closing.balance, { month }, by('finance'))
  const moved = (of: string) => {
    const lines = vouchers.flatMap((voucher) => voucher.lines.filter((line) => line.account === of))
    return lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }
  const ledger = (of: string) => {
    const row = balance.list.find((one) => one.account === of)
    return row === undefined ? 0 : row.debit - row.credit
  }
  for (const of of [account.bank, account.receivable, account.unearned]) expect(moved(of), of).toBe(ledger(of))
  const rent = ledger(account.rentIncome)
  const service = ledger(account.serviceIncome)
  expect(rent).toBeLessThan(0)
  expect(moved(account.rentIncome) + moved(account.serviceIncome) + moved(OUTPUT_TAX)).toBe(rent + service)
  expect(Math.abs(moved(OUTPUT_TAX) - ((rent + service) * 13) / 113)).toBeLessThanOrEqual(1)

  // Another merchant's, and a clerk's request.
  expect(await t.send(bookkeeping.list, { month }, { token: other.tokens.owner })).toMatchObject({ errorCode: -2 })
  expect(await t.send(bookkeeping.list, { month }, by('clerk'))).toMatchObject({ errorCode: -3 })
})

it('exports for 金蝶 and in GBK for 用友, with the codes of the merchant', async () => {
  const { list } = await t.call(bookkeeping.accounts, {}, by('finance'))
  const bank = list.find((one) => one.account === account.bank)!
  expect(bank).toMatchObject({ ...usualSubject(account.bank), own: false, version: 0, taxClass: null })
  const change = { account: account.bank, code: '100201', name: '银行存款-工行', version: 0 }
  expect(await t.call(bookkeeping.saveAccount, change, by('owner'))).toEqual({ version: 1 })
  expect(await t.send(bookkeeping.saveAccount, change, by('owner'))).toMatchObject({ errorCode: -5 })
  const taxed = { ...change, version: 1, taxClass: taxClass.service }
  expect(await t.send(bookkeeping.saveAccount, taxed, by('owner'))).toMatchObject({
    errorCode: -2,
    data: { field: 'taxClass' },
  })
  expect(await t.send(bookkeeping.saveAccount, { ...change, version: 1, code: '中文' }, by('owner'))).toMatchObject({
    errorCode: -2,
  })

  const kingdee = await jobFile(bookkeeping.exportAll, { month, format: 'kingdee' })
  const [sheet] = await readTables((await t.app.inject({ url: kingdee.resultUrl! })).rawPayload, '.xlsx', 1000)
  const [heading, ...rows] = sheet!.rows
  const column = (title: string) => rows.map((row) => row[heading!.indexOf(title)] ?? '')
  expect(new Set(column('凭证字'))).toEqual(new Set(['记']))
  expect(column('科目代码')).toContain('100201')
  const sum = (title: string) => column(title).reduce((all, cell) => all + Math.round(Number(cell) * 100), 0)
  expect(sum('借方金额')).toBe(sum('贷方金额'))

  const yonyou = await jobFile(bookkeeping.exportAll, { month, format: 'yonyou' })
  const text = new TextDecoder('gbk').decode((await t.app.inject({ url: yonyou.resultUrl! })).rawPayload)
  const [first, ...lines] = text.trimEnd().split('\r\n')
  expect(first).toBe('填制凭证,V800')
  expect(lines).toHaveLength(rows.length)
  for (const line of lines)
    expect(line).toMatch(/^2026-11-\d\d,记,\d+,0,[^,]+,[\w.-]+,\d+\.\d\d,\d+\.\d\d,0,0,0,[^,]+,,,,[^,]*,,[^,]*$/)
})

it('takes another tax for penalties of cancelled bookings with the word of the tax adviser only', async () => {
  const find = async () =>
    (await t.call(bookkeeping.accounts, {}, by('finance'))).list.find((one) => one.account === account.penaltyIncome)!
  const { code, name, cancelClass, version } = await find()
  expect(cancelClass).toBe(taxClass.none)
  const change = { account: account.penaltyIncome, code, name, version, cancelClass: taxClass.rental }
  expect(await t.send(bookkeeping.saveAccount, change, by('owner'))).toMatchObject({
    errorCode: -2,
    data: { field: 'cancelReason' },
  })
  await t.call(bookkeeping.saveAccount, { ...change, cancelReason: '按价外费用申报（税务顾问王某）' }, by('owner'))
  expect(await find()).toMatchObject({ cancelClass: taxClass.rental, cancelReason: '按价外费用申报（税务顾问王某）' })
  const bank = { ...change, account: account.bank, version: 1 }
  expect(await t.send(bookkeeping.saveAccount, bank, by('owner'))).toMatchObject({
    errorCode: -2,
    data: { field: 'cancelClass' },
  })
})

it('keeps its numbers when it is made again with another tax', async () => {
  const before = await everyVoucher(50)
  const { list } = await t.call(bookkeeping.accounts, {}, by('finance'))
  const { code, name } = list.find((one) => one.account === account.rentIncome)!
  const none = { account: account.rentIncome, code, name, taxClass: taxClass.none, version: 0 }
  await t.call(bookkeeping.saveAccount, none, by('owner'))
  await make()
  const after = await everyVoucher(50)
  expect(after.map(({ number, day }) => [number, day])).toEqual(before.map(({ number, day }) => [number, day]))
  const rates = after.flatMap(({ lines }) => lines).filter((line) => line.account === account.rentIncome)
  expect(new Set(rates.map(({ rateBp }) => rateBp))).toEqual(new Set([0]))

  // What lowers rent is taxed as rent is, whatever the merchant chose for rent.
  const coupons = (await t.call(bookkeeping.accounts, {}, by('finance'))).list.find(
    (one) => one.account === account.couponDiscount,
  )!
  expect(coupons).toMatchObject({ code: '500104', taxClass: taxClass.none })
  const own = { account: coupons.account, code: '500199', name: coupons.name, version: 0 }
  expect(await t.send(bookkeeping.saveAccount, { ...own, taxClass: taxClass.rental }, by('owner'))).toMatchObject({
    errorCode: -2,
    data: { field: 'taxClass' },
  })
  await t.call(bookkeeping.saveAccount, own, by('owner'))
})
