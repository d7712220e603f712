import { contract } from '@cheyi/contract/index'
import { beforeAll, expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { createAccount, createUser } from '../merchant/provision.ts'

sharedMerchant()
let hangzhouClerk: string
beforeAll(async () => {
  await makeWorld(t, { name: '别家租车' })
  await t.root.query('update store set status = 0 where id = $1', [w.stores.pudong])
  const mobile = '13700000001'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const account = {
    userId,
    mobile,
    parentId: null,
    name: '杭州店员',
    roleIds: [],
    storeScope: 1,
    storeIds: [w.stores.hangzhou],
  } as const
  await createAccount(t.commands, w.merchantId, account)
  hangzhouClerk = await t.login(mobile)
})

const names = async (ask: Parameters<typeof t.call<typeof contract.store.list>>[1], token = w.tokens.clerk) =>
  (await t.call(contract.store.list, ask, { token })).map((store) => store.name)

it('lists open stores, paused ones only when asked for', async () => {
  expect(await names({})).toEqual(['虹桥机场店', '杭州东站店'])
  expect(await names({ all: true })).toEqual(['虹桥机场店', '浦东机场店', '杭州东站店'])
  expect(await names({ status: 0 })).toEqual(['浦东机场店'])
})

it('finds a part of the name', async () => {
  expect(await names({ keyword: '机场' })).toEqual(['虹桥机场店'])
  expect(await names({ keyword: '%' })).toEqual([])
})

it('shows the stores of the account', async () => {
  expect(await names({ all: true }, hangzhouClerk)).toEqual(['杭州东站店'])
})

it('tells hours, limits and where cars may be returned', async () => {
  const [store] = await t.call(contract.store.list, {}, { token: w.tokens.clerk })
  expect(store).toMatchObject({
    hours: [
      { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '22:00', outOfHours: false, crossMidnight: false },
    ],
    pickupModes: [1, 2, 3],
    allowOneWay: true,
    oneWayStoreIds: [],
    maxRentDays: 60,
    cityName: '上海',
  })
  expect(t.calls.at(-1)).toMatchObject({ call: 'store.list', queries: 1 })
})
