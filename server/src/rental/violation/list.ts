import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { maskName } from '@cheyi/domain/mask'
import { pick } from '@cheyi/domain/pick'
import { actText, awaitsLook } from '@cheyi/domain/rental/violation/violation'
import type { Context } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { inSight } from '../../platform/store/actions.ts'
import * as store from './store.ts'

/** A page of the list. @throws Refusal notFound (-4) for a store not visible to the account */
/** @param named how the names of renters are shown */
export async function listViolations(
  input: ParsedOf<typeof contract.violation.page>,
  ctx: Context,
  named: typeof nameFor = nameFor,
) {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const after = cursorKeys(input, 'ms', 'ms', 'id')
  const [rows, counts] = await Promise.all([
    store.page(ctx, input, after, pageSize(input) + 1),
    isFirstPage(input) ? store.counts(ctx, input) : null,
  ])
  const { rows: list, nextCursor } = buildPage(rows, input, ({ dueMs, occurAt, id }) => [dueMs, occurAt, id])
  const all = counts && counts.todo + counts.running + counts.toClose + counts.ended
  return {
    list: list.map((row) => viewOf(ctx, row, named)),
    nextCursor,
    ...totalOf(counts && (input.group ? counts[input.group] : all)),
    counts,
  }
}

/** The renter's name in a table that leaves the product: only the family name for those who do not see customer files. */
export const nameInFile = (ctx: Context, name: string): string => (ctx.can('person.view') ? name : maskName(name))

/** The renter's name on a page: in full also for those who have to call the customer. */
export const nameFor = (ctx: Context, name: string): string =>
  ctx.can('violation.handle') ? name : nameInFile(ctx, name)

export const viewOf = (ctx: Context, row: store.ListRow, named: typeof nameFor = nameFor) => ({
  ...pick(row, 'no', 'status', 'plate', 'vehicleId', 'modelName', 'occurAt', 'place', 'actCode', 'points'),
  ...pick(row, 'matchType', 'orderId', 'orderNo', 'orderKind', 'handleWay', 'officialState', 'deadlineAt', 'overdue'),
  ...pick(row, 'deductState', 'createdAt', 'version'),
  violationId: row.id,
  act: actText(row),
  fine: row.fineFen,
  driverName: row.contactName !== null ? named(ctx, row.contactName) : row.staffName,
  awaitsLook: awaitsLook(row),
  payable: row.payableFen,
})
