import { sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import { faultsOf } from '@cheyi/domain/fleet/stock/testing/oracle'
import { randomPool, randomRequest } from '@cheyi/domain/fleet/stock/testing/sample'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { planWithinCall, sellableForRead } from './planner.ts'

const log = pino({ enabled: false })
/** With more time than a call has: many tests share a machine. */
const asked = () => {
  const start = performance.now() + 20_000
  return { elapsed: () => performance.now() - start, log }
}
/** One that a shop with 60 cars and every third order pinned cannot serve, though at each moment a car is free. */
const sample = randomPool(1, { vehicles: 60, orders: 400, use: 0.95, pinnedShare: 0.3 })
const split = randomRequest(23, sample)
const { pool, room } = randomPool(2, { vehicles: 60, orders: 400, use: 0.95, pinnedShare: 0, withRoom: true })

describe('a plan of a full pool', { timeout: 30_000 }, () => {
  it('is thought about in a thread of its own, while the server goes on', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const answers = await Promise.all([
      planWithinCall(asked(), sample.pool, split),
      planWithinCall(asked(), pool, room!),
    ])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20)
    expect(answers[0]).toMatchObject({ kind: 'no', reason: { kind: 'split' } })
    const fits = answers[1]
    if (fits.kind !== 'fits') throw new Error(fits.kind)
    expect(faultsOf(pool, room!, fits)).toEqual([])
  })

  it('is undecided when the call has no time left, and the next question is answered', async () => {
    const late = performance.now() - 3000
    const overdue = { elapsed: () => performance.now() - late, log }
    expect(await planWithinCall(overdue, sample.pool, split)).toEqual({ kind: 'undecided' })
    expect(await planWithinCall(overdue, pool, room!)).toMatchObject({ kind: 'fits', limited: true })
    expect((await planWithinCall(asked(), sample.pool, split)).kind).toBe('no')
  })
})

describe('a look at a full pool', { timeout: 30_000 }, () => {
  const { pool, room } = randomPool(13, { vehicles: 60, orders: 400, use: 0.98, pinnedShare: 0.1, withRoom: true })

  it('shows the car that a booking gets by moving others', async () => {
    const started = performance.now()
    const glance = { elapsed: () => performance.now() - started, giveUpAfter: 50 }
    expect(sellable(pool, 1, room!, glance)).toMatchObject({ free: 0, open: true })
    // half a second may be little where many tests share a machine
    const look = () => sellableForRead(asked(), pool, 1, room!)
    await expect.poll(look, { timeout: 20_000 }).toMatchObject({ free: 1, count: 1 })
  })

  it('shows none when its call has no time left', async () => {
    const late = performance.now() - 3000
    expect(await sellableForRead({ elapsed: () => performance.now() - late, log }, pool, 1, room!)).toMatchObject({
      free: 0,
    })
  })

  it('lets a booking go first', async () => {
    const order: string[] = []
    const look = async (name: string) => {
      await sellableForRead(asked(), pool, 1, room!)
      order.push(name)
    }
    const looks = [look('look'), look('second look')]
    const booking = planWithinCall(asked(), sample.pool, split).then(() => order.push('booking'))
    await Promise.all([...looks, booking])
    expect(order).toEqual(['look', 'booking', 'second look'])
  })
})
