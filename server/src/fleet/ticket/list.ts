import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { ticketKind, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { ticketColumns } from '@cheyi/domain/fleet/ticket/columns'
import { dueWords, profileOf, statusWord, ticketMarks, ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import { costTotal } from '@cheyi/domain/fleet/ticket/maintenance'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatLocal } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, type PageAsk, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { spending } from './spending.ts'
import * as store from './store.ts'
import { workWords } from './work-words.ts'

/*
 * The list of one kind of tickets, on the page and as a file.
 */

export const viewOf = (row: store.ListRow) => ({
  ...pick(row, 'no', 'kind', 'status', 'dueOn', 'priority', 'vehicleId', 'plate', 'modelName', 'storeId'),
  ...pick(row, 'storeName', 'planStart', 'planEnd', 'actualStart', 'actualEnd', 'assigneeId', 'assigneeName'),
  ...pick(row, 'assigneeGone', 'awaitsReturn', 'createdAt', 'version'),
  ticketId: row.id,
  ...workWords(row),
})

/** The rows of a page: open inspections by their due day, all others with the newest first. */
function rowsOf(ctx: Context, of: TicketProfile, input: PageAsk & store.Filter) {
  const byDue = of.kind === ticketKind.yearly && (input.group === 'todo' || input.group === 'running')
  return byDue ? dueFirst(ctx, of, input) : newestFirst(ctx, of, input)
}

/** The list of one kind. */
export async function pageOf(ctx: Context, of: TicketProfile, input: PageAsk & store.Filter) {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const [{ rows: list, nextCursor }, counts] = await Promise.all([
    rowsOf(ctx, of, input),
    isFirstPage(input) ? store.counts(ctx, of, input) : null,
  ])
  return { list: list.map(viewOf), nextCursor, ...totalOf(counts && countOf(counts, input)), counts }
}

const countOf = (
  { todo, running, done, cancelled }: Awaited<ReturnType<typeof store.counts>>,
  { group }: store.Filter,
) => (group ? { todo, running, done, cancelled }[group] : todo + running + done + cancelled)

async function newestFirst(ctx: Context, of: TicketProfile, input: PageAsk & store.Filter) {
  const before = cursorKeys(input, 'id')?.[0] ?? null
  return buildPage(await store.page(ctx, of, input, before, pageSize(input) + 1), input, ({ id }) => [id])
}

async function dueFirst(ctx: Context, of: TicketProfile, input: PageAsk & store.Filter) {
  const after = cursorKeys(input, 'int', 'id') ?? []
  const rows = await store.pageByDue(ctx, of, input, after, pageSize(input) + 1)
  return buildPage(rows, input, ({ dueDay, id }) => [dueDay, id])
}

type Filter = ParsedOf<(typeof contract.ticket)['exportAll']>
type Row = OutputOf<(typeof contract.ticket)['maintenancePage']>['list'][number] & {
  readonly work: string
  readonly remark: string
  readonly km: string
  /** Fen; null without the permission to see costs. */
  readonly cost: number | null
  /** The part of the costs that waits for approval and does not count yet. */
  readonly waitingCost: number | null
}

const moment = (at: number | null): string => (at === null ? '' : formatLocal(at, 'YYYY-MM-DD HH:mm'))

const cellsAt = (now: number): Cells<keyof typeof ticketColumns, Row> => ({
  no: [17, (row) => row.no],
  status: [10, statusWord],
  marks: [16, (row) => ticketMarks(row, now).join('、')],
  plate: [11, (row) => displayPlate(row.plate)],
  model: [20, (row) => row.modelName],
  store: [16, (row) => row.storeName],
  what: [20, (row) => row.what],
  work: [30, (row) => row.work],
  where: [24, (row) => row.place],
  priority: [8, (row) => ticketPriorities.text(row.priority)],
  who: [10, (row) => row.assigneeName ?? ''],
  due: [20, (row) => dueWords(row, now)],
  planStart: [17, (row) => moment(row.planStart)],
  planEnd: [17, (row) => moment(row.planEnd)],
  actualStart: [17, (row) => moment(row.actualStart)],
  actualEnd: [17, (row) => moment(row.actualEnd)],
  km: [16, (row) => row.km],
  cost: [12, (row) => (row.cost === null ? '' : row.cost / 100)],
  waitingCost: [12, (row) => (row.waitingCost === null ? '' : row.waitingCost / 100)],
  createdAt: [17, (row) => moment(row.createdAt)],
  remark: [24, (row) => row.remark],
})

const { waitingCost: _, ...withoutApproval } = ticketColumns

/** The columns that only the file has. */
function exportRow(ctx: Context, row: store.ListRow): Row {
  const shows = ctx.can('ticket.cost') && row.costs.length > 0
  const waits = shows && row.kind === ticketKind.maintenance && spending(row).unapproved
  return {
    ...viewOf(row),
    work: row.work,
    remark: row.remark,
    km: [row.startKm, row.endKm].filter((km) => km !== null).join(' – '),
    cost: shows && !waits ? costTotal(row.costs) : null,
    waitingCost: waits ? costTotal(row.costs) : null,
  }
}

/** Tickets of each kind as a table, in the order of their list. */
export const ticketExports = ticketProfiles.map((of) =>
  listExport<Filter, Row, keyof typeof ticketColumns>({
    kind: `${of.path}TicketExport`,
    key: of.key,
    title: of.noun,
    unit: '单',
    titles: of.kind === ticketKind.maintenance ? ticketColumns : withoutApproval,
    cells: ({ now }) => cellsAt(now),
    async page(input, ctx) {
      const [{ rows, nextCursor }, counts] = await Promise.all([
        rowsOf(ctx, of, input),
        isFirstPage(input) ? store.counts(ctx, of, input) : null,
      ])
      return {
        list: rows.map((row) => exportRow(ctx, row)),
        nextCursor,
        total: counts && countOf(counts, input),
      }
    },
  }),
)

/** @throws Refusal notFound (-4) for a store or car of another merchant */
async function refuseForeign(ctx: Context, storeIds: readonly string[], vehicleId: string | undefined): Promise<void> {
  // A user who sees a ticket may filter by its other store, and by its car there.
  await ctx.elevated(async () => {
    for (const storeId of storeIds) requireFound(await store.storeById(ctx, storeId))
    if (vehicleId !== undefined) requireFound(await store.vehicleById(ctx, vehicleId))
  })
}

/** @throws Refusal tooFrequent (-7), forbidden (-3) without the permission of the kind, notFound (-4) for a store that is not visible */
export const exportAll: HandlerOf<'ticket', 'exportAll'> = async (filter, ctx) => {
  ctx.require(profileOf(filter.kind).key)
  const { storeId, toStoreId, vehicleId } = filter
  if (storeId !== undefined) inSight(ctx, storeId)
  await refuseForeign(
    ctx,
    [storeId, toStoreId].flatMap((id) => id ?? []),
    vehicleId,
  )
  return enqueueExport(ctx, ticketExports[ticketProfiles.findIndex(({ kind }) => kind === filter.kind)]!, filter)
}
