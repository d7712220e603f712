import { describe, expect, it } from 'vitest'
import { addChanges, applyChanges, type Changes, conflicts, noChanges, resolveConflict, same } from './changes.ts'

interface Shop {
  name: string
  phones: readonly string[]
  hours: readonly object[]
}
const stored: Shop = { name: '虹桥店', phones: ['1'], hours: [{ open: '08:00', close: '20:00' }] }

describe('changes of a record', () => {
  it('are laid over it, and go when a field is what it was', () => {
    const one = addChanges(stored, noChanges, { name: '虹桥二店', phones: ['1', '2'] })
    expect(applyChanges(stored, one)).toEqual({ ...stored, name: '虹桥二店', phones: ['1', '2'] })
    const two = addChanges(stored, one, { name: '虹桥店' })
    expect(two).toEqual({ now: { phones: ['1', '2'] }, was: { phones: ['1'] } })
  })
  it('conflict only with what somebody else changed otherwise', () => {
    const mine = addChanges(stored, noChanges, { name: '我的', phones: ['2'] })
    expect(conflicts(stored, mine)).toEqual([])
    // They changed another field, or the same one to the same value.
    expect(conflicts({ ...stored, hours: [] }, mine)).toEqual([])
    expect(conflicts({ ...stored, name: '我的' }, mine)).toEqual([])
    const theirs = { ...stored, name: '别人的' }
    expect(conflicts(theirs, mine)).toEqual(['name'])
    const kept = resolveConflict(theirs, mine, 'name', 'mine')
    expect([conflicts(theirs, kept), applyChanges(theirs, kept).name]).toEqual([[], '我的'])
    const given = resolveConflict(theirs, mine, 'name', 'theirs')
    expect([conflicts(theirs, given), applyChanges(theirs, given)]).toEqual([[], { ...theirs, phones: ['2'] }])
    // Once more changed by them, it is asked again.
    expect(conflicts({ ...stored, name: '又改了' }, kept)).toEqual(['name'])
  })
  it('compare records whatever the order of their keys', () => {
    expect(same({ open: '08:00', close: '20:00' }, { close: '20:00', open: '08:00' })).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(undefined, null)).toBe(true)
  })
  it('never lose what nobody touched, and always end decided', () => {
    const values = [0, 1, 2]
    const records = values.flatMap((a) => values.map((b) => ({ a, b })))
    for (const theirs of records)
      for (const mine of records)
        for (const take of ['mine', 'theirs'] as const) {
          const before = { a: 0, b: 0 }
          let changes: Changes<typeof before> = addChanges(before, noChanges, mine)
          for (const name of conflicts(theirs, changes)) changes = resolveConflict(theirs, changes, name, take)
          expect(conflicts(theirs, changes)).toEqual([])
          const result = applyChanges(theirs, changes)
          for (const name of ['a', 'b'] as const) {
            const wins = mine[name] !== 0 && (take === 'mine' || theirs[name] === 0)
            expect(result[name]).toBe(wins ? mine[name] : theirs[name])
          }
        }
  })
})
