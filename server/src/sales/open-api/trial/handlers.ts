import { cancelBasisOf } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsAcceptance, isCancelled, isOnRent, isOver } from '@cheyi/domain/booking/order/steps'
import { commissionOf } from '@cheyi/domain/money/payment/earning'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import {
  acceptBy,
  cancelTest,
  cancelTestRenewal,
  firstStatus,
  isOut,
  isUndecided,
  nextAt,
  paidOf,
  penaltyOf,
  refundOf,
  renewTest,
  scriptOf,
  type TestOrder,
  type TestRenewal,
  type TestViolation,
  testRefusals,
  testViolation,
  UNDECIDED,
} from '@cheyi/domain/sales/channel/test-life'
import { eventData } from '@cheyi/domain/sales/channel-push/event'
import { toIso } from '@cheyi/domain/time'
import { readOrder } from '../../../booking/order/actions.ts'
import { inputHash } from '../../../kernel/call/idempotency.ts'
import { type Context, newId, requireFound } from '../../../kernel/context.ts'
import { Restart } from '../../../kernel/db/restart.ts'
import { LeavingRefusal } from '../../../kernel/process/leaving.ts'
import { channelNow } from '../../channel/actions.ts'
import { eventShown } from '../../channel-push/actions.ts'
import { isoOrNull, plateForChannel } from '../channel-view.ts'
import type { OpenKey } from '../door.ts'
import type { OpenHandlers, OpenInput } from '../implement.ts'
import { serialHandlers } from '../in-turn.ts'
import { createOrder } from '../order.ts'
import { Checked, Rehearsed } from '../refusals.ts'
import { monthOf, statementOf } from '../statement.ts'
import { isPrepaid } from '../trip.ts'
import { change } from './life.ts'
import * as store from './store.ts'

/*
 * What a test key does with orders. Placing one runs everything that a real order runs, then rolls it back; what is
 * stored is a test order, which no other part of the product reads.
 */

type Asked = OpenInput<'checkOrder'>

export const testHandlers = serialHandlers({
  async checkOrder(input, ctx, key) {
    const { state } = await rehearseBooking(input, ctx, key)
    throw new Checked({ ok: true, totalFen: state.totalFen })
  },

  async createOrder(input, ctx, key) {
    const { quoteId: _, ...content } = input
    const hash = inputHash(content)
    const known = await store.byNo(ctx, key.source, input.channelOrderNo)
    if (known !== undefined && isPlaced(known)) return repeatAnswer(ctx, known, hash)
    if (isDropped(known)) throw new Refusal('openStatusRefuses')
    if (isUndecided(input.customer.name) && (known === undefined || ctx.now < known.createdAt + UNDECIDED))
      throw new LeavingRefusal('planPending', async (apart) => {
        await store.reserve(apart, key.source, input.channelOrderNo, null)
        return {}
      })
    const order = await rehearseBooking(input, ctx, key)
    throw new Rehearsed((apart) => place(apart, key, order, hash))
  },

  order: async ({ channelOrderNo }, ctx, { source }) => {
    const row = requireFound(await store.byNo(ctx, source, channelOrderNo))
    return testOrderView(ctx, requirePlaced(row))
  },

  async customer({ channelOrderNo, name }, ctx, { source }) {
    const row = requirePlaced(await store.byNo(ctx, source, channelOrderNo))
    if (!isCancellable(row.data)) throw new Refusal('openStatusRefuses')
    if (refusalOf(name) === 'openDriverRefused') throw new Refusal('openDriverRefused')
    return testOrderView(ctx, row)
  },

  async createRenewal(input, ctx, { source }) {
    const { channelOrderNo, renewalNo, newReturnAt, amountFen } = input
    const row = requirePlaced(await store.lock(ctx, source, channelOrderNo))
    const hash = inputHash(input).toString('hex')
    const known = row.data.renewals.find((one) => one.renewalNo === renewalNo)
    if (known !== undefined) {
      if (known.hash !== hash) throw new Refusal('openOrderNoDiffers')
      return { ...renewalView(known), duplicate: true }
    }
    if (!isOut(row.data)) throw new Refusal('openStatusRefuses')
    if (newReturnAt <= row.data.state.returnAt) throw badInput('newReturnAt', '新还车时间应晚于原还车时间')
    const id = await newId(ctx)
    const after = renewTest(row.data, { id, renewalNo, hash, newReturnAt, amountFen })
    await change(ctx, row, row.data, after, id)
    return { ...renewalView(after.renewals.at(-1)!), duplicate: false }
  },

  async cancelRenewal({ channelOrderNo, renewalId }, ctx, { source }) {
    const row = requirePlaced(await store.lock(ctx, source, channelOrderNo))
    const known = requireFound(row.data.renewals.find(({ id }) => id === renewalId))
    const answer = (one: TestRenewal) => ({ ...renewalView(one), refundFen: row.data.prepaid ? one.amountFen : 0 })
    if (known.endedAt !== null) return answer(known)
    if (row.data.state.returnAt !== known.newReturnAt || ctx.now >= known.oldReturnAt)
      throw new Refusal('openStatusRefuses')
    const after = cancelTestRenewal(row.data, renewalId, ctx.now)
    await change(ctx, row, row.data, after)
    return answer(after.renewals.find(({ id }) => id === renewalId)!)
  },

  violations: async ({ channelOrderNo }, ctx, { source }) => ({
    violations: requirePlaced(await store.byNo(ctx, source, channelOrderNo)).data.violations.map(violationView),
  }),

  async ackViolation({ channelOrderNo, violationId }, ctx, { source }) {
    const row = requirePlaced(await store.lock(ctx, source, channelOrderNo))
    const known = requireFound(row.data.violations.find(({ id }) => id === violationId))
    const acknowledged = { ...known, acknowledgedAt: known.acknowledgedAt ?? ctx.now }
    await store.save(ctx, row.id, { ...row.data, violations: [acknowledged] }, nextAt(row.data))
    return violationView(acknowledged)
  },

  // Staff see no test order, so that no deduction of one is requested.
  async deductions({ channelOrderNo }, ctx, { source }) {
    requirePlaced(await store.byNo(ctx, source, channelOrderNo))
    return { deductions: [] }
  },

  answerDeduction: () => Promise.reject(new Refusal('notFound')),

  async cancelPreview({ channelOrderNo }, ctx, { source }) {
    const { data } = requirePlaced(await store.byNo(ctx, source, channelOrderNo))
    if (!isCancellable(data)) throw new Refusal('openStatusRefuses')
    const [penaltyFen, paidFen] = [penaltyOf(data, ctx.now, false), paidOf(data)]
    return { penaltyFen, paidFen, refundFen: Math.max(0, paidFen - penaltyFen) }
  },

  async cancelOrder({ channelOrderNo, responsibility }, ctx, { source }) {
    const row = await store.lock(ctx, source, channelOrderNo)
    if (row === undefined || !isPlaced(row))
      throw new LeavingRefusal('openStatusRefuses', async (apart) => {
        // It was created after this transaction had ended: the cancel finds it now.
        const placedNow = await store.byNo(apart, source, channelOrderNo)
        if (placedNow !== undefined && isPlaced(placedNow)) throw new Restart({})
        await store.reserve(apart, source, channelOrderNo, apart.now)
        return { known: false }
      })
    const { data } = row
    if (isCancelled(data.state.status)) return { ...testOrderView(ctx, row), refundFen: refundOf(data) }
    if (!isCancellable(data)) throw new Refusal('openStatusRefuses')
    const after = cancelTest(data, ctx.now, responsibility === 'channel')
    await change(ctx, row, data, after)
    return { ...testOrderView(ctx, { ...row, data: after }), refundFen: refundOf(after) }
  },

  async events({ after, limit }, ctx, { source }) {
    const rows = await store.events(ctx, source, after, limit + 1)
    const told = rows.slice(0, limit).map((row) => ({ ...eventShown(row), test: true }))
    return { events: told, more: rows.length > limit }
  },

  statement: async ({ month }, ctx, { source }) => {
    const { from, until } = monthOf(month)
    return statementOf(
      (await store.endedTestOrders(ctx, source, from, until)).map(({ id, data }) => testStatementLine(id, data)),
    )
  },
} satisfies Partial<OpenHandlers>)

const isCancellable = ({ state }: TestOrder): boolean => !isOnRent(state.status) && !isOver(state.status)
const isPlaced = (row: store.TestRow): row is store.TestOrderRow => row.data !== null
/** Its cancel came before it. */
const isDropped = (row: store.TestRow | undefined): boolean => row !== undefined && row.droppedAt !== null
/** @throws Refusal notFound (-4) */
const requirePlaced = (row: store.TestRow | undefined): store.TestOrderRow =>
  requireFound(row && isPlaced(row) ? row : undefined)

const refusalOf = (name: string): (typeof testRefusals)[keyof typeof testRefusals] | undefined =>
  Object.hasOwn(testRefusals, name) ? testRefusals[name as keyof typeof testRefusals] : undefined

/** Far beyond any tolerance, fen. */
const OTHER_PRICE = 10_000_000

/** Runs the booking, in a transaction that its caller rolls back. @returns the test order that stands for it */
async function rehearseBooking(input: Asked, ctx: Context, key: OpenKey): Promise<TestOrder> {
  const { channelOrderNo = '', customer } = input
  const refusal = refusalOf(customer.name)
  const amountFen = refusal === 'openPriceChanged' ? (input.amountFen ?? 0) + OTHER_PRICE : input.amountFen
  // Under a number of its own, so that it meets no real order.
  const real = { ...input, amountFen, channelOrderNo: `test.${await newId(ctx)}` }
  const { orderId, deposits } = await createOrder(real, ctx, key)
  if (refusal !== undefined && refusal !== 'planPending') throw new Refusal(refusal)
  const order = await readOrder(ctx, orderId)
  const script = scriptOf(customer.name)
  return {
    script,
    taken: 0,
    placedAt: ctx.now,
    prepaid: isPrepaid(input.payment, await channelNow(ctx, key.source)),
    commissionBp: order.commissionBp,
    plate: null,
    deposits,
    terms: order.cancelRuleSnapshot,
    basis: cancelBasisOf(order.quoteSnapshot),
    state: {
      channelOrderNo,
      orderNo: `TEST${orderId}`,
      status: firstStatus(script),
      cancelBy: null,
      ...pick(order, 'storeId', 'returnStoreId', 'modelId', 'pickupAt', 'returnAt'),
      actualPickupAt: null,
      actualReturnAt: null,
      totalFen: order.totalFen,
      penaltyFen: 0,
      cancelledAt: null,
    },
    renewals: [],
    violations: [],
  }
}

async function place(ctx: Context, { source }: OpenKey, data: TestOrder, hash: Buffer) {
  // Its cancel may have come after the rehearsal had ended.
  if (isDropped(await store.byNo(ctx, source, data.state.channelOrderNo))) throw new Refusal('openStatusRefuses')
  const id = await newId(ctx)
  if (!(await store.place(ctx, { id, source, data, hash, nextAt: nextAt(data) })))
    return repeatAnswer(ctx, requirePlaced(await store.byNo(ctx, source, data.state.channelOrderNo)), hash)
  if (!awaitsAcceptance(data.state.status))
    await store.tell(ctx, source, { orderId: id, renewalId: null, was: null, data: data.state })
  return { ...testOrderView(ctx, { id, data }), duplicate: false }
}

/** @throws Refusal openOrderNoDiffers (9203) */
function repeatAnswer(ctx: Context, row: store.TestOrderRow, hash: Buffer) {
  if (!row.inputHash?.equals(hash)) throw new Refusal('openOrderNoDiffers')
  return { ...testOrderView(ctx, row), duplicate: true }
}

function testOrderView(ctx: Context, { id, data }: Pick<store.TestOrderRow, 'id' | 'data'>) {
  const { state, plate, deposits } = data
  return {
    ...eventData({ orderId: id, renewalId: null, was: null, data: state }),
    plate: plateForChannel(ctx, state.pickupAt, plate),
    paidFen: paidOf(data),
    deposits,
    confirmBy: isoOrNull(acceptBy(data)),
  }
}

/** A test order in the statement: its commission is a share of what was earned, as of real ones. */
function testStatementLine(orderId: string, order: TestOrder) {
  const { state, commissionBp, prepaid } = order
  const earned = isCancelled(state.status) ? 0 : state.totalFen
  return {
    channelOrderNo: state.channelOrderNo,
    orderId,
    orderNo: state.orderNo,
    status: state.status,
    endedAt: (state.actualReturnAt ?? state.cancelledAt)!,
    grossFen: prepaid ? paidOf(order) : 0,
    commissionFen: commissionOf({ commissionBp }, earned),
  }
}

const renewalView = (one: TestRenewal) => ({
  renewalId: one.id,
  renewalNo: one.renewalNo,
  status: one.status,
  statusName: renewalStatuses.text(one.status),
  oldReturnAt: toIso(one.oldReturnAt),
  newReturnAt: toIso(one.newReturnAt),
  amountFen: one.amountFen,
  endedAt: isoOrNull(one.endedAt),
})

const violationView = (one: TestViolation) => ({
  violationId: one.id,
  status: one.status,
  statusName: violationStatuses.text(one.status),
  occurAt: toIso(one.occurAt),
  ...testViolation,
  deadlineAt: toIso(one.deadlineAt),
  acknowledgedAt: isoOrNull(one.acknowledgedAt),
})
