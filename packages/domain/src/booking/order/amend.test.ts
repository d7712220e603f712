import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmendFacts, amendReason, isFresh, MEND_WITHIN } from './amend.ts'

const own: AmendFacts = { now: MEND_WITHIN - 1, bookedAt: 0, own: true, moneyLeft: false }

describe('correcting a booking without the permission', () => {
  it('is allowed to the user who booked, within the hour, while no money was refunded', () => {
    expect(amendReason(own)).toBeNull()
    expect(amendReason({ ...own, now: MEND_WITHIN })).toBe('下单已超过1小时，请有权限的同事办理')
    expect(amendReason({ ...own, moneyLeft: true })).toBe('已有款项退出，请有权限的同事办理')
    expect(amendReason({ ...own, own: false })).toBe('只有下单人或有权限的同事可以修改')
  })

  const facts = fc.record({
    now: fc.integer({ min: 0, max: 10 * MEND_WITHIN }),
    bookedAt: fc.integer({ min: 0, max: 10 * MEND_WITHIN }),
    own: fc.boolean(),
    moneyLeft: fc.boolean(),
  })

  it('is refused to any other user', () => {
    fc.assert(
      fc.property(facts, (one) => {
        expect(amendReason(one) === null).toBe(one.own && isFresh(one) && !one.moneyLeft)
      }),
    )
  })

  it('is never allowed again after the hour', () => {
    fc.assert(
      fc.property(facts, fc.nat(), (one, later) => {
        if (amendReason(one) !== null) expect(amendReason({ ...one, now: one.now + later })).not.toBeNull()
      }),
    )
  })
})
