import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatMoment } from '@cheyi/domain/near'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { leaseChanges, leaseFilingStatuses } from '@cheyi/domain/rental/violation/codes'
import { leaseColumns } from '@cheyi/domain/rental/violation/columns'
import {
  awaitingFilings,
  FILING_NOTICE,
  isFiled,
  leaseActionTo,
  leaseFilingSteps,
} from '@cheyi/domain/rental/violation/lease'
import { formatDateTime, HOUR } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../../kernel/context.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { screen } from '../../../kernel/screen.ts'
import { enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { inSight, knownStore } from '../../../platform/store/actions.ts'
import { isCountedBySql } from '../../../platform/todo/actions.ts'
import { personFiles } from '../../driver/actions.ts'
import { nameFor, nameInFile } from '../list.ts'
import * as store from './store.ts'

/* Rental contracts that must be filed with the traffic police. */

type Ask = ParsedOf<typeof contract.violation.leases>

async function rowsOf(input: Ask, ctx: Context) {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const after = cursorKeys(input, 'ms', 'id')
  return buildPage(await store.page(ctx, input, after, pageSize(input) + 1), input, ({ dueMs, id }) => [dueMs, id])
}

const viewOf = (ctx: Context, row: store.ListRow) => ({
  ...pick(row, 'status', 'change', 'reason', 'plate', 'orderId', 'orderNo', 'orderKind', 'agreementNo', 'dueAt'),
  ...pick(row, 'filedAt', 'version'),
  leaseId: row.id,
  renterName: nameFor(ctx, row.contactName),
  from: row.fromAt,
  to: row.toAt,
})

/** @throws Refusal notFound (-4) for a store not visible to the account */
export const leases: HandlerOf<'violation', 'leases'> = async (input, ctx) => {
  const { rows, nextCursor } = await rowsOf(input, ctx)
  return { list: rows.map((row) => viewOf(ctx, row)), nextCursor, ...totalOf(null) }
}

/** The list with the columns that the police platform requires of a contract, including the document numbers of the renter. */
export const exportLeaseFile = listExport<Ask, LeaseRow, keyof typeof leaseColumns>({
  kind: 'leaseExport',
  key: 'violation.handle',
  title: '租赁合同备案',
  unit: '份',
  titles: leaseColumns,
  cells: {
    plate: [12, (row) => displayPlate(row.plate)],
    no: [20, (row) => row.agreementNo],
    renter: [12, (row) => row.name],
    identityNo: [22, (row) => row.identityNo],
    licenceNo: [22, (row) => row.licenceNo],
    phone: [14, (row) => row.phone],
    from: [18, (row) => formatDateTime(row.from)],
    to: [18, (row) => formatDateTime(row.to)],
    due: [18, (row) => formatDateTime(row.dueAt)],
    status: [12, (row) => leaseFilingStatuses.text(row.status)],
    change: [12, (row) => (row.change === null ? '' : leaseChanges.text(row.change))],
    order: [18, (row) => row.orderNo],
    reason: [24, (row) => row.reason],
  },
  page: exportRows,
})
type LeaseRow = Awaited<ReturnType<typeof exportRows>>['list'][number]

/** Rows with the renters' document numbers in plain text, for accounts with the permission to see them. */
async function exportRows(input: Ask, ctx: Context) {
  const { rows, nextCursor } = await rowsOf(input, ctx)
  const renters = ctx.can('person.view') ? rows.flatMap(({ renterId }) => renterId ?? []) : []
  const files = await personFiles(ctx, [...new Set(renters)])
  const list = rows.map((row) => {
    const file = files.get(row.renterId ?? '')
    const { phone = '', identityNo, licenceNo } = file ?? {}
    return {
      ...viewOf(ctx, row),
      name: file?.name ?? nameInFile(ctx, row.contactName),
      phone,
      identityNo: identityNo ?? '',
      licenceNo: licenceNo ?? '',
    }
  })
  return { list, nextCursor, total: null }
}
/** @throws Refusal notFound (-4) for a store not visible to the account, tooFrequent (-7) */
export const exportLeases: HandlerOf<'violation', 'exportLeases'> = async (filter, ctx) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  return enqueueExport(ctx, exportLeaseFile, filter as typeof filter & Ask)
}

/** @throws Refusal violationStatusRefuses (8004), badInput (-2), stale (-5) */
export const setLease: HandlerOf<'violation', 'setLease'> = async ({ leaseId, version, status, reason = '' }, ctx) => {
  const row = requireFound(await store.lock(ctx, leaseId))
  requireVersion(version, row.version)
  const action = leaseActionTo(status)
  if (action === null) throw new Refusal('violationStatusRefuses')
  if (action === 'fail' && reason === '') throw badInput('reason', '请输入备案未通过的原因')
  const to =
    action === 'file'
      ? advance(leaseFilingSteps, 'file', row.status, row)
      : advance(leaseFilingSteps, action, row.status)
  const done = isFiled(to) ? { change: null, filedAt: ctx.now, filedBy: ctx.accountId } : {}
  const saved = store.update(ctx, row, { status: to, reason: action === 'fail' ? reason : '', ...done })
  ctx.audit({
    targetType: 'leaseFiling',
    targetId: leaseId,
    before: { status: row.status },
    after: { status: to, reason: saved.reason },
  })
  return { leaseId, status: saved.status, version: saved.version }
}

/**
 * Notifies the staff that file contracts some hours before the deadline, with one notice for all filings of a store that are
 * due within the same hour.
 */
export async function remindOfFilings(ctx: Context): Promise<void> {
  const until = startOfHour(ctx.now + FILING_NOTICE) + HOUR
  const due = await store.dueBy(ctx, until)
  for (const group of Map.groupBy(due, ({ storeId, dueAt }) => `${storeId}/${startOfHour(dueAt)}`).values()) {
    const [first] = group
    const newest = group.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), '0')
    const plates = group.map(({ plate }) => displayPlate(plate)).join('、')
    const by = formatMoment(first!.dueAt, ctx.now)
    notify(ctx, {
      type: notifyType.violationNew,
      level: notifyLevel.normal,
      ref: `leaseFiling/${first!.storeId}/${startOfHour(first!.dueAt)}/${newest}`,
      once: true,
      title: group.length === 1 ? `合同待备案 ${plates}` : `${group.length} 份合同待备案`,
      body: group.length === 1 ? `请在 ${by} 前完成租赁合同备案` : `${plates}，最早 ${by} 到期`,
      link: screen('violation.lease-filing', {}),
      to: { key: 'violation.handle', storeIds: [first!.storeId] },
    })
  }
}

const startOfHour = (t: number): number => t - (t % HOUR)

isCountedBySql<number>(
  'leaseFiling',
  `select to_json(count(*)) from lease_filing l
    where l.status in (${awaitingFilings.join()}) and ($1::bigint is null or l.store_id = $1)`,
  (count, storeId) => [
    { name: '待备案', count, link: screen('violation.lease-filing', { ...(storeId && { storeId }) }) },
  ],
  { rare: true },
)
