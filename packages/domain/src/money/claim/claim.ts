import type { Fen } from '../../money.ts'
import { machine } from '../../step.ts'
import type { Shares } from '../payment/ledger.ts'
import { type ClaimState, claimStates } from './codes.ts'

/*
 * A claim: what a customer owes for a case of an order (damage, a violation, a supplement) besides the rental. It is posted once its
 * amount is fixed; only a refund or the end of the case changes it.
 */

/** What each kind of case has of its own: its journal (11 or 12), and its title before the subject of a claim. */
export const claimKinds = {
  damage: { journal: 11, title: '车损' },
  violation: { journal: 12, title: '违章' },
  supplement: { journal: 11, title: '补款' },
} as const satisfies Readonly<Record<string, { readonly journal: 11 | 12; readonly title: string }>>
export type CaseKind = keyof typeof claimKinds

export const caseKinds = Object.keys(claimKinds) as readonly CaseKind[]

/** The name of a claim among charges. Damage without a subject is of a car that does not come back. */
export const claimName = (kind: CaseKind, subject: string): string =>
  subject === '' ? '车辆损失' : `${claimKinds[kind].title}：${subject}`

const s = claimStates.code

export const claimSteps = machine(claimStates, {
  entry: [s.expected, s.due, s.met],
  final: [s.met, s.ended],
  refusal: 'stale',
  steps: {
    /** The case expects another amount. */
    expect: { from: [s.expected], to: 'same' },
    /** Fixes the amount; nothing to collect is met at once. */
    open: {
      from: [s.expected],
      to: [s.due, s.met],
      choose: ({ payable }: { readonly payable: Fen }) => (payable > 0 ? s.due : s.met),
    },
    /** Paid on its own, or by any payment that settles the order. */
    meet: { from: [s.due], to: s.met },
    /** A part is given back; a claim of which nothing is left has ended. */
    refund: {
      from: [s.due, s.met, s.ended],
      to: [s.due, s.met, s.ended],
      choose: ({ left, state }: { readonly left: Fen; readonly state: ClaimState }) => (left === 0 ? s.ended : state),
    },
    /** The case is over, or its rest is waived. */
    withdraw: { from: [s.expected, s.due, s.met], to: s.ended },
  },
})

/** Nothing is to be collected of it any more, and nothing was taken back. */
export const isMetClaim = (state: number): boolean => state === s.met

/** The amounts of a claim in the books, fen. */
export interface Claim {
  readonly payable: Fen
  readonly refunded: Fen
  /** Part that was withdrawn when the case ended. */
  readonly withdrawn: Fen
}

export const standingClaim = ({ payable, refunded, withdrawn }: Claim): Fen => payable - refunded - withdrawn

/** What is left to collect of a claim, fen, at most what its order owes. `collected`: payments for this claim, less refunds. */
export const openClaim = (claim: Claim, collected: Fen, owed: Fen): Fen =>
  Math.max(0, Math.min(standingClaim(claim) - collected, owed))

/** What a claim consists of, fen. */
export interface ClaimParts {
  readonly payable: Fen
  /** Part that the merchant paid for the customer and passes on; the rest is its own income. */
  readonly passed: Fen
}

/** The claim by account. */
export const claimShares = ({ payable, passed }: ClaimParts): Shares => ({ fees: payable - passed, fine: passed })

/**
 * The parts of a claim that a refund takes, after `before` was refunded: fees first. A waiver takes from the other end
 * ({@link waivedShares}), so that the two never overlap, in any order.
 */
export function refundShares({ payable, passed }: ClaimParts, before: Fen, fen: Fen): Shares {
  const fees = payable - passed
  const ofFees = Math.min(before + fen, fees) - Math.min(before, fees)
  return { fees: ofFees, fine: fen - ofFees }
}

/** The parts of a claim that waiving the rest takes: the passed part first. */
export function waivedShares({ passed }: ClaimParts, fen: Fen): Shares {
  const fine = Math.min(fen, passed)
  return { fees: fen - fine, fine }
}
