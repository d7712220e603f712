import { contract } from '@cheyi/contract/index'
import { badInput } from '@cheyi/domain/refusal'
import { ticketKind } from '@cheyi/domain/ticket/codes'
import { actionWords, awaitsApproval, costTotal, endProblem } from '@cheyi/domain/ticket/maintaince'
import { type Context, found, implement } from '../kernel/context.ts'
import { cursorKeys, isFirstPage, paged, pageSize, totalOf } from '../kernel/db/paging.ts'
import { viewsOf } from '../media/actions.ts'
import { foreseeBlock } from '../stock/actions.ts'
import { inSight } from '../store/actions.ts'
import { edit, handle, quoted } from './handle.ts'
import { create, KIND, shown } from './plan.ts'
import * as store from './store.ts'

/** As many as somebody looks through. */
const MOST = 50
/** Cars to choose from; beyond, a plate is looked for. */
const MOST_CARS = 1000

export const ticket = implement(contract.ticket, {
  async hub({ storeId }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    if (!ctx.can('ticket.maintaince')) return { kinds: [], reassign: 0, open: [] }
    const [{ reassign, ...counts }, rows] = await Promise.all([
      store.openCounts(ctx, storeId ?? null),
      store.open(ctx, storeId ?? null, MOST),
    ])
    return { kinds: [{ kind: ticketKind.maintaince, ...counts }], reassign, open: rows.map(viewOf) }
  },

  vehicles: (input, ctx) => store.vehicles(ctx, input, MOST_CARS),

  async preview({ vehicleId, ticketId, planStart, planEnd }, ctx) {
    const vehicle = found(await store.vehicleById(ctx, vehicleId))
    inSight(ctx, vehicle.homeStoreId)
    const problem = endProblem({ from: planStart, to: planEnd })
    if (problem !== null) throw badInput(problem.field, problem.message)
    const block = { vehicleId, kind: KIND, refId: ticketId ?? '0', from: planStart, to: planEnd }
    return shown(await foreseeBlock(ctx, block))
  },

  async maintaincePage(input, ctx) {
    if (input.storeId !== undefined) inSight(ctx, input.storeId)
    const after = cursorKeys(input, 'id')
    const [rows, counts] = await Promise.all([
      store.page(ctx, input, after?.[0] ?? null, pageSize(input) + 1),
      isFirstPage(input) ? store.counts(ctx, input) : null,
    ])
    const { rows: list, nextCursor } = paged(rows, input, ({ id }) => [id])
    const all = counts && counts.todo + counts.running + counts.done + counts.cancelled
    return {
      list: list.map(viewOf),
      nextCursor,
      ...totalOf(counts && (input.group ? counts[input.group] : all)),
      counts,
    }
  },

  async maintainceDetail({ ticketId }, ctx) {
    const row = found(await store.byId(ctx, ticketId))
    const [photosOf, names, facts] = await Promise.all([
      viewsOf(ctx, [row], ({ startPhotoIds, endPhotoIds }) => [...startPhotoIds, ...endPhotoIds]),
      store.namesOf(ctx, [...row.log.map(({ by }) => by), ...(row.approvedBy ? [row.approvedBy] : [])]),
      quoted(ctx, row),
    ])
    const photos = photosOf(row)
    const awaits = awaitsApproval(facts)
    return {
      ...viewOf(row),
      items: row.work,
      garagePhone: row.garagePhone,
      garageAddress: row.garageAddress,
      remark: row.remark,
      odometerKm: row.odometerKm,
      startKm: row.startKm,
      endKm: row.endKm,
      startPhotos: photos.filter(({ mediaId }) => row.startPhotoIds.includes(mediaId)),
      endPhotos: photos.filter(({ mediaId }) => row.endPhotoIds.includes(mediaId)),
      cost: ctx.can('ticket.cost') ? costOf(ctx, row, awaits, names) : null,
      awaitsApproval: awaits,
      log: row.log
        .map(({ at, by, action, note }) => ({ at, byName: names.get(by) ?? '系统', action: actionWords[action], note }))
        .toReversed(),
    }
  },

  maintainceCreate: create,
  maintainceEdit: edit,
  maintainceHandle: handle,
})

const viewOf = (row: store.ListRow) => ({
  ticketId: row.id,
  no: row.no,
  kind: row.kind,
  status: row.status,
  type: row.maintainType!,
  priority: row.priority,
  vehicleId: row.vehicleId,
  plate: row.plate,
  modelName: row.modelName,
  storeId: row.storeId,
  storeName: row.storeName,
  garageName: row.garageName,
  planStart: row.planStart,
  planEnd: row.planEnd,
  actualStart: row.actualStart,
  actualEnd: row.actualEnd,
  assigneeId: row.assigneeId,
  assigneeName: row.assigneeName,
  assigneeGone: row.assigneeGone,
  createdAt: row.createdAt,
  version: row.version,
})

const costOf = (ctx: Context, row: store.ListRow, awaits: boolean, names: ReadonlyMap<string, string>) => ({
  quote: row.quoteFen,
  approved: row.approvedFen,
  approvedName: row.approvedBy === null ? null : (names.get(row.approvedBy) ?? ''),
  awaits,
  own: ctx.accountId === row.createdBy || ctx.accountId === row.quotedBy,
  rows: [...row.costs],
  total: costTotal(row.costs),
})
