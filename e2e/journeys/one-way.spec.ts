import { inventory } from '@cheyi/contract/inventory'
import { order } from '@cheyi/contract/order'
import { stock } from '@cheyi/contract/stock'
import { store } from '@cheyi/contract/store'
import { orderStatus } from '@cheyi/domain/order/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import type { Api } from '../setup/api.ts'
import { confirmHours, freeModel, orderPage } from '../setup/booking.ts'
import { handCarOver, takeCarBack, takeMoney } from '../setup/handover.ts'
import { stranger } from '../setup/prepare.ts'
import { expect, test } from '../setup/test.ts'

/*
 * A rental that is returned at another store: sold, arranged, handed out and taken back on a phone, with the stock right at
 * both stores all the while. At a merchant where hardly anything else is booked.
 */

const FROM = '虹桥机场店'
const TO = '浦东机场店'
const ENDS = `取 ${FROM} → 还 ${TO}`

test('sold here, returned there, and sold there from then on', async ({ page, open, as }) => {
  test.setTimeout(300_000)
  const api = await as('third')
  const stores = await api.ask(store.list, {})
  const idOf = (name: string) => stores.find((one) => one.name === name)!.id
  const customer = stranger('演示客户')
  let orderId = ''
  let modelId = ''
  /** Cars of every model that can be had at either store, after all of this. */
  const from = Math.ceil((Date.now() + 20 * DAY) / HOUR) * HOUR
  const free = async (name: string) => {
    const models = await api.ask(stock.free, { storeId: idOf(name), from, to: from + 2 * DAY })
    return new Map(models.map((one) => [one.modelId, one.sellable]))
  }
  const before = { here: await free(FROM), there: await free(TO) }
  const expectFree = async (here: number, there: number) => {
    expect((await free(FROM)).get(modelId)! - before.here.get(modelId)!).toBe(here)
    expect((await free(TO)).get(modelId)! - before.there.get(modelId)!).toBe(there)
  }

  await test.step('book it, with another store to come back to', async () => {
    await open('/order/create', 'third')
    await page.getByRole('button', { name: FROM }).first().click()
    await page.getByRole('button', { name: '还车门店' }).click()
    const ends = page.getByRole('dialog', { name: '还车方式与门店' })
    await ends.getByRole('button', { name: TO }).click()
    await expect(ends).toBeHidden()
    await freeModel(page).click()
    await page.getByLabel('手机号').fill(customer.phone)
    await page.getByLabel('姓名').fill(customer.name)
    await expect(page.getByText(/合计/)).toBeVisible()
    await page.getByRole('button', { name: '提交订单' }).click()
    await confirmHours(page, orderPage(page))
    await expect(page).toHaveURL(/\/order\/detail\?orderId=\d+/)
    orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
    modelId = (await api.ask(order.detail, { orderId })).model.modelId
    // Gone here from now on; nothing is promised there before it leaves.
    await expectFree(-1, 0)
  })

  await test.step('put a car on it', async () => {
    await page.getByRole('button', { name: '排车', exact: true }).last().click()
    await expect(page).toHaveTitle('车驿 · 安排车辆')
    await page.getByRole('button', { name: '确认排车' }).click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    await expect(page.getByText('已排车').first()).toBeVisible()
    await expectFree(-1, 0)
  })

  await test.step('home and the stock say both ends', async () => {
    await page.goto('/')
    await expect(page.getByText(ENDS).first()).toBeVisible()
    const { pickupAt } = await api.ask(order.detail, { orderId })
    const day = new Date(pickupAt + 8 * HOUR).toISOString().slice(0, 10)
    await page.goto(`/stock/summary/${idOf(FROM)}/${modelId}?day=${day}`)
    await expect(page.getByText(ENDS).first()).toBeVisible()
  })

  await test.step('hand it out', async () => {
    await page.goto(`/order/pickup?orderId=${orderId}`)
    await takeMoney(page)
    await handCarOver(page, customer)
    // The other store counts on it from its return on.
    await expectFree(-1, 1)
  })

  await test.step('take it back at the other store', async () => {
    await takeCarBack(page, 57)
    const { status, vehicle } = await api.ask(order.detail, { orderId })
    expect(status).toBe(orderStatus.returned)
    const car = await api.ask(inventory.detail, { vehicleId: vehicle!.vehicleId })
    expect([car.homeStoreId, car.storeId]).toEqual([idOf(TO), idOf(TO)])
    await expectFree(-1, 1)
  })
})

test('whatever can be had and brought back home can nearly always be left at another store', async ({ as }) => {
  const api = await as()
  const stores = await api.ask(store.list, {})
  const home = new Set<string>()
  const oneWay = new Set<string>()
  for (const days of [30, 45]) {
    const from = Math.ceil((Date.now() + days * DAY) / HOUR) * HOUR
    for (const { id: storeId } of stores) {
      const keys = await soldAt(api, { storeId, from, to: from + 2 * DAY })
      for (const key of keys) home.add(key)
      for (const { id: returnStoreId } of stores)
        if (returnStoreId !== storeId)
          for (const key of await soldAt(api, { storeId, returnStoreId, from, to: from + 2 * DAY })) oneWay.add(key)
    }
  }
  console.info(`${oneWay.size} of ${home.size} pools that can be booked home can be booked one-way`)
  expect(oneWay.size / home.size).toBeGreaterThanOrEqual(0.8)
})

interface Asked {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly from: number
  readonly to: number
}

/** The pools of a store that sell the stay. */
const soldAt = async (api: Api, asked: Asked): Promise<string[]> =>
  (await api.ask(stock.free, { ...asked, source: 1 }))
    .filter(({ why, sellable }) => why === null && sellable > 0)
    .map(({ modelId }) => `${asked.storeId}/${modelId}`)
