import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { garageWork } from '@cheyi/domain/fleet/ticket/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { addMonths, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'
import { takePictures } from './pictures.ts'

type Plan = Pick<InputOf<typeof contract.ticket.yearlyCreate>, 'planStart' | 'planEnd' | 'assigneeId'>
type Act = Omit<InputOf<typeof contract.ticket.yearlyHandle>, 'ticketId' | 'version'>

const station = {
  name: '安车机动车检测站',
  phone: '021-64973300',
  address: '闵行区虹梅南路2599号',
  works: [garageWork.inspection],
}

/** Number of cars that are tried until one without an order is found. */
const TRIED = 20

/** Tickets of inspection in each state, for the cars whose inspections expire first. */
export async function inspect(stage: Stage, scene: Omit<Scene, 'lane'>): Promise<void> {
  const { now, cast, master, pictures } = scene
  const { hongqiao, pudong } = master.stores
  const today = startOfDate(localDate(now))
  const cars = (await stage.as(cast.manager, now)(contract.ticket.vehicles, { by: 'inspection' })).filter(
    ({ storeId, openNo }) => (storeId === hongqiao || storeId === pudong) && openNo === null,
  )
  const { garageId } = await stage.as(cast.manager, now - DAY)(contract.ticket.garageCreate, station)
  let next = 0

  /** A ticket for the first car without an order; null when there is none. */
  async function create(at: number, plan: Plan): Promise<string | null> {
    for (let tried = 0; tried < TRIED && next < cars.length; tried++) {
      const { vehicleId } = cars[next++]!
      try {
        const input = { vehicleId, garageId, ...plan }
        return (await stage.as(cast.manager, at)(contract.ticket.yearlyCreate, input)).ticketId
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    return null
  }
  async function go(ticketId: string | null, at: number, input: Act): Promise<void> {
    if (ticketId === null) return
    const { version } = await stage.as(cast.manager, at)(contract.ticket.yearlyDetail, { ticketId })
    await stage.as(cast.manager, at)(contract.ticket.yearlyHandle, { ticketId, version, ...input })
  }
  const assigned = { assigneeId: cast.driver.accountId }
  const ago = (hours: number, until: number) => ({ planStart: now - hours * HOUR, planEnd: now + until * HOUR })

  await create(now - 5 * HOUR, {})
  await create(now - 4 * HOUR, {
    ...assigned,
    planStart: today + 2 * DAY + 9 * HOUR,
    planEnd: today + 2 * DAY + 13 * HOUR,
  })
  const running = await create(now - 2 * HOUR, { ...assigned, ...ago(2, 4) })
  await go(running, now - HOUR, { action: 'start' })
  const failed = await create(now - 4 * HOUR, { ...assigned, ...ago(4, 3) })
  await go(failed, now - 3 * HOUR, { action: 'start' })
  await go(failed, now - HOUR, { action: 'fail', note: '右前照灯光束偏移' })
  const passed = await create(now - 8 * HOUR, { ...assigned, ...ago(8, 1) })
  await go(passed, now - 7 * HOUR, { action: 'start' })
  if (passed !== null) {
    const { proposedOn, paperEndOn } = await stage.as(cast.manager, now)(contract.ticket.yearlyDetail, {
      ticketId: passed,
    })
    const photoIds = await takePictures(await stage.context(cast.manager, now - 4 * HOUR), pictures, 'vehicle', [
      'dashboard',
    ])
    const newEndOn = proposedOn ?? addMonths(paperEndOn ?? localDate(now), 12)
    await go(passed, now - 4 * HOUR, { action: 'pass', newEndOn, photoIds, fee: 32_000 })
  }
  const cancelled = await create(now - 8 * HOUR, {})
  await go(cancelled, now - 6 * HOUR, { action: 'cancel', note: '车辆另有安排' })
}
