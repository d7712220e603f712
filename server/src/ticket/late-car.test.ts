import { contract } from '@cheyi/contract/index'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { at } from '../testing/at.ts'
import { keepSignedIn, runDue } from '../testing/jobs.ts'
import { bringBack, handOut } from '../testing/world/handover.ts'
import { makeWorld, type World } from '../testing/world/world.ts'

const { ticket } = contract

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('a car that is not back when its ticket is to begin is told of once for each plan, and shown until it is back', async () => {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars: 2 })
  await keepSignedIn(t)
  const owner = { token: w.tokens.owner }
  const pickupAt = at('11-21T10:00')
  const returnAt = pickupAt + DAY
  const { orderId } = await handOut(t, w, { trip: { pickupAt, returnAt } })
  const vehicleId = w.vehicles.lavida[0]!.id
  const facts = { type: 1, items: '更换机油', priority: 1 } as const
  const plan = { planStart: returnAt + 3 * HOUR, planEnd: returnAt + 9 * HOUR }
  const { ticketId } = await t.call(ticket.maintainceCreate, { vehicleId, ...facts, ...plan }, owner)
  const awaits = async () => (await t.call(ticket.maintainceDetail, { ticketId }, owner)).awaitsReturn
  const told = async () =>
    (
      await t.root.query(
        `select distinct ref, title, body from notification where ref like 'ticketAwaits/%' and merchant_id = $1`,
        [w.merchantId],
      )
    ).rows

  t.clock.set(returnAt - HOUR)
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toBeNull()
  t.clock.set(returnAt + 2 * HOUR)
  await keepSignedIn(t)
  await runDue(t, 'overdueRoll')
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toMatchObject({ orderId, returnAt })
  expect((await t.call(ticket.hub, {}, owner)).open).toMatchObject([{ ticketId, awaitsReturn: { orderId } }])
  expect(await told()).toMatchObject([
    { title: expect.stringContaining('冲突'), body: expect.stringContaining('至今未还') },
  ])

  // Planned anew it stands in nobody's way, until the car is late for that too.
  const later = { planStart: returnAt + DAY, planEnd: returnAt + DAY + 6 * HOUR }
  expect(await t.send(ticket.maintainceEdit, { ticketId, version: 1, ...facts, ...later }, owner)).toMatchObject({
    success: true,
  })
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toBeNull()
  t.clock.set(returnAt + DAY - HOUR)
  await keepSignedIn(t)
  await runDue(t, 'overdueRoll')
  expect(await awaits()).toMatchObject({ orderId })
  expect(await told()).toHaveLength(2)
  await bringBack(t, w, orderId, { at: returnAt + DAY - HOUR, confirm: { overrideReason: '客户已付' } })
  expect(await awaits()).toBeNull()
})
