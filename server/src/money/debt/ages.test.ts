import { contract } from '@cheyi/contract/index'
import { debtAge, debtAges } from '@cheyi/domain/money/debt/age'
import { payKind, payMode, payWay, supplementReason } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import { beforeAll, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { book, giveBack, pickUp } from '../../testing/world/bookings.ts'
import { other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant({ cars: 20, other: true })

const { debt } = contract
const by = (who: 'owner' | 'clerk' | 'finance') => ({ token: w.tokens[who] })
const ages = (filter: object = {}) => t.call(debt.ages, { pageSize: 100, ...filter }, by('finance'))

/** What is charged to a rental that is over, at the present time. */
const charge = (orderId: string, amount: number) =>
  t.call(
    contract.supplement.save,
    { orderId, reasonCode: supplementReason.damage, amount, payMode: payMode.onlineIn },
    owner(),
  )
const pay = (orderId: string, amount: number) =>
  t.call(contract.payment.collect, { orderId, payKind: payKind.settlement, amount, payWay: payWay.cash }, owner())

/** A rental that is over and paid for. */
async function over(form: object = {}): Promise<string> {
  const { orderId, total } = await book(t, w, { form })
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  await pickUp(t, w, orderId)
  await giveBack(t, w, orderId)
  return orderId
}

let [twice, beside, late, fresh]: readonly string[] = []
/** The day on which everything of this file ends. */
let first: string
beforeAll(async () => {
  const sameCustomer = { contactName: '孙晓芸', contactPhone: '13911112222' }
  ;[twice, beside, late, fresh] = [await over(sameCustomer), await over(sameCustomer), await over(), await over()]
  first = localDate(t.clock.now())
  await charge(twice!, 30_000)
  t.clock.advance(40 * DAY)
  await charge(twice!, 20_000)
  await charge(beside!, 10_000)
  t.clock.advance(30 * DAY)
  await pay(twice!, 5_000)
  await charge(late!, 7_000)
  t.clock.advance(25 * DAY)
  await charge(fresh!, 1_000)
})

it('says of each debt how old it is: what is paid pays the oldest, what is charged later is younger', async () => {
  const { list, total } = await ages()
  expect(total).toBe(4)
  const owedOf = (parts: (typeof list)[number]['parts']) =>
    Object.fromEntries(parts.filter(({ owed }) => owed > 0).map(({ age, owed }) => [age, owed]))
  expect(
    list.map(({ orderId, owed, parts, since, late: days }) => [orderId, owed, owedOf(parts), since, days]),
  ).toEqual([
    [twice, 45_000, { [debtAge.older]: 25_000, [debtAge.days60]: 20_000 }, first, 95],
    [beside, 10_000, { [debtAge.days60]: 10_000 }, addDays(first, 40), 55],
    [late, 7_000, { [debtAge.days30]: 7_000 }, addDays(first, 70), 25],
    [fresh, 1_000, { [debtAge.notDue]: 1_000 }, addDays(first, 95), 0],
  ])
})

it('keeps a customer’s orders together and says what they come to', async () => {
  expect((await ages()).list.map(({ customer }) => customer)).toEqual([
    { first: true, orders: 2, owed: 55_000 },
    { first: false, orders: 2, owed: 55_000 },
    { first: true, orders: 1, owed: 7_000 },
    { first: true, orders: 1, owed: 1_000 },
  ])
})

it('comes to what home says is owed, at all stores and at each', async () => {
  for (const storeId of [undefined, w.stores.hongqiao, w.stores.pudong]) {
    const { sums, list } = await ages({ storeId })
    const counters = await t.call(contract.todo.counts, { storeId }, by('owner'))
    const onHome = counters.find(({ code }) => code === 'debt')!
    expect([sums!.owed, list.length]).toEqual([onHome.fen, onHome.count])
    expect(sums!.parts.reduce((sum, { owed }) => sum + owed, 0)).toBe(sums!.owed)
  }
  expect((await ages()).sums).toMatchObject({ customers: 3, owed: 63_000 })
  expect((await ages({ storeId: w.stores.pudong })).sums!.owed).toBe(0)
})

it('is narrowed to an age, and pages show each order once', async () => {
  const { list, sums } = await ages({ age: debtAge.days60 })
  expect(list.map(({ orderId }) => orderId)).toEqual([twice, beside])
  // The bar of all ages stands still while one of them is listed.
  expect(sums!.owed).toBe(55_000)
  expect(sums!.whole).toEqual((await ages()).sums!.parts)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await ages({ pageSize: 1, cursor })
    seen.push(...page.list.map(({ orderId }) => orderId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual([twice, beside, late, fresh])
})

it('becomes a table', async () => {
  const { jobId } = await t.call(debt.agesExport, {}, by('finance'))
  await workOff(t.jobs, bulk)
  const answer = await t.call(contract.job.detail, { jobId }, by('finance'))
  expect(answer).toMatchObject({ state: jobState.done, message: '共4单' })
  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 100)
  const [heading, row] = sheet!.rows
  expect(Object.fromEntries(heading!.map((title, i) => [title, row![i]]))).toMatchObject({
    客户: '孙晓芸',
    欠款: '450',
    [debtAges.text(debtAge.older)]: '250',
    [debtAges.text(debtAge.days60)]: '200',
    拖欠天数: '95',
  })
})

it('is for who may see the merchant’s money, and of the own merchant', async () => {
  expect(await t.send(debt.ages, {}, by('clerk'))).toMatchObject({ errorCode: -3 })
  expect((await t.call(debt.ages, {}, { token: other.tokens.owner })).list).toEqual([])
  expect(await t.send(debt.ages, { storeId: w.stores.pudong }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
})
