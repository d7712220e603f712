import { occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import type { Plan, Pool } from '@cheyi/domain/fleet/stock/pool'
import { Refusal } from '@cheyi/domain/refusal'
import { formatDateTime } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { type OrderNumber, orders } from '../../kernel/orders.ts'

type No = Extract<Plan, { kind: 'no' }>

/** Why there is no car for a stay, and which pinned order would make room when released. */
export const refuseNoVehicle = async (ctx: Context, answer: No): Promise<Refusal> =>
  new Refusal('noVehicleLeft', { reason: answer.reason.kind, ...(await unlockHint(ctx, answer)) })

/** Pinned orders of which releasing any one would make room: 订单A、B已锁定车辆，解锁其一即可排. */
export async function unlockHint(ctx: Context, answer: No) {
  const known = await orderNumbers(
    ctx,
    answer.unlock.map((unlock) => unlock.refId),
  )
  const held = answer.unlock.flatMap((unlock) => {
    const order = known.get(unlock.refId)
    return order === undefined ? [] : [{ orderId: unlock.refId, orderNo: order.orderNo, plate: order.plate }]
  })
  const hint =
    held.length === 0
      ? null
      : `订单${held.map((order) => order.orderNo).join('、')}已锁定车辆，${held.length > 1 ? '解锁其一即可排' : '解锁后即可排'}`
  return { hint, held }
}

/** Why a chosen vehicle cannot be taken. */
export async function refuseTaken(ctx: Context, pool: Pool, answer: No): Promise<Refusal> {
  if (answer.reason.kind !== 'taken') return refuseNoVehicle(ctx, answer)
  const known = await orderNumbers(
    ctx,
    answer.reason.blockers.map((row) => row.refId),
  )
  const blockers = answer.reason.blockers.map((row) => ({
    kind: row.kind,
    name: occupancyKinds.text(row.kind),
    orderNo: known.get(row.refId)?.orderNo ?? null,
    from: formatDateTime(row.from),
    to: row.to === null ? null : formatDateTime(row.to),
  }))
  return new Refusal('vehicleTaken', { blockers, inPool: pool.vehicles.length })
}

/** Numbers and plates, also of orders outside the stores of the account: enough to contact a colleague. */
async function orderNumbers(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, OrderNumber>()
  const rows = await orders.numbers(ctx, ids)
  return new Map(rows.map((row) => [row.orderId, row]))
}
