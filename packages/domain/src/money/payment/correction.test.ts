import { expect, it } from 'vitest'
import { handMade, handMadeOf } from './correction.ts'
import {
  account,
  arrivalEntry,
  cashDifferenceEntry,
  handInEntry,
  paymentEntry,
  recoveryEntry,
  reversalEntry,
  writeOffEntry,
} from './ledger.ts'

it('only write-offs, bank deposits of cash and bank arrivals can be corrected', () => {
  expect(handMadeOf(writeOffEntry('7', 100).idemKey)).toEqual({ what: handMade.writeOff, id: '7' })
  expect(handMadeOf(handInEntry('8', 100).idemKey)).toEqual({ what: handMade.handIn, id: '8' })
  expect(handMadeOf(arrivalEntry('9', { from: account.posClearing, fen: 100, feeFen: 1 }).idemKey)).toEqual({
    what: handMade.arrival,
    id: '9',
  })
  const others = [
    recoveryEntry('7', 100),
    paymentEntry('7', 100, 3),
    cashDifferenceEntry('8', []),
    reversalEntry(handInEntry('8', 100)),
  ]
  expect(others.map(({ idemKey }) => handMadeOf(idemKey))).toEqual(others.map(() => undefined))
})
