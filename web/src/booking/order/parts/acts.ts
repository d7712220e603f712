import { offersOf } from '@cheyi/domain/booking/order/actions'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { offerTarget } from '@cheyi/domain/booking/order/offers'
import { orderSteps, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { endsLater } from '@cheyi/domain/booking/order/timers'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { can, keyOf } from '@cheyi/domain/step'
import type { Reach } from '../../../kernel/user.ts'
import type { OrderCard, OrderDetail } from './order-words.ts'

/** An action on an order, as its button shows it. */
export interface Act {
  readonly code: string
  readonly label: string
  /** The main action now. */
  readonly primary: boolean
  /** Cannot be undone: red, last, and confirmed first. */
  readonly danger: boolean
  /** Why it is not possible now. */
  readonly why: string | null
  /** The page that runs it; null when a call or a sheet does. */
  readonly path: string | null
  /** Search values of that page besides the order. */
  readonly search?: Readonly<Record<string, number>>
}

/** Actions run by a call, after a confirmation or a sheet where needed. */
const byCall = new Set([
  'mend',
  'pay',
  'accept',
  'refuse',
  'release',
  'retryRefund',
  'checkPay',
  'checkPickup',
  'checkReturn',
  'collectDeposit',
  'unarrange',
  'writeOff',
  'chargeLate',
  'renew',
  'closeLost',
  'undoPickup',
  'undoReturn',
])

interface Offered {
  readonly code: string
  readonly label: string
  readonly primary: boolean
  readonly danger: boolean
  readonly why: string | null
  readonly screen: string | null
}

/** The server's actions that this build can show: an action of a later build, or one whose page is closed to the account, is left out. */
function acts(offered: readonly Offered[], base: string, { opens }: Reach): Act[] {
  return offered
    .map(({ screen, ...act }): Act => ({ ...act, path: screen && `${base}/${screen}` }))
    .filter((act) => (act.path === null ? byCall.has(act.code) : opens(act.path)))
}

/** Continues a draft on the page where it was started. */
function draftAct(order: Pick<OrderCard, 'status' | 'orderKind'>, { held, opens }: Reach): Act[] {
  const { base, createKey } = profileOf(order.orderKind)
  const path = `${base}/create`
  if (!can(orderSteps, 'editDraft', order.status).ok || !held.has(createKey) || !opens(path)) return []
  return [{ code: 'edit', label: '继续填写', primary: true, danger: false, why: null, path }]
}

/**
 * At most two buttons of a card: the main action and the next best. Payment is offered only as the main action, for an instalment once it
 * is due.
 */
export function actsOfCard(
  order: Pick<
    OrderCard,
    'status' | 'orderKind' | 'owed' | 'prepayDue' | 'pendingRefunds' | 'heldDeposit' | 'carOut' | 'returnAt'
  >,
  reach: Reach,
  now: number,
  instalmentDue = false,
): Act[] {
  const { status, owed: owedFen, prepayDue: prepayDueFen, pendingRefunds, heldDeposit: heldDepositFen, carOut } = order
  const offers = offersOf(
    {
      status,
      owedFen,
      prepayDueFen,
      pendingRefunds,
      heldDepositFen,
      carOut: carOut !== null,
      instalmentDue: instalmentDue && wasPickedUp(status),
      endsLater: endsLater(order.orderKind, order.returnAt, now),
    },
    reach.held,
  ).flatMap(({ block, ...offer }): Offered[] => {
    const target = offerTarget(offer.code)
    return target === null || block !== null ? [] : [{ ...offer, ...target, why: null }]
  })
  const waiting = can(orderSteps, 'cancel', order.status).ok
  const wanted = offers.filter(({ code, primary }) => primary || code !== 'pay' || !waiting)
  return [...draftAct(order, reach), ...acts(wanted, profileOf(order.orderKind).base, reach)].slice(0, 2)
}

/** Tells a flow that it was opened from the detail page. */
const FROM_DETAIL = { isJump: 2 }

const handovers = [
  { step: 'pickUp', type: handoverType.pickup },
  { step: 'return', type: handoverType.return },
] as const

/** The task list of a handover, from which any of its steps can be opened. */
function tasksAct(order: Pick<OrderDetail, 'status' | 'orderKind'>, { held, opens }: Reach): Act[] {
  const path = `${profileOf(order.orderKind).base}/task-manage`
  const handover = handovers.find(
    ({ step }) => can(orderSteps, step, order.status).ok && held.has(keyOf(orderSteps, step)),
  )
  if (!handover || !opens(path)) return []
  const { type } = handover
  return [{ code: 'tasks', label: '任务管理', primary: false, danger: false, why: null, path, search: { type } }]
}

/** All actions of the server that this build supports: the main action first, the destructive ones last. */
export function actsOfDetail(order: Pick<OrderDetail, 'status' | 'orderKind' | 'actions'>, reach: Reach): Act[] {
  const { base } = profileOf(order.orderKind)
  const offers = order.actions.map(
    ({ enabled, why, ...offer }): Offered => ({ ...offer, why: enabled ? null : (why ?? '') }),
  )
  const unarrange =
    can(orderSteps, 'unarrange', order.status).ok && reach.held.has(keyOf(orderSteps, 'unarrange'))
      ? [{ code: 'unarrange', label: '撤销排车', primary: false, danger: false, why: null, screen: null }]
      : []
  const offered = acts([...offers, ...unarrange], base, reach).map((act) =>
    act.code === 'pickUp' || act.code === 'return' ? { ...act, search: FROM_DETAIL } : act,
  )
  const all = [...draftAct(order, reach), ...offered, ...tasksAct(order, reach)]
  return [...all.filter(({ danger }) => !danger), ...all.filter(({ danger }) => danger)]
}
