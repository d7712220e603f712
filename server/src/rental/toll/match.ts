import { advance } from '@cheyi/domain/advance'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Bearer, bearerOf, recordOf } from '@cheyi/domain/rental/toll/bearer'
import { tollStatus } from '@cheyi/domain/rental/toll/codes'
import { placer } from '@cheyi/domain/rental/toll/import/plan'
import { tollSteps } from '@cheyi/domain/rental/toll/toll'
import { distance, NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { lockOrder } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../kernel/context.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { carTimes, knownOrders, rematchesWith, stretchesOf } from '../violation/actions.ts'
import { lockRows } from './import/store.ts'
import { pairRefunds } from './refunds.ts'
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
  const rows = await store.following(ctx, vehicleId, orderId)
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
export const match: HandlerOf<'toll', 'match'> = async ({ lineId, version, orderId, vehicleId, reason }, ctx) => {
  const before = requireFound(await store.byId(ctx, lineId))
  if (vehicleId !== undefined) return matchCard(ctx, before, { version, vehicleId })
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
  { id, vehicleId, outAt, fen }: store.TollRow,
  { version, orderId }: { readonly version: number; readonly orderId: string },
) {
  const backs = await ctx.elevated(() => store.lockRefunds(ctx, [id]))
  if (fen < 0 || backs.length > 0) throw badInput('orderId', '服务商已退回这笔费用，不向客户收取')
  const order = await lockOrder(ctx, orderId)
  const near = (await stretchesOf(ctx, orderId)).find(
    (one) => distance(one, outAt) <= NEAR_BY_HAND && (vehicleId === null || vehicleId === one.vehicleId),
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

/** The car of a card: all lines of that card which had none are matched by its rental times, and later bills find it. */
async function matchCard(
  ctx: Context,
  { id, cardNo }: store.TollRow,
  { version, vehicleId }: { readonly version: number; readonly vehicleId: string },
) {
  if (cardNo === '') throw badInput('vehicleId', '该行没有卡号，请按订单匹配')
  requireFound((await store.carsById(ctx, [vehicleId]))[0])
  const lines = await ctx.elevated(async () => {
    await store.saveCard(ctx, cardNo, vehicleId)
    return matchEach(ctx, await store.ofUnknownCard(ctx, cardNo))
  })
  const row = lines.find((one) => one.id === id)
  if (row === undefined) throw new Refusal('tollStatusRefuses')
  requireVersion(version, row.version)
  const saved = requireFound(await ctx.elevated(() => store.byId(ctx, id)))
  audit(ctx, row, { status: saved.status, vehicleId, cardNo })
  return { status: saved.status, version: saved.version, others: lines.length - 1 }
}

/**
 * Matches lines that have no bearer by the rental times of their cars, as an import does. Call it within `ctx.elevated`.
 * @returns the lines as they were before, under their locks; without those that another transaction has decided
 */
async function matchEach(ctx: Context, lines: readonly store.TollRow[]): Promise<readonly store.TollRow[]> {
  const facts = await lockRows(
    ctx,
    lines.map((line) => ({ ...line, warnings: [] })),
  )
  const place = placer(facts)
  const rows = await store.lockUnmatched(
    ctx,
    lines.map(({ id }) => id),
  )
  for (const row of rows) {
    const { vehicleId, storeId, bearer } = place(row)
    if (vehicleId !== null) await follow(ctx, row, bearer, { vehicleId, storeId })
  }
  await pairRefunds(ctx)
  return rows
}

/** The maximum number of lines that are matched again in one night. */
const MOST = 500

/** Matches lines without a bearer again, because a car was entered later, or a plate or an assignment was corrected. */
export async function matchNightly(ctx: Context): Promise<void> {
  const lines = await store.unmatchedLines(ctx, MOST)
  if (lines.length > 0) await ctx.elevated(() => matchEach(ctx, lines))
}

/** @throws Refusal notFound (-4), stale (-5), tollStatusRefuses (8011) */
export const waive: HandlerOf<'toll', 'waive'> = async ({ lineId, version, reason }, ctx) => {
  const row = await lockLineAtVersion(ctx, lineId, version)
  const status = advance(tollSteps, 'waive', row.status)
  const saved = await save(ctx, row, { status, byHand: true, reason })
  audit(ctx, row, { status, reason })
  return { status, version: saved.version }
}

/** @throws Refusal notFound (-4), stale (-5), tollStatusRefuses (8011) */
export const cancel: HandlerOf<'toll', 'cancel'> = async ({ lineId, version, reason }, ctx) => {
  const row = await lockLineAtVersion(ctx, lineId, version)
  const status = advance(tollSteps, 'void', row.status)
  const saved = await save(ctx, row, { status, reason })
  audit(ctx, row, { status, reason })
  return { status, version: saved.version }
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
