import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatPeriod } from '@cheyi/domain/near'
import { pick } from '@cheyi/domain/pick'
import { displayPlate, normalisePlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { matchType, matchTypes, violationSource, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { holds } from '@cheyi/domain/rental/violation/match'
import { awaitsMatch, isSame, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { type Instant, toMinute } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, seizeOrders } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { columnsOf, type Found, find, logOf, recount, tell, tellOfNew } from './actions.ts'
import * as store from './store.ts'

type Facts = Omit<ParsedOf<typeof contract.violation.create>, 'plate'>

const MAX_PLATE = 10

/** @throws Refusal badInput (-2) */
export function plateOf(text: string): string {
  const plate = normalisePlate(text)
  if (plate === '' || [...plate].length > MAX_PLATE) throw badInput('plate', '车牌号格式不正确')
  return plate
}

/** The time of a violation, to the minute. @throws Refusal violationTimeWrong (8002) for a time in the future */
export function minuteOf(ctx: Context, occurAt: Instant): Instant {
  if (occurAt > ctx.now) throw new Refusal('violationTimeWrong', { field: 'occurAt' })
  return toMinute(occurAt)
}

/**
 * Registers a violation of a plate and matches it to the holder of the car at that time. Without a match it waits for a
 * match by hand.
 * @throws Refusal violationExists (8001), violationTimeWrong (8002), badInput (-2)
 */
export const create: HandlerOf<'violation', 'create'> = async ({ plate: typed, ...facts }, ctx) => {
  const plate = plateOf(typed)
  const occurAt = minuteOf(ctx, facts.occurAt)
  return ctx.elevated(async () => {
    const known = await findHeld(ctx, plate, occurAt)
    const { storeId = known.homeStoreId } = known.order ?? {}
    refuseElsewhere(ctx, [storeId, known.order?.returnStoreId])
    const row = await insert(ctx, facts, {
      plate,
      occurAt,
      vehicleId: known.vehicleId,
      storeId,
      ...columnsOf(known.holder),
    })
    return { violationId: row.id, status: row.status, version: row.version, matchType: row.matchType }
  })
}

/**
 * An account limited to some stores may enter violations of their cars and orders, but none of unknown cars.
 * @throws Refusal notFound (-4)
 */
function refuseElsewhere({ identity }: Context, storeIds: readonly (string | null | undefined)[]): void {
  if (identity.scope !== 'all' && !storeIds.some((id) => id != null && identity.storeIds.includes(id)))
    throw new Refusal('notFound', { field: 'plate' })
}

/** The car and its holder, with the order under its lock, because the car may be returned at the same time. */
async function findHeld(ctx: Context, plate: string, occurAt: Instant): Promise<Found & { order?: OrderRow }> {
  let known = await find(ctx, plate, occurAt)
  while (known.holder.by === 'order') {
    const { orderId } = known.holder
    const [order] = await seizeOrders(ctx, [orderId])
    known = await find(ctx, plate, occurAt)
    if (known.holder.by === 'order' && known.holder.orderId === orderId) return { ...known, order: order! }
  }
  return known
}

/** The maximum number of violations that are matched again in one night. */
const MOST = 500

/**
 * Matches violations without a holder again, because a car was entered later, or a plate or an assignment was corrected.
 * Orders are locked in the order of their IDs.
 */
export async function matchAnew(ctx: Context): Promise<void> {
  const tried = []
  for (const one of await store.unmatchedViolations(ctx, MOST)) {
    const { vehicleId, holder } = await find(ctx, one.plate, one.occurAt)
    const orderId = holder.by === 'order' ? holder.orderId : null
    if (vehicleId !== null) tried.push({ ...one, orderId })
  }
  const byOrder = tried.toSorted((a, b) => Number(BigInt(a.orderId ?? 0) - BigInt(b.orderId ?? 0)))
  for (const { id, plate, occurAt, orderId } of byOrder) {
    const order = orderId === null ? undefined : await lockOrder(ctx, orderId)
    const known = await find(ctx, plate, occurAt)
    const columns = columnsOf(known.holder)
    const row = await store.lock(ctx, id)
    // A decision was made meanwhile, or the assignment changed again; then the next night matches it.
    if (row === undefined || row.byHand || !awaitsMatch(row.status) || columns.orderId !== orderId) continue
    const place = { vehicleId: known.vehicleId, storeId: order?.storeId ?? known.homeStoreId }
    if (awaitsMatch(columns.status)) {
      if (row.vehicleId !== place.vehicleId) await store.update(ctx, row, place)
      continue
    }
    advance(violationSteps, 'match', row.status)
    const log = [...row.log, logOf(ctx, 'match', '重新匹配')]
    const saved = await store.update(ctx, row, { ...columns, ...place, log })
    if (orderId !== null) await recount(ctx, orderId)
    tell(ctx, saved)
    tellOfNew(ctx, saved, '已匹配驾驶人，请处理')
  }
}

/**
 * Enters a violation from the page of its order, or corrects one.
 * @throws as {@link create}, violationOutsideRental (8003), violationStatusRefuses (8004), stale (-5)
 */
export const save: HandlerOf<'violation', 'save'> = async ({ orderId, id, version, vehicleId, ...facts }, ctx) => {
  const order = await lockOrder(ctx, orderId)
  const occurAt = minuteOf(ctx, facts.occurAt)
  const stretches = await store.stretchesOf(ctx, orderId)
  const stretch = stretches.find(
    (one) => holds(one, occurAt) && (vehicleId === undefined || vehicleId === one.vehicleId),
  )
  if (stretch === undefined) {
    const times = stretches.map(({ from, to }) => formatPeriod(from, to, ctx.now)).join('、')
    throw new Refusal('violationOutsideRental', { field: 'occurAt', ...(times && { 说明: `，用车时间为 ${times}` }) })
  }
  return ctx.elevated(async () => {
    const { plate } = requireFound(await store.vehicleById(ctx, stretch.vehicleId))
    const of = { occurAt, plate, vehicleId: stretch.vehicleId }
    const row =
      id === undefined
        ? await insert(ctx, facts, { ...of, ...byHand(order) })
        : await correct(ctx, { id, version, orderId }, facts, of)
    return { id: row.id, status: row.status, version: row.version }
  })
}

const byHand = ({ id, storeId }: OrderRow) => ({
  status: violationStatus.open,
  matchType: matchType.byHand,
  byHand: true,
  orderId: id,
  driverId: null,
  storeId,
})

type Place = Pick<store.ViolationRow, 'status' | 'matchType' | 'orderId' | 'driverId'> & {
  readonly plate: string
  readonly occurAt: Instant
  readonly vehicleId: string | null
  readonly storeId: string | null
  readonly byHand?: boolean
}

const factColumns = (facts: Facts) => ({
  ...pick(facts, 'place', 'act', 'points', 'officialState'),
  actCode: facts.actCode ?? '',
  fineFen: facts.fine ?? null,
  docNo: facts.docNo || null,
  authority: facts.authority ?? '',
  evidenceIds: facts.photoIds ?? [],
  remark: facts.remark ?? '',
})

/** The caller holds the lock on the order, and calls it within `ctx.elevated`. */
async function insert(ctx: Context, facts: Facts, place: Place): Promise<store.ViolationRow> {
  const columns = factColumns(facts)
  const [, id, no] = await Promise.all([refuseKnown(ctx, { ...place, ...columns }), newId(ctx), ctx.nextNumber('WZ')])
  const { orderId } = place
  const [row] = await Promise.all([
    store.insert(ctx, {
      id,
      no,
      source: violationSource.byHand,
      ...columns,
      ...place,
      log: [logOf(ctx, 'create', place.matchType === null ? '' : matchTypes.text(place.matchType))],
    }),
    linkMedia(ctx, columns.evidenceIds, { biz: 'violation', bizId: id, ...(orderId !== null && { orderId }) }),
  ])
  if (orderId !== null) await recount(ctx, orderId)
  tell(ctx, row)
  tellOfNew(ctx, row, awaitsMatch(row.status) ? '未找到驾驶人，请匹配' : '请处理')
  ctx.audit({
    targetType: 'violation',
    targetId: id,
    after: {
      no,
      ...pick(row, 'plate', 'occurAt', 'orderId', 'points', 'fineFen'),
    },
  })
  return row
}

async function correct(
  ctx: Context,
  { id, version, orderId }: { readonly id: string; readonly version?: number; readonly orderId: string },
  facts: Facts,
  place: Pick<Place, 'plate' | 'occurAt' | 'vehicleId'>,
): Promise<store.ViolationRow> {
  const row = requireFound(await store.lock(ctx, id))
  if (row.orderId !== orderId) throw new Refusal('notFound', { field: 'id' })
  requireVersion(version, row.version)
  advance(violationSteps, 'edit', row.status)
  const columns = factColumns(facts)
  await refuseKnown(ctx, { ...place, ...columns }, id)
  const of = { biz: 'violation', bizId: id } as const
  const gone = row.evidenceIds.filter((one) => !columns.evidenceIds.includes(one))
  const fresh = columns.evidenceIds.filter((one) => !row.evidenceIds.includes(one))
  await unlinkMedia(ctx, gone, of)
  await linkMedia(ctx, fresh, { ...of, orderId })
  const saved = await store.update(ctx, row, { ...columns, ...place, log: [...row.log, logOf(ctx, 'edit')] })
  tell(ctx, saved)
  ctx.audit({
    targetType: 'violation',
    targetId: id,
    before: { occurAt: row.occurAt, points: row.points, fineFen: row.fineFen },
    after: { occurAt: saved.occurAt, points: saved.points, fineFen: saved.fineFen },
  })
  return saved
}

/** @throws Refusal violationExists (8001) with the existing violation */
async function refuseKnown(
  ctx: Context,
  report: Pick<store.ViolationRow, 'plate' | 'occurAt' | 'actCode' | 'docNo' | 'fineFen'>,
  own?: string,
): Promise<void> {
  // They are sent together, and the second statement begins when the first one has the lock.
  const [, alike] = await Promise.all([store.lockRegister(ctx), store.alike(ctx, report)])
  const reported = (row: typeof report) => ({ ...row, fine: row.fineFen })
  const known = alike.find((row) => row.id !== own && isSame(reported(row), reported(report)))
  if (known === undefined) return
  const named = `${displayPlate(known.plate)} ${known.no}`
  throw new Refusal('violationExists', { violationId: known.id, 违章: named, field: 'occurAt' })
}
