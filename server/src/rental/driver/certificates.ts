import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { payKinds, reimbursementKinds, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { type OrderRow, readOrder } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { mediaViews } from '../../platform/media/actions.ts'
import { documentsOf } from './person-view.ts'
import { type VoucherRow, vouchersOf } from './store-certificate.ts'
import * as people from './store-person.ts'

type Feature = typeof contract.driver
type Answer = OutputOf<Feature['certificates']>

/** The customers' documents and the receipts of an order, each only for callers with its permission. */
export const certificates: HandlerOf<'driver', 'certificates'> = async ({ orderId, kind }, ctx) => {
  const order = await readOrder(ctx, orderId)
  return {
    documents: kind !== 'vouchers' && ctx.can('person.view') ? await documents(ctx, order) : [],
    vouchers: kind !== 'documents' && ctx.can('order.voucher') ? await vouchers(ctx, order) : [],
  }
}

async function documents(ctx: Context, order: OrderRow): Promise<Answer['documents']> {
  const ids = [...(order.renterId === null ? [] : [order.renterId]), ...order.codriverIds]
  if (ids.length === 0) return []
  const persons = await people.byIds(ctx.db, ids)
  const held = ids.flatMap((id) =>
    persons
      .filter((person) => person.id === id)
      .flatMap((person) => documentsOf(person).map((document) => ({ person, ...document }))),
  )
  const views = await mediaViews(
    ctx,
    held.map((document) => document.mediaId),
    { document: true },
  )
  const shown = held.flatMap(({ person, slot, mediaId }) => {
    const media = views.get(mediaId)
    return media === undefined ? [] : [{ personId: person.id, name: person.name, slot, media }]
  })
  if (shown.length > 0) {
    const people = [...new Set(shown.map((document) => document.personId))]
    await ctx.auditRead({ targetType: 'order', targetId: order.id, after: { documentsOf: people } })
  }
  return shown
}

async function vouchers(ctx: Context, order: OrderRow): Promise<Answer['vouchers']> {
  const rows = await vouchersOf(ctx, order.id)
  const views = await mediaViews(
    ctx,
    rows.flatMap((row) => row.mediaIds),
  )
  // The same receipt may belong to a deposit and to the payment that covered it.
  const shown = new Map<string, Answer['vouchers'][number]>()
  for (const row of rows)
    for (const mediaId of row.mediaIds) {
      const media = views.get(mediaId)
      if (media !== undefined && !shown.has(mediaId))
        shown.set(mediaId, { from: nameOf(row), at: row.createdAt, media })
    }
  return [...shown.values()]
}

const names: Readonly<Record<VoucherRow['source'], (row: VoucherRow) => string>> = {
  payment: ({ kind }) => payKinds.text(kind),
  deposit: ({ kind }) => depositKinds.text(kind),
  deduction: ({ kind }) => `${depositKinds.text(kind)}扣款`,
  expense: ({ name }) => name,
  supplement: ({ kind }) => `补款：${supplementReasons.text(kind)}`,
  damage: ({ name }) => name,
  reimbursement: ({ kind, name }) => `${reimbursementKinds.text(kind)}：${name}`,
  writeOff: () => '坏账核销',
}

const nameOf = (row: VoucherRow): string => names[row.source](row)
