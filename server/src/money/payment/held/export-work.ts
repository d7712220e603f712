import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { heldForms, heldKinds } from '@cheyi/domain/money/payment/held'
import { formatLocal } from '@cheyi/domain/time'
import { knownStore } from '../../../fleet/store/actions.ts'
import type { HandlerOf } from '../../../kernel/context.ts'
import { type Column, enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { heldRows } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['heldExport']>
type Row = Awaited<ReturnType<typeof heldRows>>['list'][number]

const day = (at: number | null): string => (at === null ? '' : formatLocal(at, 'YYYY-MM-DD'))

const columns: readonly Column<Row>[] = [
  ['客户', 14, (row) => row.contactName],
  ['订单号', 16, (row) => row.orderNo],
  ['订单状态', 10, (row) => orderStatuses.text(row.status)],
  ['门店', 16, (row) => row.storeName],
  ['款项', 12, (row) => heldKinds.text(row.kind)],
  ['形式', 10, (row) => heldForms.text(row.form)],
  ['金额', 14, (row) => row.amount / 100],
  ['起始日期', 12, (row) => day(row.since)],
  ['应退日期', 12, (row) => day(row.dueAt)],
  ['授权到期', 12, (row) => day(row.expireAt)],
]

export const exportHeld = listExport<Filter, Row>({
  kind: 'heldExport',
  key: 'data.money',
  title: '押金与预收',
  unit: '笔',
  columns: () => columns,
  page: heldRows,
})

/** @throws Refusal notFound (-4) for a store that is not visible to the account, tooFrequent (-7) */
export const heldExport: HandlerOf<'payment', 'heldExport'> = async (filter, ctx) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  return enqueueExport(ctx, exportHeld, filter)
}
