import { describe, expect, it } from 'vitest'
import { createLimits, type Pace } from './door.ts'

/** How many requests of an address pass before one is refused. */
async function passed(
  limits: ReturnType<typeof createLimits>,
  ip: string,
  kind: Pace,
  site = 'sunrise',
): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await limits.pass(ip, site, kind)
    } catch (error) {
      expect(error).toMatchObject({ key: 'tooFrequent' })
      return count
    }
  }
}

describe('an address at a booking page', () => {
  it.each([
    ['look', 120],
    ['price', 40],
    ['write', 20],
    ['book', 12],
    ['place', 12],
  ] as const)('may %s %i times in a minute', async (kind, most) => {
    expect(await passed(createLimits(true), '203.0.113.7', kind)).toBe(most)
  })

  it('that has booked too often keeps neither others from booking, nor itself from another page', async () => {
    const limits = createLimits(true)
    await passed(limits, '203.0.113.7', 'book')
    await limits.pass('203.0.113.8', 'sunrise', 'book')
    await limits.pass('203.0.113.7', 'moonlight', 'book')
  })

  it('counts as one with the other addresses of its network, of which a machine has many', async () => {
    const limits = createLimits(true)
    expect(await passed(limits, '2001:db8:1:2::1', 'book')).toBe(12)
    await expect(limits.pass('2001:db8:1:2::9', 'sunrise', 'book')).rejects.toMatchObject({ key: 'tooFrequent' })
  })

  it('is not limited where limits are off', async () => {
    const limits = createLimits(false)
    for (let n = 0; n < 200; n++) await limits.pass('203.0.113.7', 'sunrise', 'book')
  })
})
