import { contract } from '@cheyi/contract/index'
import { ticketKind } from '@cheyi/domain/ticket/codes'
import { isInHand, isOpenTicket } from '@cheyi/domain/ticket/kinds'
import { HOUR } from '@cheyi/domain/time'
import type { History, Who } from './history.ts'
import { pick, type Step } from './history-acts.ts'

/*
 * Cars of a history go to a garage and to another store, while orders stand on them.
 */

const { ticket } = contract

/** A car that may have an order, a customer or another ticket; with a plan or without, over orders with consent or not. */
export const openTicket: Step = async (h, _, share, who) => {
  const vehicleId = pick([...h.w.vehicles.lavida, ...h.w.vehicles.qin], share)!.id
  const from = h.t.clock.now() + (share % 6) * 9 * HOUR
  const plan = share % 7 === 0 ? {} : { planStart: from, planEnd: from + ((share % 5) + 1) * 8 * HOUR }
  const consent =
    share % 3 === 0 ? {} : { confirm: true, ...(share % 3 === 2 && { force: true, forceReason: '车辆故障' }) }
  const common = { vehicleId, ...plan, ...consent }
  if (share % 2 === 0)
    await h.send(ticket.maintainceCreate, { ...common, type: ((share % 6) + 1) as 1, items: '检修' } as never, who)
  else {
    const toStoreId = share % 4 === 1 ? h.w.stores.pudong : h.w.stores.hongqiao
    await h.send(ticket.shuntingCreate, { ...common, toStoreId, reason: 1, changeHome: share % 5 > 0 } as never, who)
  }
}

interface Row {
  readonly id: string
  readonly kind: number
  readonly status: number
  readonly version: number
  readonly toStoreId: string | null
  readonly storeId: string
  readonly km: number
}

/** An open ticket goes on, is planned anew, takes longer, or is called off; now and then what its status does not let. */
export const goOnWithTicket: Step = async (h, _, share, who) => {
  const { rows } = await h.t.root.query(
    `select t.id, t.kind, t.status, t.version, t.to_store_id, t.store_id, v.odometer_km as km
       from ticket t join vehicle v on v.merchant_id = t.merchant_id and v.id = t.vehicle_id
      where t.merchant_id = $1 order by t.id desc limit 6`,
    [h.w.merchantId],
  )
  const open = (rows as Row[]).filter((row) => isOpenTicket(row) || share % 11 === 0)
  const row = pick(open, share)
  if (row === undefined) return
  if (share % 6 === 5) return cancel(h, row, share, who)
  if (share % 6 === 4) return longer(h, row, share, who)
  await (row.kind === ticketKind.shunting ? move(h, row, share, who) : repair(h, row, share, who))
}

const named = ({ id: ticketId, version }: Row) => ({ ticketId, version })
const consentOf = (share: number) =>
  share % 2 === 0 ? { confirm: true, force: true, forceReason: '车辆故障' } : { confirm: true }

async function cancel(h: History, row: Row, share: number, who: Who) {
  const standsAt = share % 2 ? row.storeId : (row.toStoreId ?? row.storeId)
  const call = row.kind === ticketKind.shunting ? ticket.shuntingHandle : ticket.maintainceHandle
  const where = row.kind === ticketKind.shunting && isInHand(row) ? { standsAt } : {}
  await h.send(call, { ...named(row), action: 'cancel', note: '改期', ...where } as never, who)
}

async function longer(h: History, row: Row, share: number, who: Who) {
  const planEnd = h.t.clock.now() + ((share % 4) + 1) * 7 * HOUR
  const input = { ...named(row), action: 'extend', planEnd, note: '等配件', ...consentOf(share) }
  const call = row.kind === ticketKind.shunting ? ticket.shuntingHandle : ticket.maintainceHandle
  await h.send(call, input as never, who)
}

async function move(h: History, row: Row, share: number, who: Who) {
  const begun = isInHand(row)
  const read = { odometerKm: row.km + 5, fuelPct: 60, batteryPct: 60, photoIds: await h.photos('ticket', 4, who) }
  const go = begun
    ? { action: 'arrive' }
    : { action: 'depart', planEnd: h.t.clock.now() + ((share % 3) + 1) * 3 * HOUR, ...consentOf(share) }
  await h.send(ticket.shuntingHandle, { ...named(row), ...read, ...go } as never, who)
}

async function repair(h: History, row: Row, share: number, who: Who) {
  const read = { odometerKm: row.km + 3, photoIds: await h.photos('ticket', 1, who) }
  const planEnd = h.t.clock.now() + ((share % 5) + 1) * 6 * HOUR
  const acts: Readonly<Record<number, object>> = {
    1: { action: 'send', ...read, planEnd, ...consentOf(share) },
    2: { action: 'finish' },
    3: share % 4 === 0 ? { action: 'reject', note: '异响' } : { action: 'accept', ...read },
  }
  await h.send(ticket.maintainceHandle, { ...named(row), ...(acts[row.status] ?? acts[1]) } as never, who)
}

/** What tickets have taken that is not as they say: a car that is kept for one that is over, a move that is counted still. */
export async function strayBlocks({ t, w }: Pick<History, 't' | 'w'>): Promise<unknown[]> {
  const { rows } = await t.root.query(
    `select t.no, t.status, 'car' as what from ticket t join occupancy c on c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
      where t.merchant_id = $1 and c.to_at > $2 and (t.kind = 1 and t.status in (3, 4) or t.kind = 2 and t.status in (4, 5))
     union all
     select t.no, t.status, 'move' from ticket t join pool_delta d on d.merchant_id = t.merchant_id and d.ref_type = 'shunting' and d.ref_id = t.id
      where t.merchant_id = $1 and t.status = 4 and not d.consumed`,
    [w.merchantId, new Date(t.clock.now()).toISOString()],
  )
  return rows
}
