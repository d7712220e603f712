import { orderKind } from '@cheyi/domain/booking/order/kind'
import { describe, expect, it } from 'vitest'
import { asksBefore, pathAfterSaving, stepAfterDeclining, stepOf } from './step-rules.ts'

describe('steps in the address', () => {
  it.each([
    [undefined, 1],
    ['', 1],
    ['0', 1],
    ['-2', 1],
    ['x', 1],
    ['3', 3],
    ['9', 9],
  ])('reads %j as step %i', (raw, step) => expect(stepOf(raw)).toBe(step))
})

describe('the guard of going back', () => {
  it('asks only on the way to a lower step of a flow opened from the list of tasks', () => {
    for (let from = 1; from <= 9; from++)
      for (let to = 1; to <= 9; to++) {
        expect(asksBefore(from, to, '3')).toBe(to < from)
        expect(asksBefore(from, to, '1')).toBe(false)
        expect(asksBefore(from, to, '2')).toBe(false)
        expect(asksBefore(from, to, undefined)).toBe(false)
      }
  })
  it('goes on with the next step when declined, nine being set to eight first', () => {
    expect([1, 2, 5, 7, 8, 9].map(stepAfterDeclining)).toEqual([2, 3, 6, 8, 9, 9])
  })
  it('leads to the tasks when they are open, else to the orders', () => {
    expect(pathAfterSaving(true, orderKind.short)).toBe('/order/task-manage')
    expect(pathAfterSaving(false, orderKind.short)).toBe('/order')
    expect(pathAfterSaving(true, orderKind.long)).toBe('/long-order/task-manage')
  })
})
