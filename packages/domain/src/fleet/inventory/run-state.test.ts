import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import { runState } from './codes.ts'
import { occupancyKind } from './occupancy-codes.ts'
import { type HoldingRow, runStateOf } from './run-state.ts'

const now = 1_000 * HOUR
const row = (given: Partial<HoldingRow>): HoldingRow => ({
  kind: occupancyKind.order,
  from: now - HOUR,
  to: now + HOUR,
  orderStatus: null,
  returnAt: null,
  ...given,
})

it.each([
  ['nothing', [], runState.idle],
  ['with a customer', [row({ orderStatus: 5, returnAt: now })], runState.onRent],
  ['with a customer past the grace', [row({ orderStatus: 5, returnAt: now - 31 * MINUTE })], runState.overdue],
  ['on a transfer', [row({ kind: occupancyKind.relocation })], runState.relocation],
  [
    'in the garage, though also booked later',
    [row({ kind: occupancyKind.maintenance }), row({ from: now + 2 * HOUR, to: now + 9 * HOUR, orderStatus: 4 })],
    runState.maintenance,
  ],
  ['being cleaned after a return', [row({ orderStatus: 6 })], runState.turnaround],
  ['being cleaned after a swap', [row({ kind: occupancyKind.stop, cleaning: true })], runState.turnaround],
  ['not for sale', [row({ kind: occupancyKind.stop })], runState.stopped],
  ['with an expired document', [row({ kind: occupancyKind.documentExpired, to: null })], runState.stopped],
  [
    'picked up within a day',
    [row({ from: now + 23 * HOUR, to: now + 60 * HOUR, orderStatus: 4 })],
    runState.waitingPickup,
  ],
  ['booked for next week', [row({ from: now + 99 * HOUR, to: now + 120 * HOUR, orderStatus: 3 })], runState.idle],
] as const)('%s', (_, rows, state) => {
  expect(runStateOf(rows, now, 30)).toBe(state)
})
