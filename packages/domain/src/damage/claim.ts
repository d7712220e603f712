import type { CodeOf } from '../enumeration.ts'
import type { Fen } from '../quote/money.ts'
import { machine } from '../step.ts'
import { type DamageKind, damageStatuses, liabilities } from './codes.ts'

/*
 * A case of damage: what is broken, what it costs and who answers for it. Nothing of it is owed before it is
 * assessed; from then on what the customer owes of it stands in the books (J11) and changes by a refund or its end alone.
 */

const s = damageStatuses.code

export const damageSteps = machine(damageStatuses, {
  entry: [s.assessing],
  final: [s.closed],
  refusal: 'damageClosed',
  steps: {
    edit: { from: [s.assessing], to: 'same', by: 'damage.create' },
    /** What the customer owes of it is fixed; nothing to collect ends it at once. */
    assess: {
      from: [s.assessing],
      to: [s.deducting, s.done],
      choose: (f: { readonly payable: Fen }) => (f.payable > 0 ? s.deducting : s.done),
      by: 'damage.create',
    },
    deduct: { from: [s.deducting], to: 'same', by: 'deposit.deduct' },
    /** By money of its own, or by whatever left the order nothing to owe. */
    pay: { from: [s.deducting], to: s.done, by: 'system' },
    /** Part or all of what was collected goes back; nothing is left of a claim that was refunded whole. */
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

/** Nobody knows yet what the customer owes of it. */
export const isAssessing = (status: number): boolean => status === s.assessing
/** The customer owes it. */
export const isCollecting = (status: number): boolean => status === s.deducting
/** Something of it is still to be done. */
export const isOpenDamage = (status: number): boolean => isAssessing(status) || isCollecting(status)
/** It was withdrawn, or paid back whole. */
export const isClosedDamage = (status: number): boolean => status === s.closed
/** Statuses in which something is still to be done. */
export const openDamageStatuses = damageStatuses.values.filter(isOpenDamage)

/** One part of the car: what is wrong with it, and what its repair costs. */
export interface DamagedPart {
  readonly part: string
  readonly kind: DamageKind
  readonly amount: Fen
}

/** What a case comes to, fen. */
export interface DamageCosts {
  readonly parts: readonly { readonly amount: Fen }[]
  /** What a car was worth that does not come back; 0 for one that is repaired. */
  readonly worth: Fen
  readonly downtimeDays: number
  /** For each day that the car stands still. */
  readonly downtimeFee: Fen
  readonly depreciationFee: Fen
  readonly otherFee: Fen
}

export const MAX_DAMAGED_PARTS = 40

/** Repair, or the worth of the car; loss of use; depreciation and the rest. */
export const damageTotal = (f: DamageCosts): Fen =>
  f.parts.reduce((sum, { amount }) => sum + amount, 0) +
  f.worth +
  f.downtimeDays * f.downtimeFee +
  f.depreciationFee +
  f.otherFee

/**
 * What the customer owes of a case: what insurers and third parties do not pay, and nothing without liability. Their part is
 * not in these books.
 */
export const damagePayable = (f: DamageCosts & { readonly covered: Fen; readonly liability: Liability }): Fen =>
  f.liability === liabilities.code.nobody ? 0 : Math.max(0, damageTotal(f) - f.covered)

export type Liability = CodeOf<typeof liabilities>
