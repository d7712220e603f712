import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownerStatementStates, ownerStatementState as s } from './codes.ts'
import { statementPendingWork } from './waiting.ts'

it('a statement is pending while its owner objects to it, and from its confirmation until it is paid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ownerStatementStates.values),
      fc.integer({ min: -1000, max: 1000 }),
      (state, due) => {
        const kinds = statementPendingWork({ state, due }).map(({ kind }) => kind)
        if (state === s.objected) expect(kinds).toEqual(['ownerObjection'])
        else expect(kinds).toEqual(state === s.confirmed && due > 0 ? ['ownerPay'] : [])
      },
    ),
  )
})
