import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { turnOf } from '../../kernel/postgres/turn.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { gatewayDatabase } from './gateway/database.ts'
import { Gateway } from './gateway/gateway.ts'
import { playTerminals } from './simulated.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

it('gives cars terminals that come to the gateway and say where they are; one server alone plays them', async () => {
  const gateway = new Gateway({
    database: gatewayDatabase(t.gateway),
    log: t.kernel.log,
    now: () => t.clock.now(),
    codeKey: randomBytes(32),
  })
  await gateway.start()
  const port = await gateway.listen(0, '127.0.0.1')
  const play = () =>
    playTerminals(
      t.kernel,
      w.merchantId,
      { port: () => port, trackers: () => undefined },
      turnOf(t.database.addresses.web, 'test terminals'),
    )
  const leave = play()
  const leaveSecond = play()
  const rows = async () => (await t.root.query('select at, lat_e6, node from device_live order by device_id')).rows
  await expect.poll(async () => (await rows()).filter(({ at }) => at !== null).length, { timeout: 10_000 }).toBe(6)
  const cars = Object.values(w.vehicles).flat().length
  expect(cars).toBe(6)
  expect(gateway.figures.devices).toBe(6)
  expect(gateway.figures.links).toBe(6)
  expect((await rows()).every(({ node }) => node === gateway.node)).toBe(true)
  const { rows: stays } = await t.root.query('select count(*)::int as n from device_stay')
  expect(stays[0].n).toBe(6)
  await Promise.all([leave(), leaveSecond()])
  await gateway.close()
})
