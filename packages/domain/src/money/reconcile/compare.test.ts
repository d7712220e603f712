import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type BillLine,
  compare,
  type DifferenceKind,
  differenceKind,
  judge,
  lineKind,
  lineKinds,
  nothingSettled,
  type OurMove,
  type Pair,
  plus,
  settlementOf,
} from './compare.ts'

const ours: OurMove = { kind: lineKind.payment, no: 'P1', amount: 86_900, succeeded: true }
const line: BillLine = { ...ours, providerNo: '42', fee: 521, borne: 500, at: null }

it.each<[Pair, DifferenceKind | null]>([
  [{ line, ours }, null],
  [{ line, ours: null }, differenceKind.missingHere],
  [{ line: null, ours }, differenceKind.missingThere],
  [{ line: null, ours: { ...ours, succeeded: false } }, null],
  [{ line: { ...line, amount: 86_901 }, ours }, differenceKind.otherSum],
  [{ line, ours: { ...ours, succeeded: false } }, differenceKind.otherState],
  // A payment that never succeeded is reported by its state, whatever its amount.
  [{ line: { ...line, amount: 1 }, ours: { ...ours, succeeded: false } }, differenceKind.otherState],
])('compares %j as %j', (pair, kind) => expect(judge(pair)).toBe(kind))

it('a second line with the same number has no record of ours, since the first line settled it', () => {
  const { agreed, differences } = compare(
    [
      { line, ours },
      { line, ours, spent: true },
    ],
    () => 'A',
  )
  expect([...agreed]).toEqual([['A', { theirsFen: 86_900, feeFen: 521, borneFen: 500, oursFen: 86_900 }]])
  expect(differences).toEqual([{ line, ours, spent: true, kind: differenceKind.missingHere }])
  expect(settlementOf(differences[0]!)).toEqual({ theirsFen: 86_900, feeFen: 521, borneFen: 500, oursFen: 0 })
})

const kinds = fc.constantFrom(...lineKinds.values)
const move = fc.record({
  kind: kinds,
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  store: fc.constantFrom('A', 'B'),
})
/** Differences that are planted into the bill of a payment. */
const plants = fc.constantFrom('none', 'missingHere', 'missingThere', 'otherSum', 'otherState', 'spent')

/** Our payments, and their bill with planted differences. */
const worlds = fc.array(fc.tuple(move, plants, fc.integer({ min: -50, max: 500 })), { maxLength: 60 }).map((all) =>
  all.map(([{ kind, amount, store }, plant, fee], n) => {
    const no = `N${n}`
    const mine = { kind, no, amount, succeeded: plant !== 'otherState', store }
    const theirs: BillLine = {
      kind,
      no,
      amount: plant === 'otherSum' ? amount + 1 : amount,
      providerNo: '',
      fee,
      borne: 0,
      at: null,
    }
    return {
      plant,
      ours: plant === 'missingHere' ? null : mine,
      line: plant === 'missingThere' ? null : theirs,
      spent: plant === 'spent',
    }
  }),
)

it('finds every planted difference with its kind, and no others', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { differences } = compare(world, ({ store }) => store)
      const found = differences.map(({ line, ours, kind }) => [line?.no ?? ours?.no, kind])
      const planted = world
        .filter(({ plant }) => plant !== 'none')
        .map(({ plant, line, ours }) => [
          line?.no ?? ours?.no,
          differenceKind[plant === 'spent' ? 'missingHere' : (plant as keyof typeof differenceKind)],
        ])
      expect(found).toEqual(planted)
    }),
  )
})

it('loses no fen: agreements and differences add up to the bill and to our payments, in batches or at once', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 7 }), (world, size) => {
      const sum = (pairs: readonly Pair[]) => pairs.map(settlementOf).reduce(plus, nothingSettled)
      const whole = compare(world, ({ store }) => store)
      const settled = [...whole.agreed.values()].reduce(plus, nothingSettled)
      expect(plus(settled, sum(whole.differences))).toEqual(sum(world))
      expect(settled.theirsFen).toBe(settled.oursFen)

      const parts = Array.from({ length: Math.ceil(world.length / size) }, (_, n) =>
        compare(world.slice(n * size, (n + 1) * size), ({ store }) => store),
      )
      expect(parts.flatMap(({ differences }) => differences)).toEqual(whole.differences)
      expect(parts.flatMap(({ agreed }) => [...agreed.values()]).reduce(plus, nothingSettled)).toEqual(settled)
    }),
  )
})
