import { describe, expect, it } from 'vitest'
import { priceLong } from '../../pricing/quote/long/price.ts'
import { ask, longSettings, rulesT } from '../../pricing/quote/testing.ts'
import { type LocalDate, parseDateTime } from '../../time.ts'
import { longerBy, renewLong } from './renew.ts'

const clock = (date: string): number => parseDateTime(`${date} 10:00`) ?? 0

function sold(start: string, end: string) {
  const [pickupAt, returnAt] = [clock(start), clock(end)]
  const asked = { ...ask('11-02 10:00', '11-03 10:00'), now: pickupAt, pickupAt, returnAt }
  const longPrices = [1, 6].map((fromMonths) => ({
    source: 0,
    fromMonths,
    monthlyPrice: fromMonths === 1 ? 480_000 : 420_000,
  }))
  const rules = { ...rulesT, services: [], fees: [], longPrices, settings: { ...rulesT.settings, ...longSettings } }
  return priceLong({ ...asked, monthlyPrice: null, agreedTotal: null, payInterval: 1 }, rules).snapshot
}
const l1 = () => sold('2027-01-31', '2027-07-31')
const renewed = (of: ReturnType<typeof sold>, from: string, to: string, now = from) =>
  renewLong(of, { returnAt: clock(from), newReturnAt: clock(to), now: clock(now) - 60_000, lastSeq: 6 })

describe('renewal of a long rental', () => {
  it("costs the order's own monthly price, billed at the boundaries of the sold plan", () => {
    const first = renewed(l1(), '2027-07-31', '2027-08-15')
    expect(first.rows).toEqual([
      { seq: 7, periodFrom: '2027-07-31', periodTo: '2027-08-15', dueDate: '2027-07-31', amount: 210_000 },
    ])
    const second = renewed(l1(), '2027-08-15', '2027-09-30')
    expect(second.rows.map(({ periodFrom, periodTo, amount }) => [periodFrom, periodTo, amount])).toEqual([
      ['2027-08-15', '2027-08-31', 210_000],
      ['2027-08-31', '2027-09-30', 420_000],
    ])
    expect(second).toMatchObject({ amount: 630_000, newReturnAt: clock('2027-09-30') })
    expect(second.lines.map(({ amount }) => amount)).toEqual([630_000])
  })

  it('costs nothing for a day of a month that is already paid in full', () => {
    expect(renewed(sold('2027-01-31', '2027-03-30'), '2027-03-30', '2027-03-31')).toMatchObject({
      amount: 0,
      rows: [{ amount: 0 }],
    })
  })

  it('includes the days by which the car is overdue', () => {
    expect(renewed(l1(), '2027-07-31', '2027-08-31', '2027-08-04')).toMatchObject({
      amount: 420_000,
      rows: [{ periodFrom: '2027-07-31', dueDate: '2027-08-04' }],
    })
  })

  it.each([
    ['2027-07-31', '续租结束日期须晚于2027-07-31'],
    ['2030-08-01', '一次最多续租36个月'],
    ['2027-08-03', '续租结束须晚于现在，当前为2027-08-04 09:59'],
  ])('refuses an end on %s: %s', (to, message) => {
    expect(() => renewed(l1(), '2027-07-31', to, '2027-08-04')).toThrow(message)
  })

  it.each<[LocalDate, number, LocalDate]>([
    ['2027-07-31', 1, '2027-08-31'],
    ['2027-02-28', 1, '2027-03-31'],
    ['2027-08-15', 1, '2027-09-15'],
    ['2027-07-31', 7, '2028-02-29'],
  ])('from %s by %i months ends on %s', (end, months, until) => {
    expect(longerBy('2027-01-31', end, months)).toBe(until)
  })
})
