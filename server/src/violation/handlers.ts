import { contract } from '@cheyi/contract/index'
import { maskName } from '@cheyi/domain/mask'
import { awaitsMatch, illegalWords } from '@cheyi/domain/violation/illegal'
import { type Candidate, candidatesOf, NEAR_BY_HAND, type RentalStretch } from '@cheyi/domain/violation/match'
import { type Context, found, implement } from '../kernel/context.ts'
import { cursorKeys, isFirstPage, paged, pageSize, totalOf } from '../kernel/db/paging.ts'
import { viewsOf } from '../media/actions.ts'
import { readOrder } from '../order/actions.ts'
import { inSight } from '../store/actions.ts'
import { type Found, find } from './actions.ts'
import { cancel, match } from './decide.ts'
import { create, minuteOf, plateOf, save } from './register.ts'
import * as store from './store.ts'

export const violation = implement(contract.violation, {
  async page(input, ctx) {
    if (input.storeId !== undefined) inSight(ctx, input.storeId)
    const after = cursorKeys(input, 'ms', 'ms', 'id')
    const [rows, counts] = await Promise.all([
      store.page(ctx, input, after, pageSize(input) + 1),
      isFirstPage(input) ? store.counts(ctx, input) : null,
    ])
    const { rows: list, nextCursor } = paged(rows, input, ({ dueMs, occurAt, id }) => [dueMs, occurAt, id])
    const all = counts && counts.todo + counts.running + counts.toClose + counts.ended
    return {
      list: list.map((row) => viewOf(ctx, row)),
      nextCursor,
      ...totalOf(counts && (input.group ? counts[input.group] : all)),
      counts,
    }
  },

  async detail({ illegalId }, ctx) {
    const row = found(await store.byId(ctx, illegalId))
    const [photosOf, names, holder] = await Promise.all([
      viewsOf(ctx, [row], ({ evidenceIds, proofIds }) => [...evidenceIds, ...proofIds]),
      store.namesOf(
        ctx,
        row.log.map(({ by }) => by),
      ),
      awaitsMatch(row.status) ? holderOf(ctx, row.plate, row.occurAt) : null,
    ])
    const photos = photosOf(row)
    const of = (ids: readonly string[]) => photos.filter(({ mediaId }) => ids.includes(mediaId))
    return {
      ...viewOf(ctx, row),
      docNo: row.docNo ?? '',
      authority: row.authority,
      source: row.source,
      remark: row.remark,
      evidence: of(row.evidenceIds),
      proof: of(row.proofIds),
      byHand: row.byHand,
      holder,
      log: row.log
        .map(({ at, by, action, note }) => ({
          at,
          byName: names.get(by) ?? '系统',
          action: illegalWords[action],
          note,
        }))
        .toReversed(),
    }
  },

  preview: ({ plate, occurAt }, ctx) => holderOf(ctx, plateOf(plate), minuteOf(ctx, occurAt)),

  async around({ illegalId }, ctx) {
    const { vehicleId, occurAt } = found(await store.read(ctx, illegalId))
    if (vehicleId === null) return []
    const { rentals } = await ctx.elevated(() => store.carTime(ctx, vehicleId, occurAt))
    return nearOf(ctx, candidatesOf(rentals, occurAt, NEAR_BY_HAND))
  },

  people: (_, ctx) => store.people(ctx),

  create,

  async list({ orderId }, ctx) {
    await readOrder(ctx, orderId)
    return (await store.ofOrder(ctx, orderId)).map((row) => viewOf(ctx, row))
  },

  save,
  match,
  cancel,
})

/** Who held a car, found over all stores; orders of others are not named. */
async function holderOf(ctx: Context, plate: string, occurAt: number) {
  const { vehicleId, modelName, holder } = await ctx.elevated((): Promise<Found> => find(ctx, plate, occurAt))
  const named = await namer(ctx, holder.by === 'order' ? [holder.stretch] : [])
  const staff = holder.by === 'staff' ? await store.namesOf(ctx, [holder.accountId]) : null
  return {
    vehicleId,
    modelName,
    by: holder.by,
    stretch: holder.by === 'order' ? (named(holder.stretch) ?? null) : null,
    staffName: staff === null ? null : ([...staff.values()][0] ?? ''),
    candidates: holder.by === 'nobody' ? await nearOf(ctx, holder.candidates) : [],
  }
}

/** Candidates as pages name them; those out of sight are left out. */
async function nearOf(ctx: Context, candidates: readonly Candidate[]) {
  const named = await namer(ctx, candidates)
  return candidates.flatMap((one) => {
    const stretch = named(one)
    return stretch === undefined ? [] : [{ ...stretch, minutes: one.minutes, side: one.side }]
  })
}

async function namer(ctx: Context, stretches: readonly RentalStretch[]) {
  const orders = await store.orderNames(
    ctx,
    stretches.map(({ orderId }) => orderId),
  )
  return ({ orderId, from, to }: RentalStretch) => {
    const order = orders.get(orderId)
    if (order === undefined) return undefined
    const { orderNo, orderKind, contactName } = order
    return { orderId, orderNo, orderKind, renterName: nameFor(ctx, contactName), from, to }
  }
}

const nameFor = (ctx: Context, name: string): string => (ctx.can('person.view') ? name : maskName(name))

const viewOf = (ctx: Context, row: store.ListRow) => ({
  illegalId: row.id,
  no: row.no,
  status: row.status,
  plate: row.plate,
  vehicleId: row.vehicleId,
  modelName: row.modelName,
  occurAt: row.occurAt,
  place: row.place,
  act: row.act,
  actCode: row.actCode,
  points: row.points,
  fine: row.fineFen,
  matchType: row.matchType,
  orderId: row.orderId,
  orderNo: row.orderNo,
  orderKind: row.orderKind,
  driverName: row.contactName !== null ? nameFor(ctx, row.contactName) : row.staffName,
  handleWay: row.handleWay,
  officialState: row.officialState,
  deadlineAt: row.deadlineAt,
  overdue: row.overdue,
  createdAt: row.createdAt,
  version: row.version,
})
