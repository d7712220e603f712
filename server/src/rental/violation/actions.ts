import { advance } from '@cheyi/domain/advance'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { NOBODY } from '@cheyi/domain/rental/violation/holders'
import { carOf, type Holder, holderAt } from '@cheyi/domain/rental/violation/match'
import {
  actText,
  awaitsMatch,
  isCustomers,
  isShownToCustomer,
  keepingStatuses,
  type ViolationLog,
  violationSteps,
} from '@cheyi/domain/rental/violation/violation'
import type { Instant } from '@cheyi/domain/time'
import { cacheViolations, lockOrder, unsettle } from '../../booking/order/actions.ts'
import { carTimeFollowed } from '../../fleet/ticket/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { queueEvent } from '../../kernel/events.ts'
import { screen } from '../../kernel/screen.ts'
import { claimsHavePictures } from '../../money/claim/actions.ts'
import { depositsOnTheWay, keepForCases } from '../../money/deposit/actions.ts'
import { refreshSettlement } from '../../money/payment/actions.ts'
import { type Notice, notify } from '../../platform/notify/actions.ts'
import * as store from './store.ts'

/* Actions of violations for other features, mainly the matching after the assignment of a car changes. */

export { knownOrders, lockHolders, sightOf, timesOf } from './holders.ts'
export { nameFor } from './list.ts'
export { nearOf } from './near.ts'
export { newNoticeLink } from './notice-link.ts'
export { carriers, carTimes, stretchesOf } from './store.ts'

type Rematch = (ctx: Context, vehicleId: string, orderId: string | null) => Promise<void>
const rematches: Rematch[] = []

/** Registers what else is matched to the rental times of cars, and follows them with the violations. It runs within `ctx.elevated`. */
export const rematchesWith = (one: Rematch) => void rematches.push(one)

/** A car and its holder at a given minute. */
export interface Found {
  readonly vehicleId: string | null
  readonly modelName: string | null
  readonly homeStoreId: string | null
  readonly holder: Holder
}

claimsHavePictures('violation', sql`select i.proof_ids from violation i where i.id = c.id`)
carTimeFollowed(async (ctx, vehicleId) => void (await rematch(ctx, vehicleId)))

/**
 * The car that carried a plate at a given minute, and its holder. Call it within `ctx.elevated`, because the car may belong
 * to any store.
 */
export async function find(ctx: Context, plate: string, occurAt: Instant): Promise<Found> {
  const cars = await store.carriers(ctx, [plate])
  const vehicleId = carOf(cars, plate, occurAt)
  if (vehicleId === null) return { vehicleId, modelName: null, homeStoreId: null, holder: NOBODY }
  const { modelName, homeStoreId } = cars.find((car) => car.vehicleId === vehicleId)!
  return { vehicleId, modelName, homeStoreId, holder: holderAt(await store.carTime(ctx, vehicleId, occurAt), occurAt) }
}

/** The columns that record who is responsible for the violation. */
export const columnsOf = (holder: Holder) => {
  const [status, type] = {
    order: [violationStatus.open, matchType.automatic] as const,
    staff: [violationStatus.open, matchType.staff] as const,
    merchant: [violationStatus.open, matchType.merchant] as const,
    nobody: [violationStatus.unmatched, null] as const,
  }[holder.by]
  return {
    status,
    matchType: type,
    orderId: holder.by === 'order' ? holder.orderId : null,
    driverId: holder.by === 'staff' ? holder.accountId : null,
  }
}

/** The customer has submitted nothing by their page, or nothing that still needs a review. */
export const noReply = { sentIds: [], handedInAt: null, refusedWhy: '', agencyConsent: null }
/** A violation that was matched to another holder and was not part of a joint notice to that holder. */
export const untold = { ...noReply, noticeId: null }

/**
 * Matches violations again after the assignment of a car has changed, by an order whose lock the caller holds or by work on
 * the car. Violations without a manual decision follow the change in the same transaction. Those of other orders are
 * unchanged, because their assignments did not move.
 * @returns whether any has moved to another holder
 */
export function rematch(ctx: Context, vehicleId: string, orderId: string | null = null): Promise<boolean> {
  return ctx.elevated(async () => {
    const [inHand, following] = await Promise.all([
      orderId === null ? [] : store.inHand(ctx, vehicleId, orderId),
      store.following(ctx, vehicleId),
      ...rematches.map((one) => one(ctx, vehicleId, orderId)),
    ])
    for (const row of inHand) await tellOfMoved(ctx, row)
    const rows = following.filter((row) => row.orderId === null || row.orderId === orderId)
    if (rows.length === 0) return false
    const car = await store.vehicleById(ctx, vehicleId)
    const homeStoreId = car?.homeStoreId ?? null
    let moved = false
    for (const row of rows) {
      const holder = holderAt(await store.carTime(ctx, vehicleId, row.occurAt), row.occurAt)
      const columns = columnsOf(holder)
      const same = (['matchType', 'orderId', 'driverId'] as const).every((name) => row[name] === columns[name])
      if (same || (columns.orderId !== null && columns.orderId !== orderId)) continue
      moved = true
      const action = awaitsMatch(columns.status) ? 'unmatch' : 'match'
      advance(violationSteps, action, row.status)
      const log = [...row.log, logOf(ctx, action, '用车时间变更，重新匹配')]
      const reply = columns.orderId === row.orderId ? {} : untold
      const saved = await store.update(ctx, row, { ...columns, ...reply, storeId: homeStoreId, log })
      tell(ctx, saved)
      if (action === 'unmatch') tellHandlers(ctx, saved, '用车时间变更，需重新匹配')
    }
    if (moved && orderId !== null) await recount(ctx, orderId)
    return moved
  })
}

/**
 * A violation that is already being processed keeps its order, with its steps and charges. Its handler is notified, once,
 * that the order no longer had the car at that time.
 */
async function tellOfMoved(ctx: Context, row: store.ViolationRow): Promise<void> {
  if (row.log.some(({ action }) => action === 'moved')) return
  const holder = holderAt(await store.carTime(ctx, row.vehicleId!, row.occurAt), row.occurAt)
  if (holder.by === 'order' && holder.orderId === row.orderId) return
  const saved = await store.update(ctx, row, { log: [...row.log, logOf(ctx, 'moved', '订单当时已不用此车')] })
  tell(ctx, saved)
  tellHandlers(ctx, saved, '订单当时已不用此车，请核对')
}

/** SQL: the number of violations that keep the violation deposit of the order `o`. */
const openSql = sql`select count(*) from violation i where i.merchant_id = o.merchant_id and i.order_id = o.id
    and i.status in (${keepingStatuses})`

/**
 * Counts the open violations of an order after one of them was written. Open violations block the release of the violation
 * deposit, also a release that has started, and the settlement. The caller holds the lock on the order.
 */
export async function recount(ctx: Context, orderId: string): Promise<void> {
  await cacheViolations(ctx, [orderId], openSql)
  await keepForCases(ctx, await lockOrder(ctx, orderId))
  await refreshSettlement(ctx, orderId)
}

/** As {@link recount} for many orders whose violations increased: a fixed number of statements. */
export async function recountEach(ctx: Context, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await cacheViolations(ctx, orderIds, openSql)
  await unsettle(ctx, orderIds)
  for (const { orderId } of await depositsOnTheWay(ctx, orderIds))
    await keepForCases(ctx, await lockOrder(ctx, orderId))
}

export const logOf = (ctx: Context, action: ViolationLog['action'], note = ''): ViolationLog => ({
  at: ctx.now,
  by: ctx.accountId,
  action,
  note,
})

const isShown = ({ matchType: by, status }: store.ViolationRow): boolean => isCustomers(by) && isShownToCustomer(status)

/** The violations of the customer of an order, as the channel that sold it sees them, latest first. */
export const violationsOf = async (ctx: Context, orderId: string): Promise<store.ViolationRow[]> =>
  (await store.rowsOf(ctx, orderId)).filter(isShown)

/**
 * Records once that the channel of an order has received a violation.
 * @throws Refusal notFound (-4) for one that is not of this order
 */
export async function acknowledge(ctx: Context, orderId: string, violationId: string): Promise<store.ViolationRow> {
  await lockOrder(ctx, orderId)
  const row = requireFound(await store.lock(ctx, violationId))
  if (row.orderId !== orderId || !isShown(row)) throw new Refusal('notFound')
  if (row.channelAckAt !== null) return row
  const status = advance(violationSteps, 'acknowledge', row.status, row)
  const log = [...row.log, logOf(ctx, 'acknowledge')]
  const saved = await ctx.elevated(() => store.update(ctx, row, { status, log, channelAckAt: ctx.now }))
  tell(ctx, saved)
  ctx.audit({ targetType: 'violation', targetId: row.id, after: { channelAckAt: ctx.now } })
  return saved
}

/** Pages that show the violation load it again. */
export const tell = (ctx: Context, { id, orderId, status, version, storeId }: store.ViolationRow): void =>
  queueEvent(
    ctx,
    'violation.changed',
    id,
    { violationId: id, ...(orderId !== null && { orderId }), status, version },
    { storeIds: storeId === null ? null : [storeId] },
  )

/** Notifies the staff that handle violations of a new one; those that they have not read yet become one notice. */
export const tellOfNew = (ctx: Context, row: store.ViolationRow, what: string): void =>
  notify(ctx, {
    ...noticeOf(ctx, row, what),
    ref: `violationNew/${row.id}/${row.version}`,
    gathers: { ref: 'violationNew/', title: '{n}条新违章', link: screen('violation.list', {}) },
  })

/** Notifies the staff that handle violations. */
export const tellHandlers = (ctx: Context, row: store.ViolationRow, what: string): void =>
  notify(ctx, noticeOf(ctx, row, what))

const noticeOf = ({ now }: Context, row: store.ViolationRow, what: string): Notice => ({
  type: notifyType.violationNew,
  level: notifyLevel.normal,
  ref: `violation/${row.id}/${row.version}`,
  title: `违章 ${displayPlate(row.plate)}`,
  body: `${formatMoment(row.occurAt, now)} ${actText(row)}，${what}`,
  link: screen('violation.detail', { violationId: row.id }),
  to: { key: 'violation.handle', ...(row.storeId !== null && { storeIds: [row.storeId] }) },
})
