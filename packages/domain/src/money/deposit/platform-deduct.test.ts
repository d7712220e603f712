import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { deductResult, waiveType } from './codes.ts'
import {
  platformDeductState,
  platformDeductStateOf,
  platformDeductSteps,
  platformFreeFen,
  platformTakenFen,
  type StoredDeduction,
  statedAnswers,
} from './platform-deduct.ts'

const answer = (askedFen: number, takenFen: number) =>
  advance(platformDeductSteps, 'answer', platformDeductState.requested, { askedFen, takenFen })

it('is confirmed, confirmed in part, or refused by the amount that the platform takes', () => {
  expect([100, 40, 0].map((taken) => answer(100, taken))).toEqual([1, 2, 3])
  expect(() => answer(100, 101)).toThrow('金额')
  expect(() => answer(100, -1)).toThrow('金额')
})

it('has one answer', () => {
  for (const state of [1, 2, 3] as const)
    expect(() => advance(platformDeductSteps, 'answer', state, { askedFen: 100, takenFen: 100 })).toThrow()
})

it('never takes more than the platform holds, and the customer owes less by exactly what was confirmed', () => {
  const act = fc.record({ request: fc.boolean(), fen: fc.integer({ min: 0, max: 400 }), which: fc.nat(5) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(act, { maxLength: 30 }), (amountFen, acts) => {
      const rows: StoredDeduction[] = []
      let paid = 0
      const deposit = () => ({
        waiveType: waiveType.platformHeld,
        amountFen,
        platformAskedFen: rows.reduce((sum, row) => (row.result === null ? sum + row.askedFen : sum), 0),
        platformTakenFen: rows.reduce((sum, row) => sum + platformTakenFen(row), 0),
      })
      for (const { request, fen, which } of acts) {
        if (request && fen > 0 && fen <= platformFreeFen(deposit()))
          rows.push({ askedFen: fen, amountFen: fen, result: null })
        const row = rows[which]
        if (request || row === undefined || row.result !== null || fen > row.askedFen) continue
        const state = answer(row.askedFen, fen)
        paid += fen
        rows[which] =
          fen === 0
            ? { ...row, result: deductResult.failed }
            : { ...row, amountFen: fen, result: deductResult.succeeded }
        expect(platformDeductStateOf(rows[which])).toBe(state)
      }
      const { platformAskedFen, platformTakenFen: taken } = deposit()
      expect(taken).toBe(paid)
      expect(platformAskedFen + taken + platformFreeFen(deposit())).toBe(amountFen)
      expect(platformFreeFen(deposit())).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('a statement answers the oldest requests first, none beyond its amount or beyond the stated sum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 6 }),
      fc.integer({ min: -100, max: 2000 }),
      (asked, stated) => {
        const open = asked.map((askedFen, id) => ({ id, askedFen }))
        const answers = statedAnswers(open, stated)
        const total = asked.reduce((sum, fen) => sum + fen, 0)
        expect(answers.reduce((sum, { takenFen }) => sum + takenFen, 0)).toBe(Math.min(total, Math.max(0, stated)))
        expect(answers.map(({ request }) => request.id)).toEqual(answers.map((_, i) => i))
        for (const { request, takenFen } of answers) expect(takenFen).toBeLessThanOrEqual(request.askedFen)
        expect(answers.slice(0, -1).every(({ request, takenFen }) => takenFen === request.askedFen)).toBe(true)
      },
    ),
  )
})
