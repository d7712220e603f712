import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, createUser } from '../../../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const { vehicleControl } = contract
type Given = Partial<InputOf<typeof vehicleControl.fenceSave>>
const circle = { name: '虹桥店', rule: fenceRule.leave, center: { lng: 121.4, lat: 31.2 }, radiusM: 800 }
const as = (who: keyof World['tokens']) => ({ token: w.tokens[who] })
const save = (given: Given, by = as('owner')) => t.call(vehicleControl.fenceSave, { ...circle, ...given }, by)
const refused = async (given: Given, by = as('owner')) => {
  const { errorCode, message } = await t.send(vehicleControl.fenceSave, { ...circle, ...given }, by)
  return { errorCode, message }
}
const names = async (ask: object = {}, by = as('owner')) =>
  (await t.call(vehicleControl.fencePage, ask, by)).list.map(({ name }) => name)

it('is drawn, changed, switched off and deleted', async () => {
  const ring = [
    { lng: 121.3, lat: 31.1 },
    { lng: 121.5, lat: 31.1 },
    { lng: 121.4, lat: 31.3 },
  ]
  const car = w.vehicles.lavida[0]!
  const { fenceId, version } = await save({
    name: '园区',
    rule: fenceRule.speed,
    limitKmh: 60,
    center: null,
    radiusM: null,
    ring,
    vehicleIds: [car.id],
    hours: { from: 1320, to: 360 },
  })
  expect(await t.call(vehicleControl.fenceDetail, { fenceId }, as('owner'))).toMatchObject({
    ring,
    center: null,
    limitKmh: 60,
    hours: { from: 1320, to: 360 },
    active: true,
    vehicles: [{ vehicleId: car.id, plate: car.plate }],
  })
  expect(await names({ vehicleId: car.id })).toEqual(['园区'])
  expect(await names({ vehicleId: w.vehicles.lavida[1]!.id })).toEqual([])
  const { version: second } = await t.call(vehicleControl.fenceEnable, { fenceId, version, active: false }, as('owner'))
  expect(await refused({ fenceId, version, name: '晚了' })).toMatchObject({ errorCode: -5 })
  await save({ fenceId, version: second, name: '仓库' })
  expect(await names({ keyword: '仓' })).toEqual(['仓库'])
  await t.call(vehicleControl.fenceRemove, { fenceId, version: second + 1 }, as('owner'))
  expect(await names()).toEqual([])
})

it.each<[Given, string]>([
  [{ radiusM: null }, '请输入半径'],
  [{ center: null, radiusM: null }, '围栏至少3个点'],
  [{ rule: fenceRule.speed }, '请输入限速'],
  [{ limitKmh: 60 }, '只有超速规则可设限速'],
  [{ rule: fenceRule.noCut, hours: { from: 0, to: 60 } }, '禁断油电区域始终有效，不分时段'],
  [{ hours: { from: 60, to: 60 } }, '开始和结束时间不能相同'],
  [{ vehicleIds: ['9'] }, '有车辆不存在或不在您的门店，请重新选择'],
])('%j: %s', async (given, problem) => {
  expect((await refused(given)).message).toContain(problem)
})

it('of a store is seen and changed by its staff, one of all stores is changed by the merchant alone', async () => {
  const { fenceId: everywhere } = await save({ name: '全部' })
  await save({ name: '浦东', storeId: w.stores.pudong })
  const mobile = '13700000009'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { rows } = await t.root.query('select id from role where merchant_id = $1 and 804 = any (menu_ids)', [
    w.merchantId,
  ])
  const scope = { storeScope: 1, storeIds: [w.stores.hongqiao] } as const
  const roleIds = rows.map(({ id }: { id: string }) => id)
  await createAccount(t.commands, w.merchantId, { userId, mobile, parentId: null, name: '虹桥店长', roleIds, ...scope })
  const manager = { token: await t.login(mobile) }
  expect(await refused({}, manager)).toMatchObject({ errorCode: -3 })
  const own = await save({ name: '本店', storeId: w.stores.hongqiao }, manager)
  expect(await names({}, manager)).toEqual(['本店', '全部'])
  expect(
    await refused({ fenceId: everywhere, version: 1, name: '改', storeId: w.stores.hongqiao }, manager),
  ).toMatchObject({ errorCode: -3 })
  expect(await refused({ storeId: w.stores.pudong }, manager)).toMatchObject({ errorCode: -4 })
  await t.call(vehicleControl.fenceRemove, { fenceId: own.fenceId, version: 1 }, manager)
  expect(await names()).toEqual(['浦东', '全部'])
})

it('cuts are permitted only after the rule about their places was chosen', async () => {
  const set = (settings: Record<string, number | boolean>) =>
    t.send(contract.merchant.saveSetting, { settings }, as('owner'))
  expect((await set({ engineCutEnabled: true })).errorCode).toBe(10019)
  expect((await set({ noCutRule: 2 })).success).toBe(true)
  expect((await set({ engineCutEnabled: true })).success).toBe(true)
  expect((await set({ noCutRule: 0 })).errorCode).toBe(10019)
  expect((await set({ engineCutEnabled: false, noCutRule: 0 })).success).toBe(true)
})
