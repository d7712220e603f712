import { ERASED_NAME } from '@cheyi/domain/rental/driver/request'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { forgetTexts } from '../../platform/notify/actions.ts'

/** Deletes the contact, both addresses and coordinates of the chosen orders; the orders themselves remain. */
const NOBODY = `contact_name = '${ERASED_NAME}', contact_phone_enc = null, contact_phone_hash = null, contact_phone_mask = '',
  contact_phone_tail4 = '', pickup_address = '', return_address = '', pickup_lng = null, pickup_lat = null, return_lng = null,
  return_lat = null`

/** For all orders of a renter; an additional driver is not their contact. Call it within `ctx.elevated`. */
export async function forgetContacts(ctx: Context, renterId: string): Promise<void> {
  const rows = await ctx.query<{ id: string }>(`update "order" set ${NOBODY} where renter_id = $1 returning id`, [
    renterId,
  ])
  forgetTexts(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** For orders that ended before a given time. @returns the number of orders, at most `most` */
export async function clearContacts(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update "order" o set ${NOBODY} where o.id in (
       select v.order_id from order_over v join "order" x on x.id = v.order_id
        where v.over_at < $1 and x.contact_name not in ('', '${ERASED_NAME}') limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}

/**
 * Deletes only the coordinates, which are retained for a much shorter time than the addresses.
 * @returns the number of orders, at most `most`
 */
export async function clearCoordinates(ctx: Context, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update "order" o set pickup_lng = null, pickup_lat = null, return_lng = null, return_lat = null where o.id in (
       select v.order_id from order_over v join "order" x on x.id = v.order_id
        where v.over_at < $1 and (x.pickup_lng is not null or x.return_lng is not null) limit $2) returning 1`,
    [at(before), most],
  )
  return rows.length
}
