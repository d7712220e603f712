import type { Context } from '../../kernel/context.ts'
import { joinedPicture } from '../../platform/media/actions.ts'

/** Who rents out, and what: the head of a customer's page. */
interface Shop {
  readonly merchantName: string
  readonly logoUrl: string | null
  readonly storeName: string
  /** '' where the store has none. */
  readonly storePhone: string
  /** Of the assigned car, else as booked. */
  readonly modelName: string
  /** '' before a car is assigned. */
  readonly plate: string
}

/** The company, the store where the order begins, and its car. One query. */
export async function shopOf(
  ctx: Pick<Context, 'query' | 'media' | 'accountId' | 'now'>,
  orderId: string,
): Promise<Shop> {
  const [row] = await ctx.query<
    Omit<Shop, 'logoUrl'> & { readonly path: string | null; readonly thumb: boolean | null }
  >(
    `select m.name as merchant_name, logo.path, logo.thumb, s.name as store_name, coalesce(s.phones[1], '') as store_phone,
       coalesce(own.name, booked.name) as model_name, coalesce(v.plate, '') as plate
     from "order" o
       join merchant m on m.id = o.merchant_id
       left join media logo on logo.merchant_id = m.id and logo.id = m.logo_id
       join store s on s.merchant_id = o.merchant_id and s.id = o.store_id
       join model booked on booked.merchant_id = o.merchant_id and booked.id = o.model_id
       left join vehicle v on v.merchant_id = o.merchant_id and v.id = o.vehicle_id
       left join model own on own.merchant_id = v.merchant_id and own.id = v.model_id
     where o.id = $1`,
    [orderId],
  )
  const { path, thumb, ...shop } = row!
  return { ...shop, logoUrl: joinedPicture(ctx, path, thumb) }
}
