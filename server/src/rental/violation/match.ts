import { advance } from '@cheyi/domain/advance'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { deductState, matchType, matchTypes } from '@cheyi/domain/rental/violation/codes'
import { distance, NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { type ViolationAction, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { logOf, recount, tell, untold } from './actions.ts'
import * as store from './store.ts'

/** Locks a violation and its order at the version that the caller saw. `more`: another order that the violation is moved to. */
export async function lockViolationAtVersion(
  ctx: Context,
  id: string,
  version?: number,
  more?: string,
): Promise<{ row: store.ViolationRow; orders: ReadonlyMap<string, OrderRow> }> {
  const before = requireFound(await store.rowById(ctx, id))
  const orders = new Map<string, OrderRow>()
  const ids = [...new Set([before.orderId, more].filter((one) => one != null))]
  for (const orderId of ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
    orders.set(orderId, await lockOrder(ctx, orderId))
  const row = requireFound(await store.lock(ctx, id))
  requireVersion(version, row.version)
  // The violation was matched to another order between the two reads.
  if (row.orderId !== before.orderId) throw new Refusal('stale')
  return { row, orders }
}

/** Writes a step: the row, its history, the counters of its orders, the log. */
export async function step(
  ctx: Context,
  row: store.ViolationRow,
  action: ViolationAction,
  patch: Parameters<typeof store.update>[2],
  note = '',
): Promise<{ violationId: string; status: store.ViolationRow['status']; version: number }> {
  return ctx.elevated(async () => {
    const saved = await store.update(ctx, row, { ...patch, log: [...row.log, logOf(ctx, action, note)] })
    for (const orderId of new Set([row.orderId, saved.orderId])) if (orderId !== null) await recount(ctx, orderId)
    tell(ctx, saved)
    ctx.audit({
      targetType: 'violation',
      targetId: row.id,
      before: { status: row.status, orderId: row.orderId },
      after: { status: saved.status, orderId: saved.orderId, action, note },
    })
    return { violationId: saved.id, status: saved.status, version: saved.version }
  })
}

/** A reply of the previous order's customer does not apply to the new holder. */
const ofOrder = (row: store.ViolationRow, orderId: string | null) => (row.orderId === orderId ? {} : untold)

/**
 * Matches a violation by hand: to an order that had the car within a day of it, to an employee, or to the merchant itself.
 * @throws Refusal violationOutsideRental (8003), violationStatusRefuses (8004), orderNotFound (2002), stale (-5)
 */
export const match: HandlerOf<'violation', 'match'> = async (input, ctx) => {
  const { violationId, version, orderId, accountId } = input
  if ((orderId === undefined) === (input.matchType === undefined)) throw badInput('orderId', '请选择订单或责任方')
  const { row, orders } = await lockViolationAtVersion(ctx, violationId, version, orderId)
  const status = advance(violationSteps, 'match', row.status)
  if (orderId !== undefined) {
    const { storeId, orderNo } = orders.get(orderId)!
    const near = (await store.stretchesOf(ctx, orderId)).some(
      (one) => one.vehicleId === row.vehicleId && distance(one, row.occurAt) <= NEAR_BY_HAND,
    )
    if (!near) throw new Refusal('violationOutsideRental', { field: 'orderId' })
    const matched = { status, matchType: matchType.byHand, byHand: true, orderId, driverId: null, storeId }
    const patch = { ...matched, ...ofOrder(row, orderId) }
    return step(ctx, row, 'match', patch, orderNo)
  }
  const isStaff = input.matchType === matchType.staff
  if (isStaff && accountId === undefined) throw badInput('accountId', '请选择员工')
  const name = isStaff ? (await store.namesOf(ctx, [accountId!])).get(accountId!) : ''
  if (name === undefined) throw badInput('accountId', '该员工不存在')
  const patch = {
    status,
    matchType: input.matchType!,
    byHand: true,
    orderId: null,
    ...ofOrder(row, null),
    driverId: isStaff ? accountId! : null,
    storeId: await homeOf(ctx, row),
  }
  return step(ctx, row, 'match', patch, [matchTypes.text(input.matchType!), name].filter(Boolean).join(' '))
}

/** The home store of the car, which the violation belongs to when it has no order. */
const homeOf = async (ctx: Context, { vehicleId, storeId }: store.ViolationRow) =>
  vehicleId === null ? storeId : ((await ctx.elevated(() => store.vehicleById(ctx, vehicleId)))?.homeStoreId ?? null)

/** Cancels a violation that did not exist or was entered by mistake. @throws Refusal violationStatusRefuses (8004), stale (-5) */
export const cancel: HandlerOf<'violation', 'cancel'> = async ({ violationId, version, reason }, ctx) => {
  const { row } = await lockViolationAtVersion(ctx, violationId, version)
  const status = advance(violationSteps, 'void', row.status, { deductState: deductState.none })
  return step(ctx, row, 'void', { status, prevStatus: row.status }, reason)
}
