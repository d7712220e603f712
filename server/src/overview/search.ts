import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { kindsOpenTo } from '@cheyi/domain/order/kinds'
import { findVehicles } from '../arrange/actions.ts'
import { findPeople } from '../driver/actions.ts'
import type { Context } from '../kernel/context.ts'
import { findOrders } from '../order/actions.ts'

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
      orderNo: order.orderNo,
      orderKind: order.orderKind,
      status: order.status,
      plate: order.plate,
      modelName: order.modelName,
      contactName: order.contactName,
      phone: order.contactPhoneMask,
      pickupAt: order.pickupAt,
    })),
    vehicles: vehicles.map((vehicle) => ({
      vehicleId: vehicle.id,
      plate: vehicle.plate,
      modelName: vehicle.modelName,
      storeName: vehicle.storeName,
      lifecycle: vehicle.lifecycle,
    })),
    people: people.map((person) => ({
      personId: person.id,
      name: person.name,
      phone: person.phoneMask,
      orderCount: Number(person.orderCount ?? 0),
    })),
  }
}
