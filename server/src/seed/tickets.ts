import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { garageWork, maintenanceTypes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'
import { takePictures } from './pictures.ts'

type Facts = Pick<InputOf<typeof contract.ticket.maintenanceCreate>, 'type' | 'items' | 'garageId'>
type Plan = { readonly planStart?: number; readonly planEnd?: number }

const type = maintenanceTypes.code
const works = garageWork
const garages = [
  {
    name: '达安汽修虹桥店',
    phone: '021-62680101',
    address: '闵行区吴中路1050号',
    works: [works.routine, works.repair, works.tyre, works.cleaning, works.other],
  },
  { name: '众诚钣喷中心', phone: '021-58990712', address: '浦东新区川沙路4510号', works: [works.accident] },
]

/** Number of cars that are tried until one without an order is found. */
const TRIED = 20

/** Transfers of cars between stores: to be planned, planned, on the way, arrived. */
export async function moveCars(stage: Stage, scene: Omit<Scene, 'lane'>): Promise<void> {
  const { now, cast, master, pictures } = scene
  const { hongqiao, pudong } = master.stores
  const cars = (await stage.as(cast.manager, now)(contract.ticket.vehicles, {}))
    .filter(({ storeId, openNo }) => storeId === hongqiao && openNo === null)
    .toReversed()
  let next = 0

  /** A ticket for the first car without an order; null when there is none. */
  async function create(at: number, more: Partial<InputOf<typeof contract.ticket.relocationCreate>>) {
    for (let tried = 0; tried < TRIED && next < cars.length; tried++) {
      const { vehicleId, odometerKm } = cars[next++]!
      try {
        const input = { vehicleId, toStoreId: pudong, reason: 1, assigneeId: cast.driver.accountId, ...more } as const
        const { ticketId } = await stage.as(cast.manager, at)(contract.ticket.relocationCreate, input)
        return { ticketId, odometerKm }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    return null
  }
  async function read(
    made: { ticketId: string; odometerKm: number },
    at: number,
    action: 'depart' | 'arrive',
    km: number,
  ) {
    const { ticketId } = made
    const places = ['front', 'rear', 'left', 'right'] as const
    const photoIds = await takePictures(await stage.context(cast.manager, at), pictures, 'ticket', places)
    const { version } = await stage.as(cast.manager, at)(contract.ticket.relocationDetail, { ticketId })
    const odometerKm = made.odometerKm + km
    const input = { ticketId, version, action, odometerKm, fuelPct: 72, batteryPct: 72, photoIds }
    await stage.as(cast.manager, at)(contract.ticket.relocationHandle, input)
  }

  await create(now - 4 * HOUR, { reason: 4, assigneeId: undefined, remark: '浦东周末订单多，先调一台' })
  await create(now - 3 * HOUR, { planStart: now + 20 * HOUR, planEnd: now + 22 * HOUR, mode: 2, carrier: '顺达托运' })
  const moving = await create(now - 2 * HOUR, {
    reason: 2,
    planStart: now - 2 * HOUR,
    planEnd: now + 2 * HOUR,
    changeHome: false,
  })
  if (moving !== null) await read(moving, now - HOUR, 'depart', 2)
  const arrived = await create(now - 9 * HOUR, {
    planStart: now - 9 * HOUR,
    planEnd: now - 6 * HOUR,
    changeHome: false,
  })
  if (arrived !== null) {
    await read(arrived, now - 8 * HOUR, 'depart', 1)
    await read(arrived, now - 6 * HOUR, 'arrive', 44)
  }
}

/** Maintenance tickets in each state: to be planned, planned, at the garage, back from it, done, cancelled. */
export async function maintain(stage: Stage, scene: Omit<Scene, 'lane'>): Promise<void> {
  const { now, cast, master, pictures } = scene
  const today = startOfDate(localDate(now))
  const cars = await stage.as(cast.manager, now)(contract.ticket.vehicles, {})
  const free = cars.filter(({ storeId }) => storeId === master.stores.hongqiao || storeId === master.stores.pudong)
  const make = async (garage: InputOf<typeof contract.ticket.garageCreate>) =>
    await stage.as(cast.manager, now - DAY)(contract.ticket.garageCreate, garage)
  const [garage, specialist] = [await make(garages[0]!), await make(garages[1]!)]
  let next = 0

  /** A ticket for the first car without an order; null when there is none. */
  async function create(at: number, facts: Facts, plan: Plan, more: object = {}) {
    for (let tried = 0; tried < TRIED && next < free.length; tried++) {
      const { vehicleId, odometerKm } = free[next++]!
      try {
        const input = { vehicleId, ...facts, ...plan, ...more }
        const { ticketId } = await stage.as(cast.manager, at)(contract.ticket.maintenanceCreate, input)
        return { ticketId, odometerKm }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    return null
  }
  type Made = NonNullable<Awaited<ReturnType<typeof create>>>
  type Act = Omit<InputOf<typeof contract.ticket.maintenanceHandle>, 'ticketId' | 'version'>
  async function go({ ticketId }: Made, at: number, input: Act) {
    const { version } = await stage.as(cast.manager, at)(contract.ticket.maintenanceDetail, { ticketId })
    await stage.as(cast.manager, at)(contract.ticket.maintenanceHandle, { ticketId, version, ...input })
  }
  async function read(made: Made, at: number, action: 'send' | 'accept', further: number) {
    const photoIds = await takePictures(await stage.context(cast.manager, at), pictures, 'ticket', [
      'front',
      'dashboard',
    ])
    await go(made, at, { action, odometerKm: made.odometerKm + further, photoIds })
  }
  const assigned = { assigneeId: cast.driver.accountId }

  await create(now - 5 * HOUR, { type: type.tyre, items: '右前轮胎磨损，更换两条', ...garage }, {})
  const quoted = await create(
    now - 4 * HOUR,
    { type: type.accident, items: '左前门钣金喷漆，更换后视镜', ...specialist },
    { planStart: today + 2 * DAY + 9 * HOUR, planEnd: today + 5 * DAY + 18 * HOUR },
    { ...assigned, priority: ticketPriority.urgent },
  )
  if (quoted !== null) await go(quoted, now - 3 * HOUR, { action: 'quote', quote: 368_000, note: '含喷漆' })
  await repairDamage(stage, scene, specialist)
  await create(
    now - 2 * HOUR,
    { type: type.routine, items: '更换机油机滤、空滤，检查刹车', ...garage },
    { planStart: today + DAY + 9 * HOUR, planEnd: today + DAY + 17 * HOUR },
    assigned,
  )
  const repairing = await create(
    now - 3 * HOUR,
    { type: type.repair, items: '空调不制冷，检查压缩机', ...garage },
    { planStart: now - 3 * HOUR, planEnd: now + 26 * HOUR },
    assigned,
  )
  if (repairing !== null) await read(repairing, now - 2 * HOUR, 'send', 3)
  const checking = await create(
    now - 7 * HOUR,
    { type: type.cleaning, items: '内饰深度清洁，除味', ...garage },
    { planStart: now - 7 * HOUR, planEnd: now + 3 * HOUR },
    assigned,
  )
  if (checking !== null) {
    await read(checking, now - 6 * HOUR, 'send', 2)
    await go(checking, now - HOUR, { action: 'finish' })
    const costs = [{ item: '内饰清洁', amount: 38_000, payer: 1 as const }]
    await go(checking, now - HOUR, { action: 'cost', costs })
  }
  const done = await create(
    now - 10 * HOUR,
    { type: type.routine, items: '更换机油机滤', ...garage },
    { planStart: now - 10 * HOUR, planEnd: now - HOUR },
    assigned,
  )
  if (done !== null) {
    await read(done, now - 9 * HOUR, 'send', 4)
    await go(done, now - 4 * HOUR, { action: 'finish' })
    const costs = [
      { item: '机油机滤', amount: 42_000, payer: 1 as const },
      { item: '工时', amount: 12_000, payer: 1 as const },
    ]
    await go(done, now - 3 * HOUR, { action: 'cost', costs })
    await read(done, now - 3 * HOUR, 'accept', 8)
  }
  const cancelled = await create(
    now - 8 * HOUR,
    { type: type.other, items: '加装行车记录仪', ...garage },
    { planStart: today + 6 * DAY + 9 * HOUR, planEnd: today + 6 * DAY + 12 * HOUR },
  )
  if (cancelled !== null) await go(cancelled, now - 6 * HOUR, { action: 'cancel', note: '改期再修' })
}

/** Creates a repair for the first case of damage whose car is present. */
async function repairDamage(
  stage: Stage,
  { now, cast }: Omit<Scene, 'lane'>,
  specialist: Pick<Facts, 'garageId'>,
): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const [damage] = await ctx.query<{ id: string; vehicleId: string }>(
    `select d.id, d.vehicle_id from damage_order d join vehicle v on v.id = d.vehicle_id
      where v.lifecycle = ${lifecycle.inService} and d.worth_fen = 0
        and not exists (select from ticket t where t.vehicle_id = d.vehicle_id) order by d.id desc limit 1`,
  )
  if (damage === undefined) return
  const as = stage.as(cast.manager, now - HOUR)
  const { items } = await as(contract.ticket.ofDamage, { damageId: damage.id })
  const ticket = { vehicleId: damage.vehicleId, damageId: damage.id, type: type.accident, items, ...specialist }
  await as(contract.ticket.maintenanceCreate, ticket)
}
