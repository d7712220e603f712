import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import type { TestApp } from '../app.ts'
import type { World } from './world.ts'

/** Tickets of maintenance: one with a plan, one to send to the garage, one for somebody else to see to; and a picture. */
export async function makeTickets(
  t: TestApp,
  w: World,
  media: (biz: 'ticket') => Promise<string>,
  now: number,
): Promise<Record<string, string>> {
  const [car, toSend, toAssign] = w.vehicles.gl8.slice(-3)
  const facts = { type: 1, items: '更换机油机滤' } as const
  const create = async (vehicleId: string, plan: object = {}) =>
    (await t.call(contract.ticket.maintainceCreate, { vehicleId, ...facts, ...plan }, { token: w.tokens.owner }))
      .ticketId
  return {
    ticketCar: car!.id,
    ticketPhoto: await media('ticket'),
    'ticket.planned': await create(car!.id, { planStart: now + 20 * DAY, planEnd: now + 21 * DAY }),
    'ticket.open': await create(toSend!.id),
    'ticket.toAssign': await create(toAssign!.id),
  }
}
