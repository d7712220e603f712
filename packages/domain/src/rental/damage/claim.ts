import type { CodeOf } from '../../enumeration.ts'
import type { Fen } from '../../money.ts'
import { machine } from '../../step.ts'
import { type DamageKind, damageStatuses, liabilities } from './codes.ts'

/*
 * A case of damage: the broken parts, their cost and who is liable. Nothing is owed before the assessment. From
 * then on the customer's part is posted (J11), and only a refund or the closing of the case changes it.
 */

const s = damageStatuses.code

export const damageSteps = machine(damageStatuses, {
  entry: [s.assessing],
  final: [s.closed],
  refusal: 'damageClosed',
  steps: {
    edit: { from: [s.assessing], to: 'same', by: 'damage.create' },
    /** Fixes what the customer owes; nothing to collect finishes the case at once. */
    assess: {
      from: [s.assessing],
      to: [s.deducting, s.done],
      choose: (f: { readonly payable: Fen }) => (f.payable > 0 ? s.deducting : s.done),
      by: 'damage.create',
    },
    deduct: { from: [s.deducting], to: 'same', by: 'deposit.deduct' },
    /** Paid on its own, or by any payment that settles the order. */
    pay: { from: [s.deducting], to: s.done, by: 'system' },
    /** Part or all of what was collected is refunded; a case that was refunded in full is closed. */
    refund: {
      from: [s.deducting, s.done],
      to: [s.deducting, s.done, s.closed],
      choose: (f: { readonly left: Fen; readonly wasDone: boolean }) =>
        f.left === 0 ? s.closed : f.wasDone ? s.done : s.deducting,
      by: 'damage.refund',
    },
    /** Withdrawn with a reason. */
    close: { from: [s.assessing, s.deducting], to: s.closed, by: 'damage.create' },
  },
})

/** The amount that the customer owes is not known yet. */
export const isAssessing = (status: number): boolean => status === s.assessing
/** The customer owes the amount. */
export const isCollecting = (status: number): boolean => status === s.deducting
/** The case is neither finished nor closed. */
export const isOpenDamage = (status: number): boolean => isAssessing(status) || isCollecting(status)
/** Withdrawn, or refunded in full. */
export const isClosedDamage = (status: number): boolean => status === s.closed
export const openDamageStatuses = damageStatuses.values.filter(isOpenDamage)

/** A damaged part of the car and the cost of its repair, fen. */
export interface DamagedPart {
  readonly part: string
  readonly kind: DamageKind
  readonly amount: Fen
}

/** The costs of a case, fen. */
export interface DamageCosts {
  readonly parts: readonly { readonly amount: Fen }[]
  /** The value of a car that is not returned; 0 for a repaired one. */
  readonly worth: Fen
  readonly downtimeDays: number
  /** Per day that the car is out of service. */
  readonly downtimeFee: Fen
  readonly depreciationFee: Fen
  readonly otherFee: Fen
}

export const MAX_DAMAGED_PARTS = 40

/** Repair or value of the car, loss of use, depreciation and other costs. */
export const damageTotal = (f: DamageCosts): Fen =>
  f.parts.reduce((sum, { amount }) => sum + amount, 0) +
  f.worth +
  f.downtimeDays * f.downtimeFee +
  f.depreciationFee +
  f.otherFee

/**
 * What the customer owes for a case: the part that insurers and third parties do not pay, and nothing without
 * liability. Their part is not in these books.
 */
export const damagePayable = (f: DamageCosts & { readonly covered: Fen; readonly liability: Liability }): Fen =>
  f.liability === liabilities.code.nobody ? 0 : Math.max(0, damageTotal(f) - f.covered)

export type Liability = CodeOf<typeof liabilities>
