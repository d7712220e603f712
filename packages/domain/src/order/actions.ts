import type { RefundWait } from '../payment/codes.ts'
import { can, keyOf } from '../step.ts'
import { orderStatus as s } from './codes.ts'
import { isCancelled, type OrderAction, orderSteps, type UndoPickupFacts, type UndoReturnFacts } from './steps.ts'

/** What a card or the detail screen offers for an order. */
export type OfferAction =
  | 'pay'
  | 'accept'
  | 'refuse'
  | 'arrange'
  | 'pickUp'
  | 'return'
  | 'deduct'
  | 'supplement'
  | 'release'
  | 'retryRefund'
  | 'undoPickup'
  | 'undoReturn'
  | 'cancel'

/** What the offers depend on besides the status. Amounts in fen. */
export interface ActionFacts {
  readonly status: number
  /** Due now and not paid. */
  readonly owedFen: number
  /** Why one of its refunds waits for a person; null when none does. */
  readonly refundWaits: RefundWait | null
  /** In hand of collected deposits, what is on its way back included: one taken by hand waits for the word that it went. */
  readonly heldDepositFen: number
  /** Asked for the detail: a card leaves out what is no step of the rental. */
  readonly detail?: true
  /** What of it may still be deducted. Given by the detail only, as the undos: a card offers neither. */
  readonly deductibleFen?: number
  readonly undoPickup?: UndoPickupFacts
  readonly undoReturn?: UndoReturnFacts
}

/** One button, as the server answers it. `why`: the reason it is disabled. */
export interface Offer {
  readonly code: OfferAction
  readonly label: string
  readonly primary: boolean
  readonly enabled: boolean
  readonly why: string | null
}

interface Row {
  readonly code: OfferAction
  /** The step that allows it. */
  readonly step: OrderAction
  readonly label: string | ((f: ActionFacts) => string)
  readonly screen?: string
  readonly danger?: true
  /** Statuses in which it is the one job to do. */
  readonly primaryIn?: readonly number[]
  /** False hides it although the status would allow it: there is nothing to do. */
  readonly wanted?: (f: ActionFacts) => boolean
  /** A reason to show it disabled. */
  readonly why?: (f: ActionFacts) => string | undefined
}

const reason = (verdict: ReturnType<typeof can>) => (verdict.ok ? undefined : verdict.why)

/** In the order of the buttons: the next job, then what else may be done, the destructive one last. */
const rows: readonly Row[] = [
  {
    code: 'pay',
    step: 'collect',
    label: '收款',
    primaryIn: [s.submitted],
    wanted: (f) => f.owedFen > 0,
  },
  { code: 'accept', step: 'accept', label: '确认', primaryIn: [s.confirming] },
  {
    code: 'arrange',
    step: 'arrange',
    label: (f) => (can(orderSteps, 'unarrange', f.status).ok ? '改派' : '排车'),
    screen: 'arrange-vehicles',
    primaryIn: [s.confirmed],
  },
  { code: 'pickUp', step: 'pickUp', label: '取车', screen: 'pickup', primaryIn: [s.arranged] },
  { code: 'return', step: 'return', label: '还车', screen: 'return', primaryIn: [s.pickedUp] },
  {
    code: 'retryRefund',
    step: 'retryRefund',
    label: (f) => (f.refundWaits === 'byHand' ? '线下退款' : '退款重试'),
    primaryIn: [s.returned, s.cancelling],
    wanted: (f) => f.refundWaits !== null,
  },
  { code: 'release', step: 'release', label: '退押', wanted: (f) => f.heldDepositFen > 0 },
  { code: 'deduct', step: 'deduct', label: '扣押金', screen: 'payment', wanted: (f) => (f.deductibleFen ?? 0) > 0 },
  {
    code: 'supplement',
    step: 'supplement',
    label: '补款',
    screen: 'supplement',
    wanted: (f) => f.detail === true && (!isCancelled(f.status) || f.owedFen > 0),
  },
  {
    code: 'undoPickup',
    step: 'undoPickup',
    label: '撤销取车',
    danger: true,
    wanted: (f) => f.undoPickup !== undefined,
    why: (f) => f.undoPickup && reason(can(orderSteps, 'undoPickup', f.status, f.undoPickup)),
  },
  {
    code: 'undoReturn',
    step: 'undoReturn',
    label: '撤销还车',
    danger: true,
    wanted: (f) => f.undoReturn !== undefined,
    why: (f) => f.undoReturn && reason(can(orderSteps, 'undoReturn', f.status, f.undoReturn)),
  },
  { code: 'refuse', step: 'refuse', label: '拒绝', danger: true },
  {
    code: 'cancel',
    step: 'cancel',
    label: (f) => (can(orderSteps, 'submit', f.status).ok ? '删除' : '取消'),
    screen: 'cancel',
    danger: true,
  },
]

/**
 * The actions of an order for somebody who holds `held`: the primary one first, then in a fixed order. An action whose
 * key is missing or whose status is wrong is left out; one that is only forbidden for now comes disabled, with why.
 */
export function offersOf(facts: ActionFacts, held: ReadonlySet<string>): Offer[] {
  const offers = rows
    .filter((row) => can(orderSteps, row.step, facts.status).ok && (row.wanted?.(facts) ?? true))
    .filter((row) => held.has(keyOf(orderSteps, row.step)))
    .map((row): Offer => {
      const why = row.why?.(facts) ?? null
      return {
        code: row.code,
        label: typeof row.label === 'string' ? row.label : row.label(facts),
        primary: why === null && (row.primaryIn?.includes(facts.status) ?? false),
        enabled: why === null,
        why,
      }
    })
  return [...offers.filter((offer) => offer.primary), ...offers.filter((offer) => !offer.primary)]
}

/** How a client carries an action out: the page under the kind's base path, or a call when there is none. */
export interface OfferTarget {
  readonly screen: string | null
  /** Shown red, last, and asked about first. */
  readonly danger: boolean
}

const targets = new Map<string, OfferTarget>(
  rows.map((row) => [row.code, { screen: row.screen ?? null, danger: row.danger ?? false }]),
)

/** null for an action this build does not know: it is not shown. */
export const offerTarget = (code: string): OfferTarget | null => targets.get(code) ?? null
