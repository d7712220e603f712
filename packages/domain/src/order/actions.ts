import type { RefundWait } from '../payment/codes.ts'
import { type Block, type Can, can, keyOf } from '../step.ts'
import { orderStatus as s } from './codes.ts'
import type { OfferAction } from './offers.ts'
import { isCancelled, type OrderAction, orderSteps, type UndoFacts, type UndoReturnFacts } from './steps.ts'

/** What the offers depend on besides the status. Amounts in fen. */
export interface ActionFacts {
  readonly status: number
  /** Due now and not paid. */
  readonly owedFen: number
  /** An instalment of it is due, and is asked for where its plan is shown. */
  readonly instalmentDue?: boolean
  /** Open of what the booking asks for before the pickup. */
  readonly prepayDueFen?: number
  /** Why one of its refunds waits for a person; null when none does. */
  readonly refundWaits: RefundWait | null
  /** A payment of it waits to be looked after. Given by the detail only. */
  readonly payCheck?: boolean
  /** An authorisation of a deposit ended by itself, or its waiver was withdrawn, and it is to be collected. Given by the detail only. */
  readonly depositLost?: boolean
  /** In hand of collected deposits, what is on its way back included: one taken by hand waits for the word that it went. */
  readonly heldDepositFen: number
  /** Given up and not paid after all. Given by the detail only. */
  readonly writtenOffFen?: number
  /** Asked for the detail: a card leaves out what is no step of the rental. */
  readonly detail?: true
  /** Booked by whoever asks within the hour, who may mend it without the keys. Given by the detail only. */
  readonly ownFresh?: boolean
  /** What of it may still be deducted. Given by the detail only, as the undos: a card offers neither. */
  readonly deductibleFen?: number
  /** What its customer handed in alone waits to be looked at. Given by the detail only. */
  readonly selfCheck?: boolean
  /** The car it is arranged on is late with another customer. */
  readonly carOut?: boolean
  /** It may be made longer by hours and days. Given by the detail only. */
  readonly renews?: boolean
  /** It is a long rental whose contract may end before its last date. Given by the detail only. */
  readonly endsEarly?: boolean
  /** Its end is so far ahead that nobody waits for the car. */
  readonly endsLater?: boolean
  /** Its car should be back. Given by the detail only. */
  readonly late?: boolean
  readonly undoPickup?: UndoFacts
  readonly undoReturn?: UndoReturnFacts
}

/** One button. `block`: why it is disabled; null when it is not. */
export interface Offer {
  readonly code: OfferAction
  readonly label: string
  readonly primary: boolean
  readonly block: Block | null
}

interface Row {
  readonly code: OfferAction
  /** The step that allows it. */
  readonly step: OrderAction
  readonly label: string | ((f: ActionFacts) => string)
  /** Statuses in which it is the one job to do, the first of them where there are several. */
  readonly primaryIn?: readonly number[]
  /** False leaves the job to the next. */
  readonly pressing?: (f: ActionFacts) => boolean
  /** False hides it although the status would allow it: there is nothing to do. */
  readonly wanted?: (f: ActionFacts) => boolean
  /** What it is shown disabled for. */
  readonly block?: (f: ActionFacts) => Block | null
}

const blockIn = (verdict: Can): Block | null => (verdict.ok ? null : verdict)

/** In the order of the buttons: the next job, then what else may be done, the destructive one last. */
const rows: readonly Row[] = [
  {
    code: 'pay',
    step: 'collect',
    label: (f) => (f.prepayDueFen ? '收预付款' : '收款'),
    primaryIn: [s.submitted, s.confirmed],
    // What is promised without its prepayment is made sure of first.
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
    // Once it has a car another one is the job only where that car is not there.
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
    label: (f) => (f.refundWaits === 'byHand' ? '线下退款' : '退款重试'),
    primaryIn: [s.returned, s.cancelling],
    wanted: (f) => f.refundWaits !== null,
  },
  { code: 'checkPay', step: 'checkPay', label: '核对收付', wanted: (f) => f.payCheck === true },
  { code: 'collectDeposit', step: 'collectViolation', label: '收押金', wanted: (f) => f.depositLost === true },
  { code: 'release', step: 'release', label: '退押金', wanted: (f) => f.heldDepositFen > 0 },
  { code: 'deduct', step: 'deduct', label: '扣款', wanted: (f) => (f.deductibleFen ?? 0) > 0 },
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

/** What whoever booked an order may do within the hour without the key. */
const mendable: readonly OfferAction[] = ['mend', 'cancel']

/**
 * The actions of an order for somebody who holds `held`: the primary one first, then in a fixed order. An action whose
 * key is missing or whose status is wrong is left out; one that is only forbidden for now comes disabled, with why.
 */
export function offersOf(facts: ActionFacts, held: ReadonlySet<string>): Offer[] {
  const open = rows
    .filter((row) => can(orderSteps, row.step, facts.status).ok && (row.wanted?.(facts) ?? true))
    .filter((row) => held.has(keyOf(orderSteps, row.step)) || (facts.ownFresh && mendable.includes(row.code)))
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
