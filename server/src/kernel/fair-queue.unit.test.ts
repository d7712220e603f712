import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const line = (ofAccount = 24, ofAll = 240) => {
  const fair = new FairQueue<string>({ ofAccount, ofAll })
  return {
    fair,
    /** `A/anna/1`: by merchant and account. */
    enter: (item: string) => fair.enter(whoseOf(item), item),
    leave: (item: string) => fair.leave(whoseOf(item), item),
    rest: () => {
      const taken: string[] = []
      for (let item = fair.next(); item !== undefined; item = fair.next()) taken.push(item)
      return taken
    },
  }
}
function whoseOf(item: string) {
  const [merchantId = '', accountId = ''] = item.split('/')
  return { merchantId, accountId }
}

describe('a fair queue', () => {
  it('is first in, first out within one account', () => {
    const { enter, rest } = line()
    for (const item of ['A/anna/1', 'A/anna/2', 'A/anna/3']) expect(enter(item)).toBeUndefined()
    expect(rest()).toEqual(['A/anna/1', 'A/anna/2', 'A/anna/3'])
  })

  it('delays another merchant by one turn, and a colleague by two, however many items an account has', () => {
    const { fair, enter } = line()
    const refused = Array.from({ length: 200 }, (_, n) => enter(`A/anna/${n}`)).filter((item) => item !== undefined)
    expect(refused).toHaveLength(200 - 24)
    enter('B/berta/1')
    enter('A/arno/1')
    expect([fair.next(), fair.next(), fair.next()]).toEqual(['A/anna/0', 'B/berta/1', 'A/arno/1'])
  })

  it('counts the merchant of the current item as having had its turn', () => {
    const { fair, enter, rest } = line()
    enter('A/anna/1')
    fair.next()
    for (const item of ['A/anna/2', 'A/anna/3', 'B/berta/1']) enter(item)
    expect(rest()).toEqual(['B/berta/1', 'A/anna/2', 'A/anna/3'])
  })

  it('gives no merchant two turns while another waits', () => {
    const { enter, rest } = line()
    for (const item of ['A/a/1', 'A/a/2', 'A/b/1', 'B/c/1', 'B/c/2', 'C/d/1']) enter(item)
    expect(rest()).toEqual(['A/a/1', 'B/c/1', 'C/d/1', 'A/b/1', 'B/c/2', 'A/a/2'])
  })

  it('when full, drops the last item of the merchant with most, for one with fewer', () => {
    const { fair, enter, rest } = line(4, 5)
    for (const item of ['A/a/1', 'A/b/1', 'A/b/2', 'B/c/1', 'B/c/2']) enter(item)
    expect(enter('C/d/1')).toBe('A/b/2')
    // All have two or one, so that none is dropped for another.
    expect(enter('C/d/2')).toBe('C/d/2')
    expect(enter('D/e/1')).toBe('A/a/1')
    expect(enter('E/f/1')).toBe('B/c/2')
    expect(enter('F/g/1')).toBe('F/g/1')
    expect(fair.size).toBe(5)
    expect(rest()).toEqual(['A/b/1', 'B/c/1', 'C/d/1', 'D/e/1', 'E/f/1'])
  })

  it('removes items that are no longer needed', () => {
    const { fair, enter, leave, rest } = line(2)
    for (const item of ['A/a/1', 'A/a/2']) enter(item)
    expect(leave('A/a/1')).toBe(true)
    expect(leave('A/a/1')).toBe(false)
    expect(leave('B/b/1')).toBe(false)
    expect(enter('A/a/3')).toBeUndefined()
    expect(fair.size).toBe(2)
    expect(rest()).toEqual(['A/a/2', 'A/a/3'])
    expect(leave('A/a/2')).toBe(false)
  })

  it('loses no item, and delays none by more turns than there are merchants ahead with as many', () => {
    const item = fc.record({ merchant: fc.constantFrom('A', 'B', 'C'), account: fc.constantFrom('x', 'y') })
    fc.assert(
      fc.property(fc.array(fc.oneof(item, fc.constant('turn' as const)), { maxLength: 60 }), (acts) => {
        const { fair, enter, rest } = line(3, 8)
        const waiting = new Set<string>()
        acts.forEach((act, n) => {
          if (act === 'turn') {
            const taken = fair.next()
            expect(taken === undefined ? waiting.size === 0 : waiting.delete(taken)).toBe(true)
            return
          }
          const name = `${act.merchant}/${act.account}/${n}`
          const gone = enter(name)
          waiting.add(name)
          if (gone !== undefined) expect(waiting.delete(gone)).toBe(true)
          expect(fair.size).toBe(waiting.size)
          expect(waiting.size).toBeLessThanOrEqual(8)
        })
        const merchants = new Set([...waiting].map((one) => whoseOf(one).merchantId))
        const order = rest()
        expect(new Set(order)).toEqual(waiting)
        // One turn each, before any has a second.
        expect(new Set(order.slice(0, merchants.size).map((one) => whoseOf(one).merchantId))).toEqual(merchants)
      }),
    )
  })
})
