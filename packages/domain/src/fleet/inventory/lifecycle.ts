import { plateProblem } from '../../platform/check/plate.ts'
import { isVin } from '../../platform/check/vin.ts'
import { Refusal } from '../../refusal.ts'
import { type Guard, machine } from '../../step.ts'
import type { LocalDate } from '../../time.ts'
import { type Lifecycle, lifecycles, type PlateKind, plateKind, lifecycle as s } from './codes.ts'
import { isLawfulOn, type Papers } from './papers.ts'

/** What a vehicle needs before it may be rented out. */
export interface ReadyFacts {
  readonly plate: string
  readonly plateKind: PlateKind
  readonly plateExpireOn: LocalDate | null
  readonly vin: string
  /** Both are in use. */
  readonly modelOpen: boolean
  readonly storeOpen: boolean
  readonly papers: Papers
  readonly today: LocalDate
}

/** What prevents a vehicle from being withdrawn. */
export interface BusyFacts {
  /** An order is assigned to it or has it out. */
  readonly ordered: boolean
  readonly openTickets: number
}

/**
 * What is missing or expired before a vehicle may be rented out, by name; empty when nothing is. A photo of the
 * vehicle licence is requested on the vehicle's page but is no condition, because merchants who import a
 * spreadsheet have no photos yet.
 */
export function lacksForService(f: ReadyFacts): string[] {
  const temporary = { expireOn: f.plateExpireOn, today: f.today }
  const plateGood = plateProblem(f.plateKind, f.plate, temporary) === null
  const { inspectionExpireOn } = f.papers
  // Checked one by one, so that each is named.
  const insured = isLawfulOn({ ...f.papers, inspectionExpireOn: f.today }, f.today)
  const inspected = inspectionExpireOn !== null && inspectionExpireOn >= f.today
  return [
    ...(plateGood ? [] : [f.plateKind === plateKind.temporary ? '临牌有效期' : '车牌号']),
    ...(isVin(f.vin) ? [] : ['车架号']),
    ...(f.modelOpen ? [] : ['车型']),
    ...(f.storeOpen ? [] : ['门店']),
    ...(insured ? [] : ['交强险']),
    ...(inspected ? [] : ['年检']),
  ]
}

const isReady: Guard<ReadyFacts> = (f) => {
  const lacks = lacksForService(f)
  return lacks.length === 0 ? null : { key: 'vehicleNotReady', detail: { 项: lacks.join('、'), lacks } }
}

const isIdle: Guard<BusyFacts> = (f) => (f.ordered || f.openTickets > 0 ? { key: 'vehicleBusy' } : null)

/**
 * State machine of a vehicle's lifecycle. Orders that are only planned on a withdrawn vehicle are assigned to
 * another one. A step that is not listed comes from an outdated page, since only listed ones are offered.
 */
export const vehicleSteps = machine(lifecycles, {
  entry: [s.waiting],
  final: [s.disposed],
  refusal: 'stale',
  steps: {
    publish: { from: [s.waiting, s.off], to: s.inService, guard: isReady, by: 'inventory.edit' },
    withdraw: { from: [s.inService], to: s.off, guard: isIdle, by: 'inventory.edit' },
    /** The customer did not return it; orders that are assigned to it get another car. */
    lose: { from: [s.waiting, s.inService, s.off], to: s.off, by: 'order.override' },
    /** Sold, scrapped or given back: its plate may be used by another car. */
    dispose: { from: [s.waiting, s.off], to: s.disposed, guard: isIdle, by: 'inventory.edit' },
  },
})

const actionTo = { [s.inService]: 'publish', [s.off]: 'withdraw', [s.disposed]: 'dispose' } as const

/** The action that leads to a lifecycle. @throws Refusal stale (-5): nothing leads back to waiting */
export function actionOf(to: Lifecycle): 'publish' | 'withdraw' | 'dispose' {
  if (to === s.waiting) throw new Refusal('stale')
  return actionTo[to]
}
