import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { orderKind } from '@cheyi/domain/booking/order/kind'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { selfStatus } from '@cheyi/domain/rental/self-service/codes'
import { selfSlots } from '@cheyi/domain/rental/self-service/visit'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../booking/order/actions.ts'
import type { Context } from '../kernel/context.ts'
import { fillByCustomer, markRecord } from '../rental/pickup-return/actions.ts'
import { current, update } from '../rental/self-service/store.ts'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'
import { takePictures } from './pictures.ts'

type Play = Omit<Scene, 'lane'>

/** Condition of the car that a customer states, besides the pictures. */
type Found = (car: { readonly odometerKm: number }) => Parameters<typeof fillByCustomer>[3]

/**
 * The next customers to pick up or return use self-service: one of each has submitted and awaits the check, one has just received the link.
 */
export async function goAlone(stage: Stage, play: Play): Promise<void> {
  const ctx = await stage.context(play.cast.manager, play.now)
  await invite(stage, play, await nextOut(ctx, play.now), handoverType.pickup, ({ odometerKm }) => ({
    mileageKm: odometerKm,
    fuelEighths: 8,
    batteryPct: 90,
  }))
  await invite(stage, play, await nextBack(ctx, play.now), handoverType.return, ({ odometerKm }) => ({
    mileageKm: odometerKm + 236,
    fuelEighths: 7,
    batteryPct: 70,
    keyNote: '门店还车箱 3 号格',
    parkingNote: 'B2-042',
  }))
}

/** Links for two orders; the first customer has submitted. */
async function invite(stage: Stage, play: Play, orderIds: string[], type: HandoverType, found: Found): Promise<void> {
  const { now, cast } = play
  for (const orderId of orderIds)
    await stage.as(cast.manager, now - 30 * MINUTE)(contract.selfService.link, { orderId, type, way: 2 })
  const [waiting] = orderIds
  if (waiting === undefined) return
  const ctx = await stage.context({ accountId: '0', name: '客户' }, now - 12 * MINUTE)
  await handIn(ctx, await lockOrder(ctx, waiting), play, type, found)
}

async function handIn(ctx: Context, order: OrderRow, { now, pictures }: Play, type: HandoverType, found: Found) {
  const ids = await takePictures(ctx, pictures, type === handoverType.pickup ? 'pickup' : 'return', selfSlots)
  for (const [i, slot] of selfSlots.entries()) await fillByCustomer(ctx, order, type, {}, { slot, mediaId: ids[i]! })
  const [car] = await ctx.query<{ odometerKm: number }>('select odometer_km from vehicle where id = $1', [
    order.vehicleId,
  ])
  markRecord(ctx, await fillByCustomer(ctx, order, type, found(car!)), 'waiting')
  const visit = await current(ctx, order.id, type)
  const at = now - 4 * MINUTE
  await update(ctx, visit!, {
    status: selfStatus.waiting,
    submittedAt: at,
    handedInAt: at,
    ...(type === handoverType.pickup ? { agreedAt: now - 12 * MINUTE } : { placedAt: at, distanceM: 86 }),
  })
}

/** The next pickups whose car is ready and that were not begun. */
async function nextOut(ctx: Context, now: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('order as o')
    .select(['o.id'])
    .where('o.status', '=', orderStatus.arranged)
    .where('o.vehicleId', 'is not', null)
    .where('o.renterId', 'is not', null)
    .where('o.pickupAt', '>', now - HOUR)
    .where('o.returnAt', '>', now + 2 * HOUR)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pickupReturnRecord as r').select('r.id').whereRef('r.orderId', '=', 'o.id'))),
    )
    .orderBy('o.pickupAt')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** The next returns. */
async function nextBack(ctx: Context, now: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('order as o')
    .select(['o.id'])
    .where('o.status', '=', orderStatus.pickedUp)
    .where('o.orderKind', '=', orderKind.short)
    .where('o.renterId', 'is not', null)
    .where('o.returnAt', '>', now)
    .orderBy('o.returnAt')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}
