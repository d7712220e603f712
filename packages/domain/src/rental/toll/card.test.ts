import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carOfCard, moveCard, type TollCard } from './card.ts'

describe('the car of a card', () => {
  it('changes from the given time on, and before it stays what it was', () => {
    const car = fc.constantFrom('1', '2', '3')
    const minute = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(fc.array(fc.tuple(car, fc.option(minute))), car, minute, minute, (moves, next, since, at) => {
        const card = moves.reduce<TollCard | null>((one, [id, from]) => moveCard(one, id, from), null)
        const moved = moveCard(card, next, since)
        expect(carOfCard(moved, at)).toBe(at >= since || card === null ? next : carOfCard(card, at))
        expect(moved.former.map(({ until }) => until)).toEqual(
          moved.former.map(({ until }) => until).toSorted((a, b) => a - b),
        )
      }),
    )
  })

  it('corrected without a time was never another', () => {
    expect(moveCard(moveCard(moveCard(null, '1', null), '2', 5), '3', null)).toEqual({ vehicleId: '3', former: [] })
  })
})
