import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeWorld } from '../../testing/world/world.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('serves a request at a later time, and the next one at the present time', async () => {
  const { ownerMobile } = await makeWorld(t, { cars: 1 })
  const token = await t.login(ownerMobile)
  const ask = (headers = {}) => t.send(contract.store.list, {}, { token, headers })
  expect(await ask({ 'x-later': String(8 * DAY) })).toMatchObject({ errorCode: -9 })
  expect(await ask({ 'x-later': 'soon' })).toMatchObject({ success: true })
  expect(await ask()).toMatchObject({ success: true })
})
