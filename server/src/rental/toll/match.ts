import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Bearer, bearerOf, orderOf, recordOf } from '@cheyi/domain/rental/toll/bearer'
import { moveCard } from '@cheyi/domain/rental/toll/card'
import { tollStatus } from '@cheyi/domain/rental/toll/codes'
import { placer } from '@cheyi/domain/rental/toll/import/plan'
import { isBorne, isToCharge, tollSteps } from '@cheyi/domain/rental/toll/toll'
import { distance, NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { lockOrder } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { carTimes, knownOrders, rematchesWith, stretchesOf } from '../violation/actions.ts'
import { loadReferences, lockRows } from './import/store.ts'
import { PAID_BACK, pairRefunds } from './refunds.ts'
import * as store from './store.ts'

const steps = { order: 'match', merchant: 'own', unknown: 'unmatch' } as const satisfies Record<Bearer['by'], string>

/** Writes a change of a line, with its pending work. The caller holds the lock on the line. */
async function save(
  ctx: Context,
  row: store.TollRow,
  change: Parameters<typeof store.update>[2],
): Promise<store.TollRow> {
  pendingWorkChanges(ctx, 'toll', [row.id])
  return store.update(ctx, row, change)
}

/** Writes who bears a line by the rental times of its car; nothing where that did not change. Call it within `ctx.elevated`. */
async function follow(
  ctx: Context,
  row: store.TollRow,
  bearer: Bearer,
  place: { readonly vehicleId: string; readonly storeId: string | null },
): Promise<void> {
  const columns = recordOf(bearer)
  const same = columns.status === row.status && columns.orderId === row.orderId && row.vehicleId === place.vehicleId
  if (same) return
  advance(tollSteps, steps[bearer.by], row.status)
  await save(ctx, row, { ...columns, ...place })
}

rematchesWith(rematch)

/**
 * Matches the lines of a car again after its rental times have changed, by an order whose lock the caller holds or by work on the car.
 * Lines that another order would bear now are unchanged: its own change matches them. Called within `ctx.elevated`.
 */
async function rematch(ctx: Context, vehicleId: string, orderId: string | null): Promise<void> {
  const [asked, rows] = await Promise.all([
    orderId === null ? [] : store.askedOf(ctx, vehicleId, orderId),
    store.following(ctx, vehicleId, orderId),
  ])
  if (orderId !== null) await tellOfMoved(ctx, { vehicleId, orderId, asked })
  if (rows.length === 0) return
  const [car] = await store.carsById(ctx, [vehicleId])
  const bearers = await bearersOf(ctx, vehicleId, rows)
  const orders = await knownOrders(ctx, orderId === null ? [] : [orderId])
  for (const [i, row] of rows.entries()) {
    const bearer = bearers[i]!
    if (bearer.by === 'order' ? bearer.orderId !== orderId : row.orderId !== null && row.orderId !== orderId) continue
    const storeId =
      (bearer.by === 'order' ? orders.get(bearer.orderId)?.storeId : undefined) ?? car?.homeStoreId ?? null
    await follow(ctx, row, bearer, { vehicleId, storeId })
  }
}

const MOVED = '订单当时已不用此车，请核对'

/** Lines that a customer was asked for stay with their order: staff learn once that it no longer had the car at that time. */
async function tellOfMoved(
  ctx: Context,
  {
    vehicleId,
    orderId,
    asked,
  }: { readonly vehicleId: string; readonly orderId: string; readonly asked: readonly store.TollRow[] },
): Promise<void> {
  const rows = asked.filter(({ reason }) => reason !== MOVED)
  if (rows.length === 0) return
  const bearers = await bearersOf(ctx, vehicleId, rows)
  const moved = rows.filter((_, i) => orderOf(bearers[i]!) !== orderId)
  for (const row of moved) store.update(ctx, row, { reason: MOVED })
  if (moved.length === 0) return
  const { plate, storeId } = moved[0]!
  const sum = moved.reduce((total, { fen }) => total + fen, 0)
  notify(ctx, {
    type: notifyType.violationNew,
    level: notifyLevel.normal,
    ref: `tollMoved/${orderId}/${moved.map(({ id }) => id).join()}`.slice(0, 100),
    title: `过路停车费 ${displayPlate(plate)}`,
    body: `${moved.length}笔${formatMoney(sum)}已向客户收取，但订单当时已不用此车，请核对；多收的取消补款或退款`,
    link: screen('toll.list', { orderId, group: 'all' }),
    to: { key: 'order.supplement', ...(storeId !== null && { storeIds: [storeId] }) },
  })
}

/**
 * Matches the lines of a cancelled supplement again, which did not follow the rental times while it stood. A line of another order waits
 * for the night, because it needs the lock on that order.
 */
export const matchWithdrawn = (ctx: Context, ids: readonly string[]): Promise<void> =>
  ctx.elevated(async () => {
    const rows = (await store.lockEach(ctx, ids)).filter(({ status, byHand }) => isToCharge(status) && !byHand)
    if (rows.length === 0) return
    const place = placer(
      await loadReferences(
        ctx,
        rows.map((row) => ({ ...row, warnings: [] })),
      ),
    )
    for (const row of rows) {
      const { vehicleId, storeId, bearer } = place(row)
      if (orderOf(bearer) === row.orderId) continue
      const next: Bearer = bearer.by === 'order' ? { by: 'unknown' } : bearer
      await follow(ctx, row, next, { vehicleId: vehicleId ?? row.vehicleId!, storeId: storeId ?? row.storeId })
    }
  })

/** Who bears each line, if this is their car: one statement. Call it within `ctx.elevated`. */
async function bearersOf(
  ctx: Context,
  vehicleId: string,
  rows: readonly Pick<store.TollRow, 'inAt' | 'outAt'>[],
): Promise<Bearer[]> {
  const minutes = rows.flatMap(({ inAt, outAt }) => (inAt === null ? [outAt] : [inAt, outAt]))
  const [first, last] = [minutes.reduce((a, b) => Math.min(a, b)), minutes.reduce((a, b) => Math.max(a, b))]
  const times = (await carTimes(ctx, [{ vehicleId, first, last }])).get(vehicleId)!
  return rows.map((row) => bearerOf(times, row))
}

/** The line, which nothing was asked for yet. @throws Refusal notFound (-4), stale (-5) */
async function lockLineAtVersion(ctx: Context, lineId: string, version: number): Promise<store.TollRow> {
  const row = requireFound(await store.lock(ctx, lineId))
  requireVersion(version, row.version)
  return row
}

/**
 * Records who bears a line: an order that had the car within a day of it, the car of its card, which is matched by its rental times, or
 * the merchant.
 * @throws Refusal notFound (-4), stale (-5), tollStatusRefuses (8011), violationOutsideRental (8003)
 */
export const match: HandlerOf<'toll', 'match'> = async (
  { lineId, version, orderId, vehicleId, fromHere, reason },
  ctx,
) => {
  const before = requireFound(await store.byId(ctx, lineId))
  if (vehicleId !== undefined) return matchCard(ctx, before, { version, vehicleId, fromHere })
  if (orderId !== undefined) return matchOrder(ctx, before, { version, orderId })
  const row = await lockLineAtVersion(ctx, lineId, version)
  advance(tollSteps, 'own', row.status)
  const saved = await ctx.elevated(() =>
    save(ctx, row, { status: tollStatus.borne, orderId: null, byHand: true, reason }),
  )
  audit(ctx, row, { status: saved.status, reason })
  return { status: saved.status, version: saved.version, others: 0 }
}

async function matchOrder(
  ctx: Context,
  { id, plate, vehicleId, outAt, fen }: store.TollRow,
  { version, orderId }: { readonly version: number; readonly orderId: string },
) {
  const backs = await ctx.elevated(() => store.lockRefunds(ctx, [id]))
  if (fen < 0 || backs.length > 0) throw badInput('orderId', '服务商已退回这笔费用，不向客户收取')
  const order = await lockOrder(ctx, orderId)
  const near = (await stretchesOf(ctx, orderId)).find(
    // A card may have been in another car.
    (one) =>
      distance(one, outAt) <= NEAR_BY_HAND && (plate === '' || vehicleId === null || vehicleId === one.vehicleId),
  )
  if (near === undefined) throw new Refusal('violationOutsideRental', { field: 'orderId' })
  const row = await lockLineAtVersion(ctx, id, version)
  advance(tollSteps, 'match', row.status)
  const saved = await ctx.elevated(() =>
    save(ctx, row, {
      status: tollStatus.toCharge,
      orderId,
      vehicleId: near.vehicleId,
      storeId: order.storeId,
      byHand: true,
      reason: '',
    }),
  )
  audit(ctx, row, { status: saved.status, orderId })
  return { status: saved.status, version: saved.version, others: 0 }
}

/**
 * The car of a card, for all lines or from this line on, also in place of another car that staff said before. Lines that no customer was
 * asked for are matched by the rental times of the right car, and later bills find it.
 * @throws Refusal badInput (-2) for a line that its plate decides, and for a car that the merchant had no longer
 */
async function matchCard(
  ctx: Context,
  { id, cardNo, outAt }: store.TollRow,
  {
    version,
    vehicleId,
    fromHere,
  }: { readonly version: number; readonly vehicleId: string; readonly fromHere: boolean },
) {
  if (cardNo === '') throw badInput('vehicleId', '该行没有卡号，请按订单匹配')
  requireFound((await store.carsById(ctx, [vehicleId]))[0])
  const since = fromHere ? outAt : null
  const lines = await ctx.elevated(async () => {
    const card = (await store.carsOfCards(ctx, [cardNo], 'for update')).get(cardNo) ?? null
    await store.saveCard(ctx, cardNo, moveCard(card, vehicleId, since))
    return matchEach(ctx, await store.ofCard(ctx, cardNo, { vehicleId, since }), store.lockOpen)
  })
  const row = lines.find((one) => one.id === id)
  if (row === undefined) throw new Refusal('tollStatusRefuses')
  requireVersion(version, row.version)
  const saved = requireFound(await ctx.elevated(() => store.byId(ctx, id)))
  if (saved.vehicleId !== vehicleId) throw badInput('vehicleId', '该笔账单的时间，此车已不在车队，或车牌属于另一辆车')
  audit(ctx, row, { status: saved.status, vehicleId, cardNo })
  return { status: saved.status, version: saved.version, others: lines.length - 1 }
}

/**
 * Matches lines by the rental times of their cars, as an import does. Call it within `ctx.elevated`.
 * @returns the lines as they were before, under their locks; without those that another transaction has decided
 */
async function matchEach(
  ctx: Context,
  lines: readonly store.TollRow[],
  lockLines: (ctx: Context, ids: readonly string[]) => Promise<store.TollRow[]>,
): Promise<readonly store.TollRow[]> {
  const facts = await lockRows(
    ctx,
    lines.map((line) => ({ ...line, warnings: [] })),
  )
  const place = placer(facts)
  const rows = await lockLines(
    ctx,
    lines.map(({ id }) => id),
  )
  for (const row of rows) {
    const { vehicleId, storeId, bearer } = place(row)
    if (vehicleId === null) continue
    if (!row.byHand) await follow(ctx, row, bearer, { vehicleId, storeId })
    // What staff decided stays as it is, but the line costs the right car; an order that they chose says the car itself.
    else if (isBorne(row.status) && row.vehicleId !== vehicleId)
      await save(ctx, row, { vehicleId, storeId, orderId: orderOf(bearer) })
  }
  await pairRefunds(ctx)
  return rows
}

/** The maximum number of lines that are matched again in one night. */
const MOST = 500

/** Matches lines without a bearer again, because a car was entered later, or a plate or an assignment was corrected. */
export async function matchNightly(ctx: Context): Promise<void> {
  const lines = await store.unmatchedLines(ctx, MOST)
  if (lines.length > 0) await ctx.elevated(() => matchEach(ctx, lines, store.lockUnmatched))
}

/** @throws Refusal notFound (-4), stale (-5), tollStatusRefuses (8011) */
export const waive: HandlerOf<'toll', 'waive'> = async ({ lineId, version, reason }, ctx) => {
  const row = await lockLineAtVersion(ctx, lineId, version)
  const status = advance(tollSteps, 'waive', row.status)
  const saved = await save(ctx, row, { status, byHand: true, reason })
  audit(ctx, row, { status, reason })
  return { status, version: saved.version }
}

/**
 * Voids a line. With money back its line is charged to whoever had the car again; a line that was given back is voided after its money back.
 * @throws Refusal notFound (-4), stale (-5), tollStatusRefuses (8011), badInput (-2)
 */
export const cancel: HandlerOf<'toll', 'cancel'> = async ({ lineId, version, reason }, ctx) => {
  const { refundOf } = requireFound(await store.byId(ctx, lineId))
  const paidBack = refundOf === null ? undefined : await ctx.elevated(() => store.byId(ctx, refundOf))
  // Before the locks on lines, as in an import.
  const facts = paidBack && (await ctx.elevated(() => lockRows(ctx, [{ ...paidBack, warnings: [] }])))
  const row = await lockLineAtVersion(ctx, lineId, version)
  const status = advance(tollSteps, 'void', row.status)
  if ((await ctx.elevated(() => store.lockRefunds(ctx, [lineId]))).length > 0)
    throw badInput('lineId', '服务商已退回这笔费用，请先作废退费的那一行')
  const saved = await save(ctx, row, { status, reason })
  if (facts) await ctx.elevated(() => standAgain(ctx, refundOf!, placer(facts)))
  audit(ctx, row, { status, reason })
  return { status, version: saved.version }
}

/** A line whose money back was wrong is borne by whoever had the car again. */
async function standAgain(ctx: Context, lineId: string, place: ReturnType<typeof placer>): Promise<void> {
  const row = requireFound(await store.lock(ctx, lineId))
  if (row.reason !== PAID_BACK) return
  const { vehicleId, storeId, bearer } = place(row)
  advance(tollSteps, steps[bearer.by], row.status)
  const where = vehicleId === null ? {} : { vehicleId, storeId }
  await save(ctx, row, { ...recordOf(bearer), ...where, byHand: false, reason: '' })
}

/** Entries of the log belong to the car, whose costs the line is among. */
function audit(ctx: Context, row: store.TollRow, after: Readonly<Record<string, unknown>>): void {
  ctx.audit({
    targetType: 'toll',
    targetId: row.id,
    before: { status: row.status, orderId: row.orderId },
    after: { plate: row.plate, amount: row.fen, ...after },
  })
}
