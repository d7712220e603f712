import { displayPlate } from '../../platform/check/plate.ts'
import { machine } from '../../step.ts'
import { formatDateTime, type Instant } from '../../time.ts'
import { type TollKind, tollKinds, tollStatus, tollStatuses } from './codes.ts'

/* The state machine of a line of a toll, parking or charging bill, and how it reads. */

/** Orders that one batch charges. */
export const MAX_TOLL_ORDERS = 200

const s = tollStatus
/** Nothing was asked of a customer for it. */
export const openStatuses = [s.unmatched, s.toCharge, s.borne] as const

/** Tabs of the list: one for each status. */
export const tollGroups = [
  'toCharge',
  'asked',
  'unmatched',
  'paid',
  'borne',
  'void',
] as const satisfies readonly (keyof typeof s)[]
export type TollGroup = (typeof tollGroups)[number]
/** Those that staff or customers still have to do something about: the list counts them. */
export const liveGroups = ['unmatched', 'toCharge', 'asked'] as const satisfies readonly TollGroup[]

export const tollSteps = machine(tollStatuses, {
  entry: [s.unmatched, s.toCharge, s.borne],
  final: [s.paid, s.borne, s.void],
  refusal: 'tollStatusRefuses',
  steps: {
    /** An order had the car, by its rental times or by the decision of a person. */
    match: { from: openStatuses, to: s.toCharge, by: 'violation.handle' },
    /** The rental times have changed, and several orders or none are possible. */
    unmatch: { from: openStatuses, to: s.unmatched, by: 'system' },
    /** No customer had the car. */
    own: { from: openStatuses, to: s.borne, by: 'violation.handle' },
    /** Its order is charged with a supplement. */
    charge: { from: [s.toCharge], to: s.asked, by: 'order.supplement' },
    /** The merchant does not charge the customer. */
    waive: { from: [s.toCharge], to: s.borne, by: 'order.supplement' },
    pay: { from: [s.asked], to: s.paid, by: 'system' },
    /** Its supplement was cancelled. */
    withdraw: { from: [s.asked, s.paid], to: s.toCharge, by: 'system' },
    void: { from: openStatuses, to: s.void, by: 'violation.handle' },
  },
})

interface TollFacts {
  readonly kind: TollKind
  readonly place: string
  readonly plate: string
  readonly outAt: Instant
}

/** A line as its customer reads it. */
export const tollWords = ({ kind, place, plate, outAt }: TollFacts) => ({
  text: `${formatDateTime(outAt)} ${tollKinds.text(kind)}`,
  note: [place, displayPlate(plate)].filter(Boolean).join(' '),
})

/** What an order is charged for, by kind: 过路费12笔、停车1笔. */
export const tollSummary = (lines: readonly Pick<TollFacts, 'kind'>[]): string =>
  tollKinds.values
    .map((kind) => [kind, lines.filter((line) => line.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${tollKinds.text(kind)}${count}笔`)
    .join('、')
