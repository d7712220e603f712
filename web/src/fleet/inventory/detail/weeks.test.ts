import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { DAY, HOUR, startOfDate } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { freeDays, type Line, spansOf } from './weeks.ts'

const monday = startOfDate('2026-11-30')
const now = monday + 9 * HOUR
const window = { from: startOfDate('2026-11-29'), to: startOfDate('2027-01-10'), now }
const line = (more: Partial<Line>): Line => ({
  type: 'order',
  from: monday,
  to: monday,
  kind: null,
  orderId: '1',
  orderNo: 'O1',
  orderKind: 1,
  orderStatus: orderStatus.arranged,
  contactName: '周',
  lifecycle: null,
  storeName: null,
  documentKind: null,
  endOn: null,
  ...more,
})

it('takes what is not over, the earliest first, and leaves out papers and what lies behind', () => {
  const later = line({ from: monday + 5 * DAY, to: monday + 6 * DAY })
  const repair = line({ type: 'block', kind: occupancyKind.maintenance, from: monday + DAY, to: null })
  const over = line({ from: monday - 9 * DAY, to: monday - 8 * DAY, orderStatus: orderStatus.returned })
  const paper = line({ type: 'document', from: monday + DAY, to: null })
  const spans = spansOf([later, paper, repair, over], window)
  expect(spans.map(({ line: one, tone }) => [one, tone])).toEqual([
    [repair, 'warning'],
    [later, 'primary'],
  ])
  // What has no end takes the rest: only today is left.
  expect([spans[0]!.to, freeDays(spans, window)]).toEqual([window.to, 1])
})

it('counts days in which nothing takes the car at all, and a late car for today', () => {
  expect(freeDays([], window)).toBe(41)
  const half = line({ from: monday + DAY + 20 * HOUR, to: monday + 2 * DAY + HOUR })
  expect(freeDays(spansOf([half], window), window)).toBe(39)
  const late = spansOf([line({ from: monday - 3 * DAY, to: monday - DAY, orderStatus: orderStatus.pickedUp })], window)
  expect(late).toMatchObject([{ isLate: true, tone: 'danger', to: monday + DAY }])
  expect(freeDays(late, window)).toBe(40)
})
