import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { kindsOpenTo } from '@cheyi/domain/order/kinds'
import { findPeople } from '../driver/actions.ts'
import type { Context } from '../kernel/context.ts'
import { ms } from '../kernel/instant.ts'
import { findOrders } from '../order/actions.ts'
import { findVehicles } from '../vehicle/actions.ts'

/** Of each kind: what a phone shows without scrolling far. */
const MOST = 6

/** Whatever a keyword may mean among what the caller may open, in one flight. */
export async function search(
  { keyword }: ParsedOf<typeof contract.overview.search>,
  ctx: Context,
): Promise<OutputOf<typeof contract.overview.search>> {
  const [orders, vehicles, people] = await Promise.all([
    findOrders(ctx, keyword, kindsOpenTo(ctx.identity.keys), MOST),
    ctx.can('inventory') ? findVehicles(ctx, keyword, MOST) : [],
    ctx.can('person.view') ? findPeople(ctx, keyword, MOST) : [],
  ])
  return {
    orders: orders.map((order) => ({
      orderId: order.id,
      orderNo: order.order_no,
      orderKind: order.order_kind,
      status: order.status,
      plate: order.plate,
      modelName: order.model_name,
      contactName: order.contact_name,
      phone: order.contact_phone_mask,
      pickupAt: ms(order.pickup_at),
    })),
    vehicles: vehicles.map((vehicle) => ({
      vehicleId: vehicle.id,
      plate: vehicle.plate,
      modelName: vehicle.model_name,
      storeName: vehicle.store_name,
      lifecycle: vehicle.lifecycle,
    })),
    people: people.map((person) => ({
      personId: person.id,
      name: person.name,
      phone: person.phone_mask,
      orderCount: Number(person.order_count ?? 0),
    })),
  }
}
