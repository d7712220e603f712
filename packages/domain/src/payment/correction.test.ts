import { expect, it } from 'vitest'
import { handMade, handMadeOf } from './correction.ts'
import { handedIn, received, recovered, reversed, tillDifference, writtenOff } from './ledger.ts'

it('debts given up and cash handed in are corrected, nothing else of the books', () => {
  expect(handMadeOf(writtenOff('7', 100).idemKey)).toEqual({ what: handMade.writeOff, id: '7' })
  expect(handMadeOf(handedIn('8', 100).idemKey)).toEqual({ what: handMade.handIn, id: '8' })
  const others = [recovered('7', 100), received('7', 100, 3), tillDifference('8', []), reversed(handedIn('8', 100))]
  expect(others.map(({ idemKey }) => handMadeOf(idemKey))).toEqual(others.map(() => undefined))
})
