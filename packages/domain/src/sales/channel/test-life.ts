import { type OrderStatus, orderStatus, responsibility } from '../../booking/order/codes.ts'
import { isCancelled, isOnRent } from '../../booking/order/steps.ts'
import type { CodeOf } from '../../enumeration.ts'
import type { Fen } from '../../money.ts'
import { type CancelBasis, type CancelSnapshot, cancelOutcome } from '../../pricing/terms/cancel.ts'
import { renewalStatus, type renewalStatuses } from '../../rental/renewal/codes.ts'
import { violationStatus, type violationStatuses } from '../../rental/violation/codes.ts'
import { DAY, type Instant, MINUTE } from '../../time.ts'
import type { OrderState } from '../channel-push/event.ts'

/*
 * 测试密钥: the life of a test order. It is validated and priced like a real one, then moves by a script that the name
 * of its customer chooses, so that a developer sees every outcome within minutes.
 */

const s = orderStatus
const SECOND = MINUTE / 60

type Act = 'confirm' | 'refuse' | 'withdraw' | 'arrange' | 'pickUp' | 'giveBack' | 'violate'

interface Script {
  /** Name of the customer that chooses it. */
  readonly name: string
  /** What happens, for the document. */
  readonly what: string
  /** Seconds after the order, in their order. */
  readonly steps: readonly (readonly [after: number, act: Act])[]
}

const rental = (from: number): Script['steps'] => [
  [from + 15, 'arrange'],
  [from + 30, 'pickUp'],
  [from + 60, 'giveBack'],
]

export const testScripts = {
  usual: { name: '其他姓名', what: '立即确认；15秒后排车，30秒后取车，60秒后还车', steps: rental(0) },
  accepted: {
    name: '测试待接单',
    what: '等待商家接单（状态2）；15秒后确认，随后照常取车、还车',
    steps: [[15, 'confirm'], ...rental(15)],
  },
  refused: { name: '测试拒单', what: '等待商家接单（状态2）；15秒后被商家拒绝', steps: [[15, 'refuse']] },
  withdrawn: { name: '测试商家取消', what: '立即确认；15秒后被商家取消', steps: [[15, 'withdraw']] },
  still: { name: '测试不动', what: '立即确认，之后不再变化，用于试取消和变更客户', steps: [] },
  out: { name: '测试不还', what: '立即确认；30秒后取车，之后不再变化，用于试续租', steps: rental(0).slice(0, 2) },
  violation: {
    name: '测试违章',
    what: '照常还车；75秒后产生一条违章，用于试违章确认',
    steps: [...rental(0), [75, 'violate']],
  },
} as const satisfies Record<string, Script>
export type TestScript = keyof typeof testScripts

/** Names of customers whose orders are refused, and how. */
export const testRefusals = {
  测试无车: 'openNoStock',
  测试变价: 'openPriceChanged',
  测试拒客: 'openDriverRefused',
  测试未定: 'planPending',
} as const

/** The customer whose order is undecided at first, and how long. */
export const isUndecided = (name: string): boolean => name === '测试未定'
export const UNDECIDED = 4 * SECOND

export const scriptOf = (name: string): TestScript =>
  (Object.keys(testScripts) as TestScript[]).find((script) => testScripts[script].name === name) ?? 'usual'

export interface TestRenewal {
  readonly id: string
  readonly renewalNo: string
  /** Hash of the whole request, hexadecimal. */
  readonly hash: string
  readonly status: CodeOf<typeof renewalStatuses>
  readonly oldReturnAt: Instant
  readonly newReturnAt: Instant
  readonly amountFen: Fen
  readonly endedAt: Instant | null
}

export interface TestViolation {
  readonly id: string
  readonly status: CodeOf<typeof violationStatuses>
  readonly occurAt: Instant
  readonly deadlineAt: Instant
  readonly acknowledgedAt: Instant | null
}

export const testViolation = { place: '上海市延安高架路', act: '违反禁止标线', points: 1, fineFen: 20_000 } as const

interface Deposit {
  readonly by: 'store' | 'waived' | 'held'
  readonly dueFen: Fen
}

/** A test order, without personal data. */
export interface TestOrder {
  readonly script: TestScript
  /** Steps of the script that were taken. */
  readonly taken: number
  readonly placedAt: Instant
  /** The platform has the money. */
  readonly prepaid: boolean
  readonly commissionBp: number
  readonly plate: string | null
  readonly deposits: { readonly rental: Deposit; readonly violation: Deposit }
  readonly terms: CancelSnapshot
  readonly basis: CancelBasis
  /** As its events have it. */
  readonly state: OrderState
  readonly renewals: readonly TestRenewal[]
  readonly violations: readonly TestViolation[]
}

/** Until when a person of the merchant has to accept it; null: no acceptance is pending. */
export const acceptBy = ({ state, placedAt }: TestOrder): Instant | null =>
  state.status === s.confirming ? placedAt + 30 * MINUTE : null

/** The status in which a script begins. */
export const firstStatus = (script: TestScript): OrderStatus =>
  script === 'accepted' || script === 'refused' ? s.confirming : s.confirmed

/** When the next step is due; null: none is, because the script or the order is over. */
export function nextAt({ script, taken, placedAt, state }: TestOrder): Instant | null {
  const step: readonly [number, Act] | undefined = testScripts[script].steps[taken]
  return step === undefined || isCancelled(state.status) ? null : placedAt + step[0] * SECOND
}

/** The order after its next step. @param violationId of a violation, if the step makes one */
export function advanceTest(order: TestOrder, now: Instant, violationId: string): TestOrder {
  const [, act] = testScripts[order.script].steps[order.taken]!
  const after = acts[act]({ ...order, taken: order.taken + 1 }, now)
  if (act !== 'violate') return after
  const made = { id: violationId, status: violationStatus.open, occurAt: now - 30 * SECOND }
  return { ...after, violations: [{ ...made, deadlineAt: now + 15 * DAY, acknowledgedAt: null }] }
}

const inState = (order: TestOrder, state: Partial<OrderState>): TestOrder => ({
  ...order,
  state: { ...order.state, ...state },
})
const acts: Readonly<Record<Act, (order: TestOrder, now: Instant) => TestOrder>> = {
  confirm: (order) => inState(order, { status: s.confirmed }),
  refuse: (order, now) => cancelledTestOrder(order, now, 'merchant', 0),
  withdraw: (order, now) => cancelledTestOrder(order, now, 'merchant', 0),
  arrange: (order) => ({ ...inState(order, { status: s.arranged }), plate: '沪A·TEST1' }),
  pickUp: (order, now) => inState(nothingDue(order), { status: s.pickedUp, actualPickupAt: now }),
  giveBack: (order, now) => inState(order, { status: s.returned, actualReturnAt: now }),
  violate: (order) => order,
}

const nothingDue = ({ deposits: { rental: first, violation }, ...order }: TestOrder): TestOrder => ({
  ...order,
  deposits: { rental: { ...first, dueFen: 0 }, violation: { ...violation, dueFen: 0 } },
})
const cancelledTestOrder = (order: TestOrder, now: Instant, cancelBy: string, penaltyFen: Fen): TestOrder =>
  inState(nothingDue(order), { status: s.cancelled, cancelBy, cancelledAt: now, penaltyFen })

/** What a cancellation by the platform costs its customer now, by the cancel rule of the order. */
export const penaltyOf = ({ terms, basis, state }: TestOrder, now: Instant, byChannel: boolean): Fen =>
  cancelOutcome(terms, basis, {
    pickupAt: state.pickupAt,
    now,
    responsibility: byChannel ? responsibility.channel : responsibility.customer,
    noShow: false,
    waive: byChannel,
  }).penalty

export const cancelTest = (order: TestOrder, now: Instant, byChannel: boolean): TestOrder =>
  cancelledTestOrder(order, now, byChannel ? 'channel' : 'customer', penaltyOf(order, now, byChannel))

/** What was paid: by the platform from the order on, at the store from the pickup on. Fen. */
export const paidOf = ({ prepaid, state }: TestOrder): Fen =>
  isCancelled(state.status)
    ? prepaid
      ? state.penaltyFen
      : 0
    : prepaid || state.actualPickupAt !== null
      ? state.totalFen
      : 0

/** The refund of a cancelled order, fen. */
export const refundOf = ({ prepaid, state }: TestOrder): Fen =>
  prepaid ? Math.max(0, state.totalFen - state.penaltyFen) : 0

/** Whether the car is out, so that the rental can be extended. */
export const isOut = ({ state }: TestOrder): boolean => isOnRent(state.status)

/** The order with a renewal that takes effect at once. */
export const renewTest = (
  order: TestOrder,
  renewal: Omit<TestRenewal, 'status' | 'oldReturnAt' | 'endedAt'>,
): TestOrder => ({
  ...inState(order, { returnAt: renewal.newReturnAt, totalFen: order.state.totalFen + renewal.amountFen }),
  renewals: [
    ...order.renewals,
    { ...renewal, status: renewalStatus.effective, oldReturnAt: order.state.returnAt, endedAt: null },
  ],
})

/** The order without its newest renewal. */
export function cancelTestRenewal(order: TestOrder, id: string, now: Instant): TestOrder {
  const ended = order.renewals.find((one) => one.id === id)!
  return {
    ...inState(order, { returnAt: ended.oldReturnAt, totalFen: order.state.totalFen - ended.amountFen }),
    renewals: order.renewals.map((one) =>
      one.id === id ? { ...one, status: renewalStatus.cancelled, endedAt: now } : one,
    ),
  }
}
