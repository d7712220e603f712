import type { PendingRefund } from '../../money/payment/codes.ts'
import { type Block, type Can, can, keyOf } from '../../step.ts'
import { orderStatus as s } from './codes.ts'
import type { OfferAction } from './offers.ts'
import { isCancelled, type OrderAction, orderSteps, type UndoFacts, type UndoReturnFacts } from './steps.ts'

/** Facts that decide the offered actions besides the status. Amounts in fen. */
export interface ActionFacts {
  readonly status: number
  /** Due now and not paid. */
  readonly owedFen: number
  /** An instalment is due, and is collected where the plan is shown. Only set for cards and to-dos. */
  readonly instalmentDue?: boolean
  /** Open part of the prepayment that the booking requires. */
  readonly prepayDueFen?: number
  /** Why a refund of the order needs staff; null when none does. */
  readonly pendingRefunds: PendingRefund | null
  /** A payment of the order needs to be checked. Only set for the detail. */
  readonly payCheck?: boolean
  /**
   * An authorization hold of a deposit ended by itself, or its waiver was withdrawn, so that it has to be
   * collected. Only set for the detail.
   */
  readonly depositLost?: boolean
  /** Held deposits, including releases in progress: the release of an offline deposit has to be confirmed. */
  readonly heldDepositFen: number
  /** Written off and not recovered. Only set for the detail. */
  readonly writtenOffFen?: number
  /** Set for the detail: a card offers only steps of the rental. */
  readonly detail?: true
  /** The user booked it within the last hour and may correct it without the permission. Only set for the detail. */
  readonly ownFresh?: boolean
  /** What may still be deducted from its deposits. Only set for the detail, like the undos. */
  readonly deductibleFen?: number
  /** A self-service record of the customer has to be checked. Only set for the detail. */
  readonly selfCheck?: boolean
  /** The assigned car is overdue with another customer. */
  readonly carOut?: boolean
  /** It can be renewed by hours and days. Only set for the detail. */
  readonly renews?: boolean
  /** A long rental whose contract can be ended early. Only set for the detail. */
  readonly endsEarly?: boolean
  /** The end of the rental is so far ahead that nothing waits for the car yet. */
  readonly endsLater?: boolean
  /** The car is overdue. Only set for the detail. */
  readonly late?: boolean
  readonly undoPickup?: UndoFacts
  readonly undoReturn?: UndoReturnFacts
}

/** One button. `block`: why it is disabled; null when it is enabled. */
export interface Offer {
  readonly code: OfferAction
  readonly label: string
  readonly primary: boolean
  readonly block: Block | null
}

interface Row {
  readonly code: OfferAction
  /** The step that must be allowed. */
  readonly step: OrderAction
  readonly label: string | ((f: ActionFacts) => string)
  /** Statuses in which it is the primary action; the first such row is used. */
  readonly primaryIn?: readonly number[]
  /** False: the next row becomes the primary action. */
  readonly pressing?: (f: ActionFacts) => boolean
  /** False hides the action although the status allows it, because it is not needed. */
  readonly wanted?: (f: ActionFacts) => boolean
  /** Why it is shown disabled. */
  readonly block?: (f: ActionFacts) => Block | null
}

const blockIn = (verdict: Can): Block | null => (verdict.ok ? null : verdict)

/** In the order of the buttons: the next step, then others, the destructive one last. */
const rows: readonly Row[] = [
  {
    code: 'pay',
    step: 'collect',
    label: (f) => (f.prepayDueFen ? '收预付款' : '收款'),
    primaryIn: [s.submitted, s.confirmed],
    // A booking without its prepayment is collected first.
    pressing: (f) => f.status === s.submitted || (f.prepayDueFen ?? 0) > 0,
    wanted: (f) => (f.detail === true || !f.instalmentDue) && (f.owedFen > 0 || (f.writtenOffFen ?? 0) > 0),
  },
  {
    code: 'collectInstalment',
    step: 'collectInstalment',
    label: '收分期',
    primaryIn: [s.pickedUp],
    wanted: (f) => f.instalmentDue === true,
  },
  { code: 'accept', step: 'accept', label: '接单', primaryIn: [s.confirming] },
  {
    code: 'arrange',
    step: 'arrange',
    label: (f) => (can(orderSteps, 'unarrange', f.status).ok ? '改派' : '排车'),
    primaryIn: [s.confirmed, s.arranged],
    // With a car assigned, another one is primary only if that car is not available.
    pressing: (f) => f.status === s.confirmed || f.carOut === true,
  },
  {
    code: 'checkPickup',
    step: 'checkPickup',
    label: '去验车',
    primaryIn: [s.arranged],
    wanted: (f) => f.selfCheck === true,
  },
  {
    code: 'checkReturn',
    step: 'checkReturn',
    label: '去验车',
    primaryIn: [s.pickedUp],
    wanted: (f) => f.selfCheck === true,
  },
  { code: 'pickUp', step: 'pickUp', label: '取车', primaryIn: [s.arranged] },
  { code: 'return', step: 'return', label: '还车', primaryIn: [s.pickedUp], pressing: (f) => !f.endsLater },
  { code: 'renew', step: 'renew', label: '续租', wanted: (f) => f.renews === true },
  { code: 'terminate', step: 'terminate', label: '提前退租', wanted: (f) => f.endsEarly === true },
  { code: 'swap', step: 'swap', label: '换车' },
  { code: 'chargeLate', step: 'chargeLate', label: '计收超时费', wanted: (f) => f.late === true },
  { code: 'mend', step: 'modify', label: '改单', wanted: (f) => f.detail === true },
  {
    code: 'retryRefund',
    step: 'retryRefund',
    label: (f) => (f.pendingRefunds === 'byHand' ? '线下退款' : '退款重试'),
    primaryIn: [s.returned, s.cancelling],
    wanted: (f) => f.pendingRefunds !== null,
  },
  { code: 'checkPay', step: 'checkPay', label: '核对收付', wanted: (f) => f.payCheck === true },
  { code: 'collectDeposit', step: 'collectViolation', label: '收押金', wanted: (f) => f.depositLost === true },
  { code: 'release', step: 'release', label: '退押金', wanted: (f) => f.heldDepositFen > 0 },
  {
    code: 'deduct',
    step: 'deduct',
    label: '扣款',
    wanted: (f) => (f.deductibleFen ?? 0) > 0,
    block: (f) => (f.owedFen > 0 ? null : { key: 'nothingOwed' }),
  },
  {
    code: 'supplement',
    step: 'supplement',
    label: '补款',
    wanted: (f) => f.detail === true && (!isCancelled(f.status) || f.owedFen > 0),
  },
  {
    code: 'reimburse',
    step: 'reimburse',
    label: '报销退款',
    wanted: (f) => f.detail === true,
  },
  {
    code: 'writeOff',
    step: 'writeOff',
    label: '坏账核销',
    wanted: (f) => f.detail === true && f.owedFen > 0,
  },
  {
    code: 'closeLost',
    step: 'closeLost',
    label: '未还车结单',
    wanted: (f) => f.detail === true,
  },
  {
    code: 'undoPickup',
    step: 'undoPickup',
    label: '撤销取车',
    wanted: (f) => f.undoPickup !== undefined,
    block: (f) => (f.undoPickup ? blockIn(can(orderSteps, 'undoPickup', f.status, f.undoPickup)) : null),
  },
  {
    code: 'undoReturn',
    step: 'undoReturn',
    label: '撤销还车',
    wanted: (f) => f.undoReturn !== undefined,
    block: (f) => (f.undoReturn ? blockIn(can(orderSteps, 'undoReturn', f.status, f.undoReturn)) : null),
  },
  { code: 'refuse', step: 'refuse', label: '拒绝' },
  {
    code: 'cancel',
    step: 'cancel',
    label: (f) => (can(orderSteps, 'submit', f.status).ok ? '删除' : '取消'),
  },
]

/** Actions that the user who booked an order may do within the hour without the permission. */
const amendable: readonly OfferAction[] = ['mend', 'cancel']

/**
 * The actions of an order for a user with the permissions `held`: the primary one first, then in a fixed order. Actions
 * without permission or in a wrong status are left out; one that is only blocked for now is disabled, with the reason.
 */
export function offersOf(facts: ActionFacts, held: ReadonlySet<string>): Offer[] {
  const open = rows
    .filter((row) => can(orderSteps, row.step, facts.status).ok && (row.wanted?.(facts) ?? true))
    .filter((row) => held.has(keyOf(orderSteps, row.step)) || (facts.ownFresh && amendable.includes(row.code)))
  const job = open.find((row) => row.primaryIn?.includes(facts.status) && (row.pressing?.(facts) ?? true))
  const offers = open.map((row): Offer => {
    const block = row.block?.(facts) ?? null
    return {
      code: row.code,
      label: typeof row.label === 'string' ? row.label : row.label(facts),
      primary: block === null && row === job,
      block,
    }
  })
  return [...offers.filter((offer) => offer.primary), ...offers.filter((offer) => !offer.primary)]
}
