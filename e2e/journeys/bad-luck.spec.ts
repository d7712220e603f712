import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { quote } from '@cheyi/contract/pricing/quote'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { orderKind, source } from '@cheyi/domain/booking/order/codes'
import { refusals } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import type { Page, Route } from '@playwright/test'
import type { Api } from '../setup/api.ts'
import { chooseStay, chooseStore, confirmHours, orderPage } from '../setup/booking.ts'
import { openCard } from '../setup/handover.ts'
import { photograph } from '../setup/pictures.ts'
import { bookArranged, farAhead, freeStay, stranger } from '../setup/prepare.ts'
import { oneMoreCar } from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'

/* Impatient fingers and lost networks: nothing happens twice, and nothing that was entered or photographed is lost. */

/** Fills in a booking for somebody new, as far as its button: for days far ahead, when something is free. */
async function fillBooking(page: Page, api: Api, name: string): Promise<string> {
  await chooseStay(page, await freeStay(api, { inHours: farAhead(), orDaysLater: 30 }, 3))
  const { phone } = stranger(name)
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('姓名').fill(name)
  await expect(page.getByText(/合计/)).toBeVisible()
  return phone
}

const ordersOf = async (api: Api, keyword: string) =>
  (await api.ask(order.list, { orderKind: orderKind.short, keyword })).list

test('tapping twice makes one order', async ({ page, open, as }) => {
  await open('/order/create')
  const phone = await fillBooking(page, await as(), '孙双击')
  await page.getByRole('button', { name: '提交订单' }).dblclick()
  await confirmHours(page, orderPage(page), (button) => button.dblclick())
  await expect(orderPage(page)).toBeVisible()
  expect(await ordersOf(await as(), phone)).toHaveLength(1)
})

test('a submit that the network swallows is sent again by itself, and orders once', async ({
  page,
  open,
  as,
  context,
}) => {
  await open('/order/create')
  const phone = await fillBooking(page, await as(), '周断网')
  await context.setOffline(true)
  await expect(page.getByText('网络已断开，已填内容不会丢失；没有提交成功的操作请恢复后再点一次')).toBeVisible()
  await page.getByRole('button', { name: '提交订单' }).click()
  await confirmHours(page, page.getByRole('button', { name: '提交订单', disabled: true }))
  await context.setOffline(false)
  await expect(orderPage(page)).toBeVisible()
  expect(await ordersOf(await as(), phone)).toHaveLength(1)
})

test('a page that is loaded again while its booking is sent asks before it books a second time', async ({
  page,
  open,
  as,
}) => {
  await open('/order/create')
  const phone = await fillBooking(page, await as(), '欧阳双单')
  const arrived = Promise.withResolvers<void>()
  await page.route('**/order/v1/create', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  const submit = page.getByRole('button', { name: '提交订单' })
  await submit.click()
  await confirmHours(page, page.getByRole('button', { name: '提交订单', disabled: true }))
  await arrived.promise
  await page.reload()
  await expect(page.getByLabel('姓名')).toHaveValue('欧阳双单')
  await expect(page.getByText(/合计/)).toBeVisible()
  await submit.click()
  await page.getByRole('dialog', { name: '上次提交没有收到结果' }).getByRole('button', { name: '去核对' }).click()
  await expect(page).toHaveURL(/\/order(\?|$)/)
  expect(await ordersOf(await as(), phone)).toHaveLength(1)
})

test('a submit that the server has not decided is the same one when it is tapped again', async ({ page, open, as }) => {
  await open('/order/create')
  const phone = await fillBooking(page, await as(), '秦未决')
  const keys: (string | undefined)[] = []
  await page.route('**/order/v1/create', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    const { code, message } = refusals.planPending
    await route.fulfill({ json: { success: false, errorCode: code, message, data: null } })
  })
  const submit = page.getByRole('button', { name: '提交订单' })
  const pending = page.getByText(refusals.planPending.message)
  await submit.click()
  await confirmHours(page, pending)
  await expect(pending).toBeVisible()
  await submit.click()
  await expect(orderPage(page)).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await ordersOf(await as(), phone)).toHaveLength(1)
})

test('a car that was only proposed goes to another clerk meanwhile: the next one is driven off with', async ({
  page,
  open,
  as,
}) => {
  const api = await as()
  await open('/')
  await chooseStore(page, api)
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('button', { name: /^现场开单/ }).click()
  const proposed = page.getByRole('button', { name: /^指定车辆/ })
  await expect(proposed).toContainText(/·/)
  const plate = (await proposed.textContent())!.match(/\p{Script=Han}[A-Z]·[A-Z0-9]+[港澳]?$/u)![0].replace('·', '')
  const car = (await api.ask(inventory.list, { keyword: plate })).list[0]!
  await oneMoreCar(api, { modelId: car.modelId, homeStoreId: car.storeId })
  const customer = stranger('韩同车')
  await page.getByLabel('手机号').fill(customer.phone)
  await page.getByLabel('姓名').fill(customer.name)
  await expect(page.getByText(/合计/)).toBeVisible()

  const pickupAt = Math.ceil(Date.now() / HOUR) * HOUR
  const stay = { storeId: car.storeId, modelId: car.modelId, pickupAt, returnAt: pickupAt + DAY }
  const { quoteId, total } = await api.ask(quote.quote, { ...stay, source: source.offline })
  await api.ask(order.create, {
    submit: true,
    quoteId,
    expectTotal: total,
    vehicleId: car.vehicleId,
    contactName: '吕先到',
    contactPhone: stranger('吕先到').phone,
  })
  await page.getByRole('button', { name: '提交并取车' }).click()
  const pickup = page.getByRole('heading', { level: 1, name: '办理取车' })
  await confirmHours(page, pickup)
  await expect(pickup).toBeVisible()
  const [made] = await ordersOf(api, customer.phone)
  expect(made).toMatchObject({ modelName: car.modelName, plate: expect.not.stringContaining(plate) })
})

test('a photo taken without a network outlives the page and is sent later', async ({ page, open, as, context }) => {
  const { orderId } = await bookArranged(await as(), { name: '吴弱网', inHours: farAhead(), orDaysLater: 30 })
  const address = `/order/pickup?orderId=${orderId}&rstep=4`
  await open(address)
  await expect(page.getByRole('button', { name: '拍车头' })).toBeVisible()
  await context.setOffline(true)
  await photograph(page, page.getByRole('button', { name: '拍车头' }), '车头')
  await expect(page.getByText('1 张等待网络，将自动上传')).toBeVisible()

  // The phone dies with the photo on it.
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(address)
  await expect(page.getByRole('button', { name: '查看车头' })).toBeVisible()
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page.getByText('草稿已保存')).toBeVisible()
  const { record } = await (await as()).ask(pickupReturn.task, { orderId, type: handoverType.pickup })
  expect(record?.photos.map(({ slot }) => slot)).toEqual(['front'])
})

test('a photo that the phone has no room for says so, and the page is not closed without a word', async ({
  page,
  open,
  as,
  context,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value: { readonly file?: unknown }, ...rest) {
      if (value.file) throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value, ...rest)
    }
  })
  const { orderId } = await bookArranged(await as(), { name: '邹满盘', inHours: farAhead(), orDaysLater: 30 })
  await open(`/order/pickup?orderId=${orderId}&rstep=4`)
  await expect(page.getByRole('button', { name: '拍车头' })).toBeVisible()
  await context.setOffline(true)
  await photograph(page, page.getByRole('button', { name: '拍车头' }), '车头')
  await expect(page.getByText('本机空间不足，请保持页面打开')).toBeVisible()
  await expect(page.getByText('请保持页面打开', { exact: true })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await context.setOffline(false)
  await expect(page.getByRole('button', { name: '查看车头' })).toBeVisible()
  // What the server has, it has: the page goes as it came.
  const again = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await again
})

test('a step gone through without a network is kept and saved when it is back', async ({ page, open, as, context }) => {
  const api = await as()
  const { orderId } = await bookArranged(api, { name: '郑离线', inHours: farAhead(), orDaysLater: 30 })
  await open(`/order/pickup?orderId=${orderId}&rstep=5`)
  await page.getByLabel('当前里程').fill('99123')
  for (const name of ['油量', '电量']) {
    const reading = page.getByRole('slider', { name })
    if (await reading.isVisible()) await reading.fill('7')
  }
  await context.setOffline(true)
  await page.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '钱' }).click()
  await expect(page.getByText('网络不可用，已存在本机，恢复后自动保存')).toBeVisible()
  await expect(page).toHaveURL(/rstep=[67]/)
  await context.setOffline(false)
  await expect
    .poll(async () => (await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })).record)
    // What goes along with the car is done too, unless that car is still out with somebody else.
    .toMatchObject({ mileageKm: 99123, stepDone: expect.arrayContaining([5]) })
})

test('what is typed while a save is on its way is saved after it', async ({ page, open, as }) => {
  const api = await as()
  const { orderId } = await bookArranged(api, { name: '何慢网', inHours: farAhead(), orDaysLater: 30 })
  const kilometres = page.getByLabel('当前里程')
  await open(`/order/pickup?orderId=${orderId}`)

  // The first makes the record, the second changes one.
  for (const [sent, meanwhile] of [
    [99_123, 99_124],
    [99_125, 99_126],
  ] as const) {
    const [arrived, network] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = async (route: Route) => {
      const response = await route.fetch()
      arrived.resolve()
      await network.promise
      await route.fulfill({ response })
    }
    await page.route(`**${pickupReturn.pickUp.path}`, hold, { times: 1 })
    await openCard(page, '车')
    await kilometres.fill(String(sent))
    await page.getByRole('button', { name: '存草稿' }).click()
    await arrived.promise
    await kilometres.fill(String(meanwhile))
    await openCard(page, '钱')
    network.resolve()
    await expect
      .poll(async () => (await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })).record?.mileageKm)
      .toBe(meanwhile)
  }
  await expect(page.getByText('数据已被他人修改')).toBeHidden()
})

test.describe('with the application on the phone', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page that was killed opens again without a network, with what was typed and photographed', async ({
    page,
    open,
    as,
    context,
  }) => {
    const api = await as()
    const { orderId } = await bookArranged(api, { name: '蒋车库', inHours: farAhead(), orDaysLater: 30 })
    const address = `/order/pickup?orderId=${orderId}&rstep=4`
    await open(address)
    await expect(page.getByRole('button', { name: '拍车头' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await photograph(page, page.getByRole('button', { name: '拍车头' }), '车头')
    await expect(page.getByText('1 张等待网络，将自动上传')).toBeVisible()
    await page.getByLabel('当前里程').fill('99123')

    await page.close()
    const again = await context.newPage()
    await again.goto('/')
    await again.getByRole('link', { name: '继续办理取车' }).click()
    await expect(again).toHaveURL(/\/order\/pickup\?orderId=/)
    await again.goto(address)
    // Chromium 150 tells a page that was opened offline nothing of its network; phones do.
    await again.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(again.getByText('网络已断开，已填内容不会丢失；没有提交成功的操作请恢复后再点一次')).toBeVisible()
    await expect(again.getByLabel('当前里程')).toHaveValue(/99,?123/)
    await expect(again.getByRole('img', { name: '车头' })).toBeVisible()
    // Nothing that the server told of anybody lies in it.
    const kept = await again.evaluate(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return files.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(
      kept.filter(
        (path) => !/^\/(assets\/[^/]+|[a-z-]*icon[-a-z0-9]*\.(svg|png)|manifest\.webmanifest|start\.js)?$/.test(path),
      ),
    ).toEqual([])

    await context.setOffline(false)
    await again.evaluate(() => dispatchEvent(new Event('online')))
    await expect(again.getByRole('button', { name: '查看车头' })).toBeVisible()
    await again.getByRole('button', { name: '存草稿' }).click()
    await expect(again.getByText('草稿已保存')).toBeVisible()
    const { record } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
    expect(record).toMatchObject({ mileageKm: 99123, photos: [{ slot: 'front' }] })
  })
})
