import { contract } from '@cheyi/contract/index'
import { ticketKind, yearlyStatus } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import type { History, Who } from './history.ts'
import { pick, type Step } from './history-acts.ts'

/*
 * Cars of a history go to a garage, to a station and to another store, while orders stand on them.
 */

const { ticket } = contract

/** Of any kind: a car that may have an order, a customer or another ticket; with a plan or without, over orders with consent or not. */
function commonOf(h: History, share: number) {
  const vehicleId = pick([...h.w.vehicles.lavida, ...h.w.vehicles.qin], share)!.id
  const from = h.t.clock.now() + (share % 6) * 9 * HOUR
  const plan = share % 7 === 0 ? {} : { planStart: from, planEnd: from + ((share % 5) + 1) * 8 * HOUR }
  const consent =
    share % 3 === 0 ? {} : { confirm: true, ...(share % 3 === 2 && { force: true, forceReason: '车辆故障' }) }
  return { vehicleId, ...plan, ...consent }
}

/** A car goes to a garage or to another store. */
export const openTicket: Step = async (h, _, share, who) => {
  const common = commonOf(h, share)
  if (share % 2 === 0)
    await h.send(ticket.maintenanceCreate, { ...common, type: ((share % 6) + 1) as 1, items: '检修' } as never, who)
  else {
    const toStoreId = share % 4 === 1 ? h.w.stores.pudong : h.w.stores.hongqiao
    await h.send(ticket.relocationCreate, { ...common, toStoreId, reason: 1, changeHome: share % 5 > 0 } as never, who)
  }
}

/** A car is to be inspected. */
export const openInspection: Step = async (h, _, share, who) => {
  await h.send(ticket.yearlyCreate, commonOf(h, share) as never, who)
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
  await goOn[row.kind]!(h, row, share, who)
}

const callOf = ({ kind }: Row) =>
  kind === ticketKind.relocation
    ? ticket.relocationHandle
    : kind === ticketKind.yearly
      ? ticket.yearlyHandle
      : ticket.maintenanceHandle

const named = ({ id: ticketId, version }: Row) => ({ ticketId, version })
const consentOf = (share: number) =>
  share % 2 === 0 ? { confirm: true, force: true, forceReason: '车辆故障' } : { confirm: true }

async function cancel(h: History, row: Row, share: number, who: Who) {
  const standsAt = share % 2 ? row.storeId : (row.toStoreId ?? row.storeId)
  const where = row.kind === ticketKind.relocation && isInHand(row) ? { standsAt } : {}
  await h.send(callOf(row), { ...named(row), action: 'cancel', note: '改期', ...where } as never, who)
}

async function longer(h: History, row: Row, share: number, who: Who) {
  const planEnd = h.t.clock.now() + ((share % 4) + 1) * 7 * HOUR
  const input = { ...named(row), action: 'extend', planEnd, note: '等配件', ...consentOf(share) }
  await h.send(callOf(row), input as never, who)
}

async function move(h: History, row: Row, share: number, who: Who) {
  const begun = isInHand(row)
  const read = { odometerKm: row.km + 5, fuelPct: 60, batteryPct: 60, photoIds: await h.photos('ticket', 4, who) }
  const go = begun
    ? { action: 'arrive' }
    : { action: 'depart', planEnd: h.t.clock.now() + ((share % 3) + 1) * 3 * HOUR, ...consentOf(share) }
  await h.send(ticket.relocationHandle, { ...named(row), ...read, ...go } as never, who)
}

async function repair(h: History, row: Row, share: number, who: Who) {
  const read = { odometerKm: row.km + 3, photoIds: await h.photos('ticket', 1, who) }
  const planEnd = h.t.clock.now() + ((share % 5) + 1) * 6 * HOUR
  const acts: Readonly<Record<number, object>> = {
    1: { action: 'send', ...read, planEnd, ...consentOf(share) },
    2: { action: 'finish' },
    3: share % 4 === 0 ? { action: 'reject', note: '异响' } : { action: 'accept', ...read },
  }
  await h.send(ticket.maintenanceHandle, { ...named(row), ...(acts[row.status] ?? acts[1]) } as never, who)
}

/** The car is shown at the station, passes for long or for a few days, or fails and is repaired or shown again. */
async function inspect(h: History, row: Row, share: number, who: Who) {
  const now = h.t.clock.now()
  const planEnd = now + ((share % 4) + 1) * 3 * HOUR
  const again = { planEnd, ...consentOf(share) }
  const acts: Readonly<Record<number, object>> = {
    [yearlyStatus.waiting]: { action: 'start', ...again },
    [yearlyStatus.running]:
      share % 3 === 0
        ? { action: 'fail', note: '灯光不合格' }
        : {
            action: 'pass',
            newEndOn: localDate(now + (share % 5 === 0 ? 9 : 700) * DAY),
            photoIds: await h.photos('vehicle', 1, who),
          },
    [yearlyStatus.again]:
      share % 2 === 0 ? { action: 'recheck', ...again } : { action: 'repair', items: '灯光', ...again },
  }
  await h.send(
    ticket.yearlyHandle,
    { ...named(row), ...(acts[row.status] ?? acts[yearlyStatus.waiting]) } as never,
    who,
  )
}

const goOn: Readonly<Record<number, (h: History, row: Row, share: number, who: Who) => Promise<void>>> = {
  [ticketKind.relocation]: move,
  [ticketKind.maintenance]: repair,
  [ticketKind.yearly]: inspect,
}

/** What tickets have taken that is not as they say: a car that is kept for one that is over, a move that is counted still. */
export async function strayBlocks({ t, w }: Pick<History, 't' | 'w'>): Promise<unknown[]> {
  const { rows } = await t.root.query(
    `select t.no, t.status, 'car' as what from ticket t join occupancy c on c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
      -- One that ends in the moment in which it begins has the least of times.
      where t.merchant_id = $1 and c.to_at > $2::timestamptz + interval '1 millisecond' and (t.kind = 1 and t.status in (3, 4) or t.kind = 2 and t.status in (4, 5)
          or t.kind = 3 and t.status in (${yearlyStatus.done}, ${yearlyStatus.cancelled}))
     union all
     select t.no, t.status, 'move' from ticket t join pool_delta d on d.merchant_id = t.merchant_id and d.ref_type = 'relocation' and d.ref_id = t.id
      where t.merchant_id = $1 and t.status = 4 and not d.consumed`,
    [w.merchantId, new Date(t.clock.now()).toISOString()],
  )
  return rows
}
