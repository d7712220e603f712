import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { beforeAll, expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

sharedMerchant({ cars: 3 })
beforeAll(async () => {
  await makeWorld(t, { name: '别家租车' })
  await t.root.query('update model set sort = 9 where id = $1', [w.models.lavida])
  await t.root.query('update vehicle set lifecycle = 3 where id = $1', [w.vehicles.gl8[0]!.id])
})

const page = (ask: InputOf<typeof contract.model.list> = {}) =>
  t.call(contract.model.list, ask, { token: w.tokens.manager })

it("lists models in the merchant's order, with their cars", async () => {
  const { list, total, nextCursor } = await page()
  expect(list.map((m) => [m.name, m.vehicleCount])).toEqual([
    ['比亚迪秦PLUS', 3],
    ['别克GL8', 2],
    ['大众朗逸', 3],
  ])
  expect([total, nextCursor]).toEqual([3, null])
  expect(list[0]).toMatchObject({ batteryKwh: 18, tankL: 48, depositRent: 300000, image: null, energy: 4 })
})

it('filters', async () => {
  const names = async (ask: InputOf<typeof contract.model.list>) => (await page(ask)).list.map((m) => m.name)
  expect(await names({ keyword: 'gl8' })).toEqual(['别克GL8'])
  expect(await names({ carType: 1 })).toEqual(['大众朗逸'])
  expect(await names({ status: 0 })).toEqual([])
})

it('goes on from a cursor, without counting', async () => {
  const first = await page({ pageSize: 2 })
  expect(t.calls.at(-1)).toMatchObject({ queries: 2 })
  const second = await page({ pageSize: 2, cursor: first.nextCursor! })
  expect(t.calls.at(-1)).toMatchObject({ queries: 1 })
  expect(second).toMatchObject({ list: [{ name: '大众朗逸' }], total: null, nextCursor: null })
  expect((await page({ pageSize: 2, pageNum: 2 })).list).toMatchObject([{ name: '大众朗逸' }])
})

it('asks for the key', async () => {
  expect(await t.send(contract.model.list, {}, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
})
