import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { stock } from '@cheyi/contract/fleet/stock'
import { store } from '@cheyi/contract/platform/store'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { arrange } from '@cheyi/contract/rental/arrange'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR, localDate, MINUTE } from '@cheyi/domain/time'
import type { Api } from '../setup/api.ts'
import { confirmHours, freeModel, orderPage } from '../setup/booking.ts'
import { handCarOver, takeCarBack, takeMoney } from '../setup/handover.ts'
import { goLater } from '../setup/later.ts'
import { pay, stranger } from '../setup/prepare.ts'
import {
  arrangeAtHand,
  bookKnown,
  handOutOwn,
  knownRenter,
  oneMoreCar,
  prepare,
  signAnew,
  takeDeposits,
} from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'

/*
 * Journeys at a merchant where hardly anything else is booked, one after the other: each counts on what is free there, and
 * a car that one of them buys is a car more for all.
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
    // Pressed before a car is proposed, it asks for one.
    await expect(page.getByText('已选', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '确认排车' }).click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    await expect(page.getByText('已排车').first()).toBeVisible()
    await expectFree(-1, 0)
  })

  await test.step('home and the stock say both ends', async () => {
    const { pickupAt } = await api.ask(order.detail, { orderId })
    // What is sold in the last hour of a day begins tomorrow, and home tells of today.
    if (localDate(pickupAt) === localDate(Date.now())) {
      await page.goto('/')
      await expect(page.getByText(ENDS).first()).toBeVisible()
    }
    // A day in whose opening hours it is out, also where it begins late in the evening.
    const day = localDate(pickupAt + 12 * HOUR)
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

test.describe('later', () => {
  test.use({ ownClock: true })

  test('a pickup after the agreed return goes on with another period', async ({ page, as, open }) => {
    // Somebody else's order on its car the day after, and the period could not be moved.
    const api = await as('third')
    // For a day of three for which the car is free: it can be had the day after too.
    const { cars, ...booked } = await bookKnown(api, { name: '冯晚到', inHours: 0, days: 3, later: 1 })
    const { orderId } = booked
    await pay(api, booked)
    await takeDeposits(api, orderId)
    await arrangeAtHand(api, orderId, cars)
    await prepare(page, api, orderId, handoverType.pickup)

    await goLater(page, DAY + 6 * HOUR)
    await open(`/order/pickup?orderId=${orderId}`, 'third')
    await page.getByRole('button', { name: '确认交车' }).click()
    await expect(page.getByText('租期已过，调整租期后取车')).toBeVisible()

    await page.getByRole('button', { name: '调整租期', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '调整租期' })
    // As long as it was agreed for, from now on.
    await sheet.getByRole('button', { name: /^调整租期，总额 ¥/ }).click()
    await expect(page.getByText('租期已过，调整租期后取车')).toBeHidden()

    // What was signed names the period that is over.
    await page.getByRole('button', { name: /^确认交车/ }).click()
    await expect(page.getByText('合同未签署').first()).toBeVisible()
    await signAnew(page, api, orderId, handoverType.pickup)
    await page.reload()

    const cash = page.getByText('现金', { exact: true })
    const confirm = page.getByRole('button', { name: /^确认交车/ })
    // A day that is dearer than the one that is over is paid for with the keys.
    if (await cash.isVisible()) await cash.click()
    await confirm.click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    const out = await api.ask(order.detail, { orderId })
    expect(out.status).toBe(orderStatus.pickedUp)
    expect(out.pickupAt - Date.now()).toBeGreaterThan(DAY)
    // It ends when the sheet said, and begins when that is pressed: perhaps in the next minute.
    expect([DAY, DAY - MINUTE]).toContain(out.returnAt - out.pickupAt)
  })

  test('an order whose car is still out leads to another car', async ({ page, as, open }) => {
    test.setTimeout(180_000)
    const api = await as('third')
    const late = await handOutOwn(page, api, '陈未还')
    const out = await api.ask(order.detail, { orderId: late.orderId })
    const { storeId } = out.pickupPlace
    await oneMoreCar(api, { modelId: out.model.modelId, homeStoreId: storeId })
    const pickupAt = out.returnAt + 3 * HOUR
    const trip = {
      storeId,
      modelId: out.model.modelId,
      pickupAt,
      returnAt: pickupAt + 24 * HOUR,
      source: source.offline,
    }
    const quote = await api.ask(quotes.quote, trip)
    const { orderId } = await api.ask(order.create, {
      submit: true,
      quoteId: quote.quoteId,
      expectTotal: quote.total,
      ...(await knownRenter(api, '谢等车')),
    })
    await api.ask(arrange.plan, { orderId, vehicleId: out.vehicle!.vehicleId })

    await goLater(page, pickupAt + 5 * MINUTE - Date.now())
    await open('/', 'third')
    const row = page.getByRole('listitem').filter({ hasText: '谢等车' })
    await test.step('home says who has the car and how late', async () => {
      await expect(row).toContainText('上一单未还：陈未还 已超时3小时')
    })

    await test.step('so do the order and its pickup, with another car as the thing to do', async () => {
      await page.goto(`/order/detail?orderId=${orderId}`)
      await expect(page.getByRole('alert')).toContainText('上一单未还：陈未还')
      await expect(page.getByRole('button', { name: '联系陈未还' })).toBeVisible()
      await expect(page.getByRole('button', { name: '改派', exact: true }).first()).toBeVisible()
      await page.goto(`/order/pickup?orderId=${orderId}`)
      await expect(page.getByRole('alert')).toContainText('上一单未还：陈未还')
      await page.getByRole('button', { name: '改派其他车辆' }).click()
    })

    await test.step('the late car cannot be had, another is proposed', async () => {
      const cars = page.getByRole('radiogroup', { name: '车辆', exact: true })
      const plate = displayPlate(out.vehicle!.plate).replace('·', ' ')
      await expect(cars.getByRole('radio', { name: plate })).toBeDisabled()
      await expect(page.getByText('上一单超时未还').first()).toBeVisible()
      await expect(cars.getByRole('radio', { checked: true })).toBeEnabled()
      await page.getByRole('button', { name: '确认排车' }).click()
      const moves = page.getByRole('button', { name: '确认改派' })
      const arranged = page.getByText(/^已排车 /)
      await expect(moves.or(arranged).first()).toBeVisible()
      if (await moves.isVisible()) await moves.click()
      await expect(arranged.first()).toBeVisible()
    })

    await test.step('the order is ready for its pickup', async () => {
      const { vehicle, carOut } = await api.ask(order.detail, { orderId })
      expect(carOut).toBeNull()
      expect(vehicle!.vehicleId).not.toBe(out.vehicle!.vehicleId)
      await page.goto(`/order/detail?orderId=${orderId}`)
      await expect(page.getByRole('button', { name: '办理取车' }).first()).toBeVisible()
      await expect(page.getByText(/上一单未还/)).toHaveCount(0)
    })
  })
})
