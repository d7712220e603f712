import type { OrderKind, OrderStatus } from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo, profileOf } from '@cheyi/domain/booking/order/kinds'
import { hasCar } from '@cheyi/domain/booking/order/steps'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { referralsAbout } from '../../platform/referral/actions.ts'

interface Row {
  readonly id: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly status: OrderStatus
  readonly storeId: string
  readonly returnStoreId: string
  readonly contactName: string
  readonly plate: string | null
}

referralsAbout('order', async (ctx, ids) => {
  const rows = await ctx.query<Row>(
    sql<Row>`select o.id, o.order_no, o.order_kind, o.status, o.store_id, o.return_store_id, o.contact_name, o.plate
      from "order" o where o.id = any ($1::bigint[]) and o.order_kind = any ($2::smallint[])`,
    [ids, kindsOpenTo(ctx.identity.keys)],
  )
  return rows.map(({ id, orderNo, orderKind, status, storeId, returnStoreId, contactName, plate }) => ({
    id,
    storeId,
    returnStoreId,
    no: orderNo,
    title: [contactName, plate !== null && hasCar(status) ? displayPlate(plate) : '', orderNo]
      .filter(Boolean)
      .join(' · '),
    link: screen(`${profileOf(orderKind).feature}.detail`, { orderId: id }),
  }))
})
