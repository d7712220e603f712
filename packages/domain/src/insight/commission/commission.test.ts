import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startOfDate } from '../../time.ts'
import { commissionKind, commissionKinds } from './codes.ts'
import {
  type CommissionFact,
  type CommissionLine,
  type CommissionRule,
  commissionLines,
  commissionOf,
  type FormerRoles,
  rolesOfMonth,
  ruleFor,
  ruleProblem,
  ruleText,
} from './commission.ts'

const months = ['2026-09-01', '2026-10-01', '2026-11-01'] as const
const roles = (roleIds: string[], roleHistory: readonly FormerRoles[] = []) => ({ roleIds, roleHistory })
const rent: CommissionRule = {
  ...{ id: '1', kind: commissionKind.rent, storeId: null, roleId: null },
  ...{ fen: 0, rateBp: 250, from: '2026-01-01', to: null },
}
const sold: CommissionFact = {
  ...{ orderId: '9', storeId: '7', kind: commissionKind.rent, month: months[1], base: 100_000 },
}

describe('the rule for what an employee did', () => {
  it.each([
    ['of the store and the role before that of the store alone', [{ storeId: '7' }, { storeId: '7', roleId: '3' }], 1],
    ['of the store before that of the role', [{ roleId: '3' }, { storeId: '7' }], 1],
    ['of the role before that of all', [{}, { roleId: '3' }], 1],
    ['the newest of equal ones', [{}, {}], 1],
    ['none of another store or role', [{ storeId: '8' }, { roleId: '4' }], null],
    ['none that ended, or begins later', [{ to: months[0] }, { from: months[2] }], null],
  ] as const)('is %s', (_, changes, expected) => {
    const rules = changes.map((change, at) => ({ ...rent, ...change, id: String(at + 1) }))
    const chosen = expected === null ? undefined : rules[expected]
    expect(ruleFor(rules, sold, ['3'])).toBe(chosen)
    expect(ruleFor(rules.toReversed(), sold, ['3'])).toBe(chosen)
  })

  it('is none of another kind', () => {
    expect(ruleFor([rent], { ...sold, kind: commissionKind.renewal }, [])).toBeUndefined()
  })
})

describe('the roles of a month', () => {
  const promoted = roles(['4'], [{ until: startOfDate('2026-10-15'), roleIds: ['3'] }])
  const left = roles([], [...promoted.roleHistory, { until: startOfDate('2026-11-15'), roleIds: ['4'] }])
  it.each([
    ['those before a promotion', promoted, months[0], ['3']],
    ['the new ones in the month of a promotion', promoted, months[1], ['4']],
    ['the last ones of who left in it', left, months[2], ['4']],
    ['none after somebody left', left, '2026-12-01', []],
    ['the present ones where they never changed', roles(['4']), months[0], ['4']],
  ] as const)('are %s', (_, of, month, expected) => {
    expect(rolesOfMonth(of, month)).toEqual(expected)
  })

  it('decide about facts of earlier months, too', () => {
    const ofPromoted = { ...rent, roleId: '4' }
    const facts = months.map((month) => ({ ...sold, month }))
    expect(commissionLines([ofPromoted], facts, promoted, []).map(({ month }) => month)).toEqual(months.slice(1))
  })
})

describe('a statement', () => {
  it('has a share of the rent, and a sum for each booking', () => {
    const booking = { ...rent, id: '2', kind: commissionKind.booking, fen: 2000, rateBp: 0 }
    const facts = [sold, { ...sold, kind: commissionKind.booking, base: 1 }]
    expect(commissionLines([rent, booking], facts, roles([]), []).map(({ ruleId, fen }) => [ruleId, fen])).toEqual([
      ['1', 2500],
      ['2', 2000],
    ])
    expect([ruleText(rent), ruleText(booking)]).toEqual(['租金的2.5%', '每单 ¥20.00'])
  })

  it('takes back what a cancelled order gave, at the rate it was settled by', () => {
    const settled = commissionLines([rent], [sold], roles([]), [])
    const ended = { ...rent, to: months[1] }
    const dearer = { ...rent, id: '2', rateBp: 900, from: months[2] }
    expect(commissionLines([ended, dearer], [], roles([]), settled)).toEqual([
      { orderId: '9', kind: commissionKind.rent, month: months[1], ruleId: '1', base: -100_000, fen: -2500 },
    ])
    expect(commissionLines([ended, dearer], [sold], roles([]), settled)).toEqual([])
  })

  it('needs a sum or a share', () => {
    expect(ruleProblem({ kind: commissionKind.booking, fen: 0, rateBp: 100 })?.field).toBe('fen')
    expect(ruleProblem({ kind: commissionKind.rent, fen: 100, rateBp: 0 })?.field).toBe('rateBp')
    expect(ruleProblem(rent)).toBeNull()
  })
})

const anyRule = fc.record({
  kind: fc.constantFrom(...commissionKinds.values),
  storeId: fc.constantFrom(null, '7', '8'),
  roleId: fc.constantFrom(null, '3', '4'),
  fen: fc.nat(10_000),
  rateBp: fc.nat(10_000),
  from: fc.constantFrom(...months),
  to: fc.constantFrom(null, ...months),
})
const anyFact = fc.record({
  orderId: fc.constantFrom('21', '22', '23'),
  storeId: fc.constantFrom('7', '8'),
  kind: fc.constantFrom(...commissionKinds.values),
  month: fc.constantFrom(...months),
  base: fc.integer({ min: -99_999, max: 9_999_999 }),
})
const factsOnce = fc.uniqueArray(anyFact, {
  selector: ({ orderId, kind, month }) => `${orderId} ${kind} ${month}`,
  maxLength: 12,
})

it('whatever changes after statements, all of them add up to what is true now, at the rates they were settled by', () =>
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 6 }),
      fc.subarray(['3', '4']),
      fc.array(factsOnce, { minLength: 1, maxLength: 5 }),
      (given, roleIds, states) => {
        const rules = given.map((rule, at) => ({ ...rule, id: String(at + 1) }))
        const settled: CommissionLine[] = []
        for (const facts of states) {
          settled.push(...commissionLines(rules, facts, roles(roleIds), settled))
          expect(commissionLines(rules, facts, roles(roleIds), settled)).toEqual([])
          for (const fact of facts) {
            const own = settled.filter(
              (line) => line.orderId === fact.orderId && line.kind === fact.kind && line.month === fact.month,
            )
            const rule =
              own[0] === undefined ? ruleFor(rules, fact, roleIds) : rules.find(({ id }) => id === own[0]!.ruleId)!
            const sum = own.reduce((all, { fen }) => all + fen, 0)
            expect(sum).toBe(rule === undefined ? 0 : commissionOf(rule, fact.base))
          }
        }
      },
    ),
  ))
