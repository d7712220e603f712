import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { stock } from '@cheyi/contract/fleet/stock'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { HOUR, localDate } from '@cheyi/domain/time'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, farAhead } from './setup/prepare.ts'
import { ownCar } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A car goes to the garage: what stands on it moves, the stock knows, and it comes back. */

test('a car is planned for the garage over an order that has no claim to it', async ({ page, open, as }) => {
  const api = await as('manager')
  /** The car that an order has in prospect. */
  async function laneOf(orderId: string) {
    const { pickupAt: from, returnAt: to, pickupPlace, model } = await api.ask(order.detail, { orderId })
    const pool = { storeId: pickupPlace.storeId, modelId: model.modelId }
    const { vehicles } = await api.ask(stock.timeline, { ...pool, from: localDate(from), days: 2 })
    const { vehicleId } = vehicles.find(({ bars }) => bars.some((bar) => bar.order?.orderId === orderId))!
    return { car: vehicleId, from, to, lane: (id: string) => vehicles.find((one) => one.vehicleId === id)! }
  }
  /** An order whose car is at hand: one that is overdue goes to no garage. */
  async function bookedAtHand(): Promise<string> {
    const { orderId } = await book(api, { name: '席让车', inHours: farAhead(), orDaysLater: 9 })
    const { car: vehicleId, from: planStart, to: planEnd } = await laneOf(orderId)
    const refused = await api.ask(ticket.preview, { kind: 2, vehicleId, planStart, planEnd }).catch(() => null)
    return refused === null ? bookedAtHand() : orderId
  }
  const orderId = await bookedAtHand()
  const { car, from, to } = await laneOf(orderId)
  const query = new URLSearchParams({ vehicleId: car, from: String(from), to: String(to) })

  await open(`/tickets/maintaince/create?${query}`, 'manager')
  await expect(page.getByText(/1个订单将自动改派同款其他车/)).toBeVisible()
  await page.getByRole('button', { name: '新建维保单' }).click()
  await expect(page.getByText('请填写维修项目')).toBeVisible()
  await page.getByText('常规保养', { exact: true }).click()
  await page.getByLabel('维修项目').fill('更换机油机滤')
  await page.getByRole('button', { name: '新建维保单' }).click()
  await expect(page.getByText('维保单已新建，1个订单改派其他车')).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 维保单详情')
  await expect(page.getByText('待派单')).toBeVisible()

  // The order has another car, and the day says that this one is at the garage.
  const moved = await laneOf(orderId)
  expect(moved.car).not.toBe(car)
  expect(moved.lane(car).bars.map(({ kind, ticketId }) => [kind, ticketId !== null])).toContainEqual([2, true])

  // The car's own page leads to it; cancelled, it is sold again.
  await page.goto(`/inventory/detail/${car}`)
  await page
    .getByRole('button', { name: /常规保养/ })
    .first()
    .click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '取消工单' }).click()
  const sheet = page.getByRole('dialog', { name: '取消维保单' })
  await sheet.getByText('改期再修').click()
  await sheet.getByRole('button', { name: '取消工单' }).click()
  await expect(page.getByText('维保单已取消')).toBeVisible()
  await expect(page.getByText('已取消', { exact: true })).toBeVisible()
})

test('it is sent, finished, looked at and free again, with what was read off it and what it cost', async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const { vehicleId, plate, odometerKm } = await ownCar(api)
  const planStart = Date.now()
  const planEnd = planStart + 5 * HOUR
  const facts = { vehicleId, type: 2, items: '更换刹车片' } as const
  const { ticketId } = await api.ask(ticket.maintenanceCreate, { ...facts, planStart, planEnd })

  await open('/tickets', 'manager')
  await page.goto(`/tickets/maintaince/detail?ticketId=${ticketId}`)
  await expect(page.getByText(displayPlate(plate))).toBeVisible()
  await page.getByRole('button', { name: '送修' }).click()
  await page.getByRole('button', { name: '送修', exact: true }).click()
  await expect(page.getByText('请输入里程')).toBeVisible()
  await page.getByLabel('里程').fill(String(odometerKm + 5))
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '送修')
  await sent(page.locator('main'))
  await page.getByRole('button', { name: '送修', exact: true }).click()
  await expect(page.getByText('已送修')).toBeVisible()
  expect((await api.ask(inventory.detail, { vehicleId })).runState).toBe(60)

  await page.getByRole('button', { name: '完工', exact: true }).click()
  await page.getByRole('dialog', { name: '确认完工' }).getByRole('button', { name: '完工' }).click()
  await expect(page.getByText('待验收', { exact: true })).toBeVisible()
  // Whoever has the bill in hand enters it at once.
  const costs = page.getByRole('dialog', { name: '登记费用' })
  await costs.getByLabel('项目 1', { exact: true }).fill('刹车片')
  await costs.getByLabel('金额 1').fill('680')
  await costs.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('费用已保存')).toBeVisible()
  await page.getByRole('button', { name: '验收', exact: true }).click()
  await page.getByLabel('里程').fill(String(odometerKm + 9))
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '验收')
  await sent(page.locator('main'))
  await page.getByRole('button', { name: '验收通过' }).click()
  await expect(page.getByText('验收通过，车辆已恢复可租')).toBeVisible()
  const done = await api.ask(ticket.maintenanceDetail, { ticketId })
  expect(done).toMatchObject({ status: maintenanceStatus.done, odometerKm: odometerKm + 9, cost: { total: 68_000 } })
  expect((await api.ask(inventory.detail, { vehicleId })).runState).not.toBe(60)
})

test('a garage that was recorded twice is merged, and one is disabled', async ({ page, open, as }) => {
  const api = await as('owner')
  const stamp = Date.now() % 100_000
  const [right, wrong] = [`鸿运汽修${stamp}`, `鸿运${stamp}`]
  await api.ask(ticket.garageCreate, { name: right, phone: '021-55550001' })
  await api.ask(ticket.garageCreate, { name: wrong })

  await open(`/tickets/garages?keyword=${stamp}`, 'owner')
  const doubled = page.locator('.record-card').filter({ has: page.getByText(wrong, { exact: true }) })
  await doubled.getByRole('button', { name: '合并' }).click()
  const merge = page.getByRole('dialog', { name: `合并「${wrong}」` })
  await merge.getByRole('button', { name: '并入的维修厂' }).click()
  await page.getByRole('option', { name: right }).click()
  await merge.getByRole('button', { name: '合并', exact: true }).click()
  await expect(page.getByText('已合并')).toBeVisible()
  await expect(page.locator('.record-card')).toHaveCount(1)
  await expect(doubled).toHaveCount(0)

  await page.getByRole('button', { name: '修改' }).click()
  const edit = page.getByRole('dialog', { name: '修改维修厂' })
  await edit.getByRole('switch', { name: '启用' }).click()
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已停用')).toBeVisible()
})
