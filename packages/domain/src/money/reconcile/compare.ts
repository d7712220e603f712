import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import type { Instant } from '../../time.ts'

/* Compares a provider's bill with our payments, line by line. Amounts are positive fen in both directions. */

/** Direction of a line: money from a customer (including a capture), or a refund. */
export const lineKinds = enumeration({ payment: [1, '收款'], refund: [2, '退款'] })
export const lineKind = lineKinds.code
export type LineKind = CodeOf<typeof lineKinds>

export const differenceKinds = enumeration({
  missingHere: [1, '系统无记录'],
  missingThere: [2, '账单无记录'],
  otherSum: [3, '金额不符'],
  otherState: [4, '状态不符'],
})
export const differenceKind = differenceKinds.code
export type DifferenceKind = CodeOf<typeof differenceKinds>

export const differenceStates = enumeration({
  open: [0, '待处理'],
  agreed: [1, '已相符'],
  booked: [2, '已入账'],
})
export const differenceState = differenceStates.code
export type DifferenceState = CodeOf<typeof differenceStates>

export const differenceSteps = machine(differenceStates, {
  entry: [differenceState.open],
  final: [differenceState.agreed, differenceState.booked],
  refusal: 'stale',
  steps: {
    /** A second comparison found that both sides agree. */
    agree: { from: [differenceState.open], to: differenceState.agreed, by: 'finance.reconcile' },
    /** The provider's amount is booked, with a reason. */
    book: { from: [differenceState.open], to: differenceState.booked, by: 'finance.reconcile' },
  },
})

export const isOpenDifference = (state: DifferenceState): boolean => state === differenceState.open

/** Name of the booking of a difference: 补记 for what only the provider has, 核销 for what only the books have. */
export const bookingName = (kind: DifferenceKind): string => (kind === differenceKind.missingThere ? '核销' : '补记')

export interface BillLine {
  readonly kind: LineKind
  /** Our number of the request. */
  readonly no: string
  readonly providerNo: string
  readonly amount: number
  /** The provider's fee; negative when a refund returns it. */
  readonly fee: number
  /** The part of the amount that the merchant bears (商家优惠, 免充值券), so that it is not paid out; negative with a refund. */
  readonly borne: number
  readonly at: Instant | null
}

/** A payment or refund of ours. */
export interface OurMove {
  readonly kind: LineKind
  readonly no: string
  readonly amount: number
  /** It is in the books. */
  readonly succeeded: boolean
}

/** A line of the bill and our payment with its number; either may be missing. */
export interface Pair<O extends OurMove = OurMove> {
  readonly line: BillLine | null
  readonly ours: O | null
  /** Our payment of that number was already settled, by another line of the same number or because it was given up. */
  readonly spent?: boolean
}

/** The kind of difference; null when both agree, or when neither moved money. */
export function judge({ line, ours, spent }: Pair): DifferenceKind | null {
  if (line === null) return ours?.succeeded ? differenceKind.missingThere : null
  if (ours === null || spent) return differenceKind.missingHere
  if (!ours.succeeded) return differenceKind.otherState
  return line.amount === ours.amount ? null : differenceKind.otherSum
}

/** Fen with sign: refunds are negative. */
export const signedFen = ({ kind, amount }: Pick<BillLine, 'kind' | 'amount'>): number =>
  kind === lineKind.payment ? amount : -amount

/** Amounts that a settlement books, fen: by the provider, its fee, what the merchant bears, and by our books. */
export interface Settlement {
  readonly theirsFen: number
  readonly feeFen: number
  readonly borneFen: number
  readonly oursFen: number
}

/** What one pair settles: the booked amount leaves the clearing account, the provider's amount is in the bank. */
export const settlementOf = ({ line, ours, spent }: Pair): Settlement => ({
  theirsFen: line === null ? 0 : signedFen(line),
  feeFen: line?.fee ?? 0,
  borneFen: line?.borne ?? 0,
  oursFen: ours?.succeeded && !spent ? signedFen(ours) : 0,
})

export const plus = (a: Settlement, b: Settlement): Settlement => ({
  theirsFen: a.theirsFen + b.theirsFen,
  feeFen: a.feeFen + b.feeFen,
  borneFen: a.borneFen + b.borneFen,
  oursFen: a.oursFen + b.oursFen,
})
export const nothingSettled: Settlement = { theirsFen: 0, feeFen: 0, borneFen: 0, oursFen: 0 }

export interface Compared<O extends OurMove> {
  /** Totals of pairs that agree, by the group of their payments. */
  readonly agreed: ReadonlyMap<string, Settlement>
  readonly differences: readonly (Pair<O> & { readonly kind: DifferenceKind })[]
}

/**
 * Sorts pairs into agreements and differences.
 * @param groupOf the group that the books settle together, such as the store
 */
export function compare<O extends OurMove>(pairs: Iterable<Pair<O>>, groupOf: (ours: O) => string): Compared<O> {
  const agreed = new Map<string, Settlement>()
  const differences: (Pair<O> & { kind: DifferenceKind })[] = []
  for (const pair of pairs) {
    const kind = judge(pair)
    if (kind !== null) differences.push({ ...pair, kind })
    else if (pair.line !== null && pair.ours !== null) {
      const group = groupOf(pair.ours)
      agreed.set(group, plus(agreed.get(group) ?? nothingSettled, settlementOf(pair)))
    }
  }
  return { agreed, differences }
}

/** Unique key of a line within a contract. */
export const keyOf = ({ kind, no }: Pick<BillLine, 'kind' | 'no'>): string => `${kind}:${no}`
