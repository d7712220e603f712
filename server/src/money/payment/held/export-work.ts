import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { heldColumns } from '@cheyi/domain/money/payment/columns'
import { heldForms, heldKinds } from '@cheyi/domain/money/payment/held'
import { formatLocal } from '@cheyi/domain/time'
import type { HandlerOf } from '../../../kernel/context.ts'
import { type Cells, enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { knownStore } from '../../../platform/store/actions.ts'
import { heldRows } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['heldExport']>
type Row = Awaited<ReturnType<typeof heldRows>>['list'][number]

const day = (at: number | null): string => (at === null ? '' : formatLocal(at, 'YYYY-MM-DD'))

const cells: Cells<keyof typeof heldColumns, Row> = {
  customer: [14, (row) => row.contactName],
  order: [16, (row) => row.orderNo],
  status: [10, (row) => orderStatuses.text(row.status)],
  store: [16, (row) => row.storeName],
  kind: [12, (row) => heldKinds.text(row.kind)],
  form: [10, (row) => heldForms.text(row.form)],
  amount: [14, (row) => row.amount / 100],
  since: [12, (row) => day(row.since)],
  dueAt: [12, (row) => day(row.dueAt)],
  expireAt: [12, (row) => day(row.expireAt)],
}

export const exportHeld = listExport<Filter, Row, keyof typeof heldColumns>({
  kind: 'heldExport',
  key: 'data.money',
  title: '押金与预收',
  unit: '笔',
  titles: heldColumns,
  cells,
  page: heldRows,
})

/** @throws Refusal notFound (-4) for a store that is not visible to the account, tooFrequent (-7) */
export const heldExport: HandlerOf<'payment', 'heldExport'> = async (filter, ctx) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  return enqueueExport(ctx, exportHeld, filter)
}
