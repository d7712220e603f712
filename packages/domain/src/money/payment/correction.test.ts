import { expect, it } from 'vitest'
import { handMade, handMadeOf } from './correction.ts'
import { account, arrived, cashDifference, handedIn, received, recovered, reversed, writtenOff } from './ledger.ts'

it('only write-offs, bank deposits of cash and bank arrivals can be corrected', () => {
  expect(handMadeOf(writtenOff('7', 100).idemKey)).toEqual({ what: handMade.writeOff, id: '7' })
  expect(handMadeOf(handedIn('8', 100).idemKey)).toEqual({ what: handMade.handIn, id: '8' })
  expect(handMadeOf(arrived('9', { from: account.posClearing, fen: 100, feeFen: 1 }).idemKey)).toEqual({
    what: handMade.arrival,
    id: '9',
  })
  const others = [recovered('7', 100), received('7', 100, 3), cashDifference('8', []), reversed(handedIn('8', 100))]
  expect(others.map(({ idemKey }) => handMadeOf(idemKey))).toEqual(others.map(() => undefined))
})
