import { order } from '@cheyi/contract/booking/order'
import { vehicleControl } from '@cheyi/contract/fleet/vehicle-control'
import { orderKind } from '@cheyi/domain/booking/order/kind'
import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { HOUR } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/* Cars with a device: found by what they say, opened, and the devices in them. */

/** The page of a car on the line whose device opens and closes its doors: a tracker of another protocol may not. */
async function carWithLock(api: Api, asked: { readonly rented?: boolean; readonly moving?: boolean }, skip = 0) {
  const found = async () => {
    const { list } = await api.ask(vehicleControl.page, { group: 'online', ...asked })
    const cars = await Promise.all(list.map(({ vehicleId }) => api.ask(vehicleControl.detail, { vehicleId })))
    return cars.filter(({ able }) => able.includes(commandType.unlock))
  }
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBeGreaterThan(skip)
  return (await found())[skip]!
}

test('a car is found by its plate, and its page says where it is', async ({ page, open, as }) => {
  const api = await as('fleet')
  // The position of a car that a customer has is shown after a look that is logged.
  const atHand = async () => (await api.ask(vehicleControl.page, { group: 'online', rented: false })).list
  await expect.poll(async () => (await atHand()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [car] = await atHand()
  await open('/vehicleControl?look=list', 'fleet')
  await expect(page.getByRole('tab', { name: /在线/ })).toBeVisible()
  await page.getByPlaceholder('车牌').fill(car!.plate.slice(-4))
  await page
    .getByRole('listitem')
    .filter({ hasText: car!.plate.slice(-4) })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveTitle('车驿 · 车控详情')
  await expect(page.getByRole('region', { name: '位置' })).toBeVisible()
  await expect(page.getByText('发动机')).toBeVisible()
})

test('whoever has the car is called from its page', async ({ page, open, as }) => {
  const api = await as('fleet')
  const rented = { group: 'online', rented: true } as const
  await expect
    .poll(async () => (await api.ask(vehicleControl.page, rented)).list.length, { timeout: 60_000 })
    .toBeGreaterThan(0)
  const { list } = await api.ask(vehicleControl.page, rented)
  const cars = await Promise.all(list.map(({ vehicleId }) => api.ask(vehicleControl.detail, { vehicleId })))
  // Default rights let the fleet open short orders alone.
  const long = cars.find((car) => car.order?.orderKind === orderKind.long)!
  await open(`/vehicleControlDetails?vehicleId=${long.vehicleId}`, 'fleet')
  await expect(page.getByRole('heading', { name: '当前订单' })).toBeVisible()
  await expect(page.getByRole('button', { name: '联系客户' })).toHaveCount(0)
  const short = cars.find((car) => car.order?.orderKind === orderKind.short)!
  await open(`/vehicleControlDetails?vehicleId=${short.vehicleId}`, 'fleet')
  const asked = page.waitForResponse((response) => response.url().endsWith(order.contact.path))
  await page.getByRole('button', { name: '联系客户' }).click()
  expect((await asked).ok()).toBe(true)
})

test('a car is locked by a tap, and its terminal says that it is', async ({ page, open, as }) => {
  const api = await as('fleet')
  const car = await carWithLock(api, { moving: false })
  await open(`/vehicleControlDetails?vehicleId=${car.vehicleId}`, 'fleet')
  await page.getByRole('button', { name: '关锁' }).click()
  await expect(page.getByText('关锁指令已下发')).toBeVisible()
  await expect(page.getByText('关锁 · 已生效')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '全部', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 指令记录')
  await page.getByRole('tab', { name: '成功' }).click()
  const first = page.getByRole('listitem').filter({ hasText: '关锁' }).first()
  await expect(first).toContainText('已生效')
  await expect(first).toContainText(displayPlate(car.plate))
  await page.getByRole('tab', { name: '已取消' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '关锁' })).toHaveCount(0)
})

test('a lock is opened by a second of holding, not by a touch', async ({ page, open, as }) => {
  const api = await as('fleet')
  const car = await carWithLock(api, { rented: false }, 1)
  await open(`/vehicleControlDetails?vehicleId=${car.vehicleId}`, 'fleet')
  const unlock = page.getByRole('button', { name: '开锁' })
  await unlock.click()
  await expect(page.getByText('请长按 1 秒执行')).toBeVisible()
  await unlock.click({ delay: 1300 })
  await expect(page.getByText('开锁指令已下发')).toBeVisible()
})

test('an emergency says more of its reason and what it is for', async ({ page, open, as }) => {
  const api = await as('fleet')
  const car = await carWithLock(api, { rented: true })
  await open(`/vehicleControlDetails?vehicleId=${car.vehicleId}`, 'fleet')
  await page.getByRole('button', { name: '开锁' }).click()
  const sheet = page.getByRole('dialog', { name: '开锁' })
  await sheet.getByRole('switch', { name: '紧急开锁' }).click()
  await expect(sheet.getByText(/有生命危险请先拨打119或110/)).toBeVisible()
  await expect(sheet.getByText('客户要求开门')).toHaveCount(0)
  await sheet.getByRole('textbox').fill('客户要求开门')
  await sheet.getByRole('button', { name: '紧急开锁' }).click()
  await expect(sheet.getByText('紧急开锁原因为10-200个字')).toBeVisible()
})

test('the page of a car names its device, and leads to where it is', async ({ page, open, as }) => {
  const api = await as('fleet')
  const [car] = (await api.ask(vehicleControl.page, {})).list
  const { device } = await api.ask(vehicleControl.ofVehicle, { vehicleId: car!.vehicleId })
  await open(`/inventory/detail/${car!.vehicleId}`, 'fleet')
  await page.getByRole('button', { name: new RegExp(device!.phone) }).click()
  await expect(page).toHaveTitle('车驿 · 车控详情')
})

/**
 * A car that has stood for three minutes in the last hours: a tracker, and a car that another flow has just handed over, tell of no past.
 */
async function carThatStopped(api: Api, asked: { readonly group: 'online' | 'overdue'; readonly rented?: boolean }) {
  const found = async () => {
    const { list } = await api.ask(vehicleControl.page, asked)
    const now = Date.now()
    for (const car of list) {
      const span = { from: now - 2 * HOUR, to: now, reason: '查找停过的车' }
      const { stops } = await api.ask(vehicleControl.track, { vehicleId: car.vehicleId, ...span })
      if (stops.length > 0) return car
    }
    return undefined
  }
  const box: { car?: Awaited<ReturnType<typeof found>> } = {}
  await expect
    .poll(
      async () => {
        box.car = await found()
        return box.car
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return box.car!
}

test('where a car was is shown for a reason alone, and who looked stands on its page', async ({ page, open, as }) => {
  const api = await as('fleet')
  const car = await carThatStopped(api, { rented: true, group: 'online' })
  await open(`/vehicleControlDetails?vehicleId=${car.vehicleId}`, 'fleet')
  await page.getByRole('button', { name: '查看轨迹' }).click()
  const sheet = page.getByRole('dialog', { name: '查看轨迹' })
  await sheet.getByRole('button', { name: '查看' }).click()
  await expect(sheet.getByText('请填写查看轨迹的原因，至少5个字')).toBeVisible()
  await sheet.getByText('核对还车里程').click()
  await sheet.getByRole('button', { name: '查看' }).click()
  await expect(page.getByText('最高车速')).toBeVisible()
  const moment = page.getByRole('slider', { name: '轨迹时刻' })
  await moment.press('End')
  await expect(moment).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d \d+ km\/h$/)
  await expect(page.getByText(/停 \d/).first()).toBeVisible()
  await expect(page.getByText('核对还车里程')).toBeVisible()
})

test('all cars are drawn on a map, where they move by what the stream tells', async ({ page, open, as }) => {
  const api = await as('fleet')
  await expect
    .poll(async () => (await api.ask(vehicleControl.page, { moving: true })).list.length, { timeout: 60_000 })
    .toBeGreaterThan(0)
  const streamed = page.waitForRequest(
    (request) => request.url().includes('/stream/v1/events') && request.url().includes('cars=1'),
  )
  // The map comes first.
  await open('/vehicleControl', 'fleet')
  await expect(page.getByText(/\d+ 辆在地图上/)).toBeVisible()
  await streamed
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.getByRole('tab', { name: /离线/ }).click()
  await expect(page).toHaveURL(/group=offline/)
  // The cars of the filter lie in a sheet over the map, which is pulled up.
  const sheet = page.getByRole('region', { name: '车辆', exact: true })
  const low = (await sheet.boundingBox())!.height
  await sheet.getByRole('button', { name: '展开车辆列表' }).click()
  await expect(sheet.getByRole('button', { name: '收起车辆列表' })).toBeVisible()
  await expect.poll(async () => (await sheet.boundingBox())!.height).toBeGreaterThan(low * 1.5)
})

test('a late car is found on the map, followed, and its way replayed', async ({ page, open, as }) => {
  const car = await carThatStopped(await as('owner'), { group: 'overdue' })
  await open('/vehicleControl?look=map', 'owner')
  await page.getByRole('tab', { name: /超时未还/ }).click()
  await expect(page).toHaveURL(/group=overdue/)
  await expect(page.getByText('在线行驶')).toBeVisible()
  // Its customer has it: where it is, is shown after a tap that is logged.
  await expect(page.getByText(/\d+ 辆在租车未显示/)).toBeVisible()
  await page.getByRole('button', { name: '查看位置' }).click()
  await expect(page.getByText(/^[1-9]\d* 辆在地图上/)).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: car.plate.slice(-4) })
    .getByRole('link')
    .first()
    .click()

  const place = page.getByRole('region', { name: '位置' })
  await expect(place.getByText('地图跟随车辆，拖动后停止')).toBeVisible()
  await expect(page.getByText('实时位置').first()).toBeVisible()
  const map = (await place.locator('canvas').boundingBox())!
  await page.mouse.move(map.x + 100, map.y + 100)
  await page.mouse.down()
  await page.mouse.move(map.x + 180, map.y + 130, { steps: 5 })
  await page.mouse.up()
  await place.getByRole('button', { name: '跟随车辆' }).click()
  await expect(place.getByText('地图跟随车辆，拖动后停止')).toBeVisible()

  await page.getByRole('button', { name: '查看轨迹' }).click()
  const sheet = page.getByRole('dialog', { name: '查看轨迹' })
  await sheet.getByText('超时未还，查找车辆').click()
  await sheet.getByRole('button', { name: '查看' }).click()
  const moment = page.getByRole('slider', { name: '轨迹时刻' })
  await page.getByText('60×').click()
  await page.getByRole('button', { name: '播放' }).click()
  await expect(page.getByRole('button', { name: '暂停' })).toBeVisible()
  await expect(moment).not.toHaveValue('0')
  await page.getByRole('button', { name: '暂停' }).press('Enter')
  await expect(page.getByRole('button', { name: '播放' })).toBeVisible()
  await moment.press('Home')
  // The car itself may stand, which its place says in like words.
  await page.getByRole('button', { name: /停 \d/ }).first().click()
  await expect(page.getByText(/第 1 处停车/)).toBeVisible()
})

test('devices are pasted as a table, and one goes into a car and out of it', async ({ page, open }) => {
  await open('/vehicleControl/device', 'owner')
  const number = String(Date.now()).slice(-9)
  await page.getByRole('button', { name: '更多', exact: true }).first().click()
  await page.getByRole('dialog', { name: '更多' }).getByText('批量添加').click()
  const paste = page.getByRole('dialog', { name: '批量添加设备' })
  await paste.getByLabel('设备').fill(`设备号\t终端ID\n7${number}\tE2E1\nabc`)
  await paste.getByRole('button', { name: '添加 1 台' }).click()
  await expect(paste.getByText('已添加1台，还有1行需要修改')).toBeVisible()
  await expect(paste.getByText('第1行：“abc”不是设备号')).toBeVisible()
  await expect(paste.getByLabel('设备')).toHaveValue('abc')
  await paste.getByLabel('设备').fill(`8${number}\tE2E2`)
  await paste.getByRole('button', { name: '添加 1 台' }).click()
  await expect(page.getByText('已添加 1 台设备')).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: `7${number}` })
  await card.getByRole('button', { name: '绑定车辆' }).click()
  const bind = page.getByRole('dialog', { name: '绑定车辆' })
  await bind.getByLabel('车辆').click()
  await page.getByRole('dialog', { name: '车辆' }).getByRole('option').first().click()
  await bind.getByRole('button', { name: '绑定' }).click()
  await expect(page.getByText('已绑定').last()).toBeVisible()
  await card.getByRole('button', { name: '解绑' }).click()
  const unbind = page.getByRole('dialog', { name: '解绑车辆' })
  await unbind.getByText('更换设备').click()
  await unbind.getByRole('button', { name: '解绑' }).click()
  await expect(card.getByRole('button', { name: '绑定车辆' })).toBeVisible()
})
