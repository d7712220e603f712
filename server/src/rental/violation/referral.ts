import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { referralsAbout } from '../../platform/referral/actions.ts'

interface Row {
  readonly id: string
  readonly no: string
  readonly plate: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
}

/** A violation with an order belongs to the stores of the order. */
referralsAbout('violation', async (ctx, ids) => {
  if (!ctx.can('violation.list') && !ctx.can('violation.record')) return []
  const rows = await ctx.query<Row>(
    sql<Row>`select i.id, i.no, i.plate, coalesce(o.store_id, i.store_id) as store_id, coalesce(o.return_store_id, i.store_id) as return_store_id
      from violation i left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id where i.id = any ($1::bigint[])`,
    [ids],
  )
  return rows.map((row) => ({
    ...row,
    title: `违章 · ${displayPlate(row.plate)} · ${row.no}`,
    link: screen('violation.detail', { violationId: row.id }),
  }))
})
