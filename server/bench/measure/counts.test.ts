import { describe, expect, it } from 'vitest'
import { waitedFlights } from '../../src/testing/flights.ts'
import { type Counts, medianCounts } from './counts.ts'

const NEVER = Number.POSITIVE_INFINITY
const sent = (flight: number, sentAt: number, answeredAt: number) => ({ flight, sentAt, answeredAt })

describe('waited flights', () => {
  it('counts what left together once', () => {
    expect(waitedFlights([sent(1, 0, 3), sent(1, 1, 4), sent(1, 2, 5)])).toBe(1)
  })

  it('counts each that left after the one before was answered', () => {
    expect(waitedFlights([sent(1, 0, 2), sent(2, 3, 5), sent(3, 6, 7)])).toBe(3)
  })

  it('takes flights that were under way together for one wait, on one connection or two', () => {
    expect(waitedFlights([sent(1, 0, 4), sent(2, 1, 5), sent(3, 2, 3)])).toBe(1)
    expect(waitedFlights([sent(1, 0, 9), sent(2, 1, 2), sent(3, 3, 4), sent(4, 5, 6)])).toBe(3)
  })

  it('does not count what nobody waited for', () => {
    expect(waitedFlights([sent(1, 0, 2), sent(2, 3, NEVER)])).toBe(1)
    expect(waitedFlights([])).toBe(0)
  })
})

it('takes the median of each count by itself', () => {
  const counts = (buffers: number, wal: number): Counts => ({
    buffers,
    wal,
    rows: 1,
    flights: 1,
    statements: 1,
    versions: 0,
    json: 9,
  })
  const medians = medianCounts([counts(10, 900), counts(5000, 100), counts(12, 110)])
  expect(medians).toEqual(counts(12, 110))
})
