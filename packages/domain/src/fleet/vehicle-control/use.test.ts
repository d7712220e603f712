import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE } from '../../time.ts'
import { vehicleUse, vehicleUses } from './codes.ts'
import { dueAtOf, mayBeCarried, useAt, type VehicleUse, type VehicleUseKind } from './use.ts'

/** A day in steps of half an hour. */
const STEPS = 48
const at = (step: number) => step * 30 * MINUTE

interface Told {
  readonly kind: VehicleUseKind
  readonly from: number
  readonly to: number | null
}
const told = fc.record({
  kind: fc.constantFrom(...vehicleUses.values),
  from: fc.integer({ min: 0, max: STEPS - 1 }),
  length: fc.option(fc.integer({ min: 1, max: STEPS }), { freq: 6 }),
})
const day = fc
  .array(told, { maxLength: 9 })
  .map((all): Told[] =>
    all.map(({ kind, from, length }) => ({ kind, from, to: length === null ? null : from + length })),
  )

const usesOf = (all: readonly Told[]): VehicleUse[] =>
  all.map(({ kind, from, to }, n) => ({
    kind,
    since: at(from),
    until: to === null ? null : at(to),
    dueAt: at(from) + n,
  }))

/** Lives the day: what begins and ends at each step, with a note of who has it, the latest of a kind on top. */
function lived(all: readonly Told[]): (VehicleUseKind | null)[] {
  const having = new Map<VehicleUseKind, number>(vehicleUses.values.map((kind) => [kind, 0]))
  return Array.from({ length: STEPS }, (_, step) => {
    for (const { kind, from, to } of all) {
      if (to === step) having.set(kind, having.get(kind)! - 1)
      if (from === step) having.set(kind, having.get(kind)! + 1)
    }
    return [...having].find(([, n]) => n > 0)?.[0] ?? null
  })
}

it('ten thousand days of cars: who may move it is what living the day says', () => {
  fc.assert(
    fc.property(day, (all) => {
      const uses = usesOf(all)
      const shuffled = [...uses].reverse()
      const steps = Array.from({ length: STEPS }, (_, step) => at(step))
      const days = lived(all)
      const kinds = (rows: readonly VehicleUse[], moments: readonly number[]) =>
        moments.map((moment) => useAt(rows, moment)?.kind ?? null)
      expect(kinds(uses, steps)).toEqual(days)
      // Neither the order of the rows nor the minute within a step matters.
      expect(kinds(shuffled, steps)).toEqual(days)
      expect(
        kinds(
          uses,
          steps.map((moment) => moment + 30 * MINUTE - 1),
        ),
      ).toEqual(days)
      expect(steps.map((moment) => dueAtOf(uses, moment) !== null)).toEqual(
        days.map((kind) => kind === vehicleUse.order),
      )
      const carried = days.map((kind) => kind === vehicleUse.relocation || kind === vehicleUse.work)
      expect(steps.map((moment) => mayBeCarried(useAt(uses, moment)))).toEqual(carried)
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

it('of two orders the one that took the car last says until when', () => {
  const use = (since: number, dueAt: number): VehicleUse => ({ kind: vehicleUse.order, since, until: null, dueAt })
  expect(dueAtOf([use(1, 10), use(2, 20)], 5)).toBe(20)
  expect(dueAtOf([use(2, 20), use(1, 10)], 5)).toBe(20)
})
