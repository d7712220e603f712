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

export const isToReturn = (status: number): boolean => status === s.toReturn
export const isToCharge = (status: number): boolean => status === s.toCharge
export const isBorne = (status: number): boolean => status === s.borne
export const isUnmatched = (status: number): boolean => status === s.unmatched

/** Tabs of the list: one for each status. */
export const tollGroups = [
  'toCharge',
  'asked',
  'unmatched',
  'toReturn',
  'paid',
  'borne',
  'void',
] as const satisfies readonly (keyof typeof s)[]
export type TollGroup = (typeof tollGroups)[number]
/** Those that staff or customers still have to do something about: the list counts them. */
export const liveGroups = ['unmatched', 'toCharge', 'asked', 'toReturn'] as const satisfies readonly TollGroup[]

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
    /** The merchant does not charge the customer, or has paid them what the provider gave back. */
    waive: { from: [s.toCharge, s.toReturn], to: s.borne, by: 'order.supplement' },
    /** The provider gave the money back before a customer was asked. */
    payBack: { from: openStatuses, to: s.borne, by: 'system' },
    /** It gave back what a customer was asked for. */
    owe: { from: openStatuses, to: s.toReturn, by: 'system' },
    /** The supplement of what it gave back was cancelled: the customer owes and gets nothing. */
    clear: { from: [s.toReturn], to: s.borne, by: 'system' },
    pay: { from: [s.asked], to: s.paid, by: 'system' },
    /** Its supplement was cancelled. */
    withdraw: { from: [s.asked, s.paid], to: s.toCharge, by: 'system' },
    void: { from: [...openStatuses, s.toReturn], to: s.void, by: 'violation.handle' },
  },
})

interface TollFacts {
  readonly kind: TollKind
  readonly place: string
  readonly plate: string
  readonly outAt: Instant
}

/** What a line is for: 停车; of money back: 停车退回. */
export const tollName = ({ kind, fen }: { readonly kind: TollKind; readonly fen: number }): string =>
  `${tollKinds.text(kind)}${fen < 0 ? '退回' : ''}`

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
