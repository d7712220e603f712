import { contract } from '@cheyi/contract/index'
import { cashKind } from '@cheyi/domain/insight/cash-ahead/codes'
import { afterEach, expect, it, vi } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bookLong, longMerchant, payInstalment } from '../../testing/world/long.ts'
import { finance, t, w } from '../../testing/world/merchant.ts'

/* What companies and other customers owe of long rentals, by the rows of their plans, in 资金预测. */

vi.setConfig({ testTimeout: 120_000 })
longMerchant({ cars: 3 })
afterEach(() => booksAgree(t))
const { cashAhead } = contract
const payer = '远航物流有限公司'
const rows = async () => (await t.call(cashAhead.rows, { pageSize: 100 }, finance())).list
const overview = () => t.call(cashAhead.overview, {}, finance())
const dues = async () => (await rows()).map(({ kind, name, day, dueOn, fen }) => [kind, name, day, dueOn, fen])

async function onDay(date: string): Promise<void> {
  t.clock.set(Date.parse(`${date}T00:30:00+08:00`))
  await runDue(t, 'instalment')
}

it('counts the rows of a plan and not the order beside them, whoever pays', async () => {
  await bookLong(t, w)
  const { orderId } = await bookLong(t, w, { form: { payerName: payer } })
  const days = ['2027-01-31', '2027-02-28', '2027-03-31']
  const both = (day: string) => [
    [cashKind.instalment, '周明轩', day, day, 420_000],
    [cashKind.company, payer, day, day, 420_000],
  ]
  expect((await dues()).toSorted()).toEqual(days.flatMap(both).toSorted())
  const before = await overview()
  expect(before.weeks.at(-1)!.closing).toBe(6 * 420_000)
  await payInstalment(t, w, orderId, 1)
  const after = await overview()
  expect(after.opening.bank).toBe(420_000)
  expect(after.weeks.at(-1)!.closing).toBe(6 * 420_000)
  // What is due and not paid stays in the first week, as overdue.
  await onDay('2027-02-03')
  const [first] = (await overview()).weeks
  expect(first).toMatchObject({ from: '2027-02-01', cells: [{ kind: cashKind.instalment, count: 1 }] })
  expect(first!.cells[0]!.overdue).toBe(first!.cells[0]!.fen)
})

it('expects a company as late as it usually is, once it has paid three bills', async () => {
  const { orderId } = await bookLong(t, w, { form: { payerName: payer } })
  for (const [seq, paidOn] of [
    [1, '2027-02-09'],
    [2, '2027-03-09'],
  ] as const) {
    await onDay(paidOn)
    await payInstalment(t, w, orderId, seq)
    expect((await rows()).every(({ lateDays }) => lateDays === 0)).toBe(true)
  }
  await onDay('2027-04-12')
  await payInstalment(t, w, orderId, 3)
  // 9, 9 and 12 days.
  expect((await rows()).map(({ day, dueOn, lateDays }) => [day, dueOn, lateDays])).toEqual([
    ['2027-05-09', '2027-04-30', 9],
    ['2027-06-09', '2027-05-31', 9],
    ['2027-07-09', '2027-06-30', 9],
  ])
  // Another company is expected as late as all are.
  await bookLong(t, w, { trip: { pickupAt: Date.parse('2027-04-20T10:00:00+08:00') }, form: { payerName: '别家公司' } })
  expect((await rows()).find(({ name }) => name === '别家公司')).toMatchObject({ dueOn: '2027-04-20', lateDays: 9 })
})
