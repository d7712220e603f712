import { order } from '@cheyi/contract/booking/order'
import { account } from '@cheyi/contract/platform/account'
import { simulation } from '@cheyi/contract/platform/simulation'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { arrange } from '@cheyi/contract/rental/arrange'
import { driver } from '@cheyi/contract/rental/driver'
import { pickupType, source } from '@cheyi/domain/booking/order/codes'
import { refusals } from '@cheyi/domain/refusal'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { freeStay, stranger } from './setup/prepare.ts'
import { expect, staff, test } from './setup/test.ts'

/* A driver's day: what is delivered and collected, by time. */

const address = '世纪大道100号'

/** A car that somebody waits for at home, arranged with a driver for a free hour of today. */
async function delivery(api: Api, accountId: string) {
  const { store, modelId, from, to } = await freeStay(api, { inHours: 20, orDaysLater: 20 })
  const quote = await api.ask(quotes.quote, {
    storeId: store.id,
    modelId,
    pickupAt: from,
    returnAt: to,
    source: source.offline,
    pickupType: pickupType.delivery,
    pickupAddress: address,
    pickupLng: store.lng!,
    pickupLat: store.lat!,
    services: [],
    reduces: [],
  })
  const contactName = '傅远行'
  const { orderId, orderNo } = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    contactName,
    contactPhone: stranger(contactName).phone,
  })
  const { list } = await api.ask(arrange.available, { orderId })
  const { vehicleId } = list.find(({ group }) => group !== 'conflict')!
  await api.ask(arrange.plan, { orderId, vehicleId })
  const today = startOfDate(localDate(Date.now()))
  for (let planAt = today + 23 * HOUR + 30 * MINUTE; planAt > today; planAt -= HOUR) {
    const asked = { orderId, type: driverTaskType.deliver, accountId, planAt }
    const done = await api.ask(driver.arrange, asked).catch((error: Error) => {
      if (error.message.includes(` ${refusals.driverBusy.code} `)) return null
      throw error
    })
    if (done) return { orderId, orderNo, contactName }
  }
  throw new Error('the driver has no free hour today')
}

test.describe(() => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('a driver goes from home to the next stop, to its place on the map, to the customer and on to the handover', async ({
    page,
    open,
    as,
  }) => {
    const manager = await as('manager')
    const { list } = await manager.ask(account.page, { keyword: staff.clerk.mobile })
    const { orderId, orderNo, contactName } = await delivery(manager, list[0]!.id)

    await open('/', 'clerk')
    await page.getByRole('link', { name: '取送任务' }).click()
    await expect(page.getByRole('radio', { name: '今天' })).toBeChecked()
    // One stop is the next, the first of all.
    await expect(page.getByText('下一站')).toHaveCount(1)
    await expect(page.getByRole('listitem').first()).toContainText('下一站')
    const stop = page.getByRole('listitem').filter({ hasText: orderNo })
    await expect(stop).toContainText(address)
    await expect(stop).toContainText(contactName)
    await expect(stop.getByText('未排车')).toBeHidden()

    await page.context().route(/uri\.amap\.com/, (route) => route.fulfill({ body: '' }))
    const opened = page.waitForEvent('popup')
    await stop.getByRole('button', { name: `导航到${address}` }).click()
    expect(decodeURIComponent((await opened).url())).toContain(address)

    const called = page.waitForResponse((response) => response.url().endsWith(order.contact.path))
    await stop.getByRole('button', { name: `电话联系${contactName}` }).click()
    expect((await called).ok()).toBe(true)

    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 31.196, longitude: 121.434 })
    await stop.getByRole('button', { name: `到达，通知${contactName}` }).click()
    await expect(stop.getByText(/^\d\d:\d\d到达$/)).toBeVisible()
    const told = async () =>
      (await manager.ask(simulation.messages, {})).list.filter(({ text }) => text.includes(`已到达${address}`))
    await expect.poll(told).not.toEqual([])

    await stop.getByRole('button', { name: '办理交车' }).click()
    await expect(page).toHaveURL(new RegExp(`/pickup\\?.*${orderId}`))
  })
})

test('whoever plans opens the tasks of a driver from his page, and those of all', async ({ page, open, as }) => {
  const manager = await as('manager')
  const { list } = await manager.ask(account.page, { keyword: staff.fleet.mobile })
  const { id, name } = list[0]!
  const { orderNo } = await delivery(manager, id)
  await open(`/account/${id}`, 'manager')
  await page.getByText('派给这位司机的送车和取车').click()
  await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: orderNo })).toBeVisible()
  await page.getByText('明天', { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: orderNo })).toBeHidden()

  await page.getByText('今天', { exact: true }).click()
  await page.getByRole('button', { name }).click()
  await page.getByRole('option', { name: '全部司机' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: orderNo })).toContainText(`司机 ${name}`)
})
