import { contract } from '@cheyi/contract/index'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { damageKind, damageStatus, liabilities } from '@cheyi/domain/rental/damage/codes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* A case of damage is repaired by a ticket, and each names the other. */

const { ticket, damage } = contract

let t: TestApp
let w: World
let orderId: string
let damageId: string
let vehicleId: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  w = await makeWorld(t, { cars: 2 })
  ;({ orderId } = await handOut(t, w))
  const { rows } = await t.root.query('select vehicle_id from "order" where id = $1', [orderId])
  vehicleId = rows[0].vehicleId
  const parts = [
    { part: 'leftFrontDoor', kind: damageKind.dent, amount: 80_000 },
    { part: 'bonnet', kind: damageKind.scratch, amount: 20_000 },
  ]
  const photoIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const open = { orderId, parts, photoIds, liability: liabilities.code.customer }
  damageId = (await t.call(damage.save, open, { token: w.tokens.owner })).id
})
afterAll(() => t.close())

const owner = () => ({ token: w.tokens.owner })
const create = (more: object = {}) =>
  t.send(ticket.maintenanceCreate, { vehicleId, type: 3, items: '修复', damageId, ...more } as never, owner())
const repair = async () => (await t.call(damage.list, { orderId }, owner()))[0]!.ticket

it('begins with the car and what is broken', async () => {
  expect(await t.call(ticket.ofDamage, { damageId }, owner())).toMatchObject({
    vehicleId,
    items: '左前门凹陷、引擎盖划痕',
    orderId,
  })
  expect(await repair()).toBe(null)
})

it('is of that car alone, and one at a time', async () => {
  const other = w.vehicles.lavida.find(({ id }) => id !== vehicleId)!.id
  expect(await create({ vehicleId: other })).toMatchObject({ errorCode: -2, data: { field: 'damageId' } })
  expect(await create({ damageId: orderId })).toMatchObject({ errorCode: -4 })
  const both = await Promise.all([create(), create()])
  expect(both.map(({ errorCode }) => errorCode ?? 0).toSorted()).toEqual([0, 7002])
})

it('is named by the case, and names it, until the next after a cancelled one', async () => {
  const first = (await repair())!
  expect(first).toMatchObject({ no: expect.stringMatching(/^WB/), status: maintenanceStatus.waiting })
  const { ticketId } = first
  expect(await t.call(ticket.maintenanceDetail, { ticketId }, owner())).toMatchObject({
    damage: { orderId, status: damageStatus.assessing },
  })
  await t.call(ticket.maintenanceHandle, { ticketId, version: 1, action: 'cancel' }, owner())
  expect(await repair()).toMatchObject({ ticketId, status: maintenanceStatus.cancelled })
  expect(await create()).toMatchObject({ success: true })
  expect((await repair())!.ticketId).not.toBe(ticketId)
})

it('of an order out of sight is not named', async () => {
  expect(await t.send(ticket.ofDamage, { damageId: '1' }, owner())).toMatchObject({ errorCode: -4 })
})
