import { inventory } from '@cheyi/contract/fleet/inventory'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { session } from '@cheyi/contract/platform/session'
import { relocationStatus } from '@cheyi/domain/fleet/ticket/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { HOUR } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { photograph } from './setup/pictures.ts'
import { carsFor } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A car is driven to another store, and belongs there from its arrival on. */

/** A car that may leave now: nobody has chosen or needs this very one. And another store. */
async function freeCar(api: Api) {
  const planStart = Date.now()
  const cars = await carsFor(api, 'free')
  for (const car of cars) {
    const to = cars.find(({ storeId }) => storeId !== car.storeId)
    if (car.openNo !== null || to === undefined) continue
    const asked = { kind: 1 as const, vehicleId: car.vehicleId, planStart, planEnd: planStart + 5 * HOUR }
    const effect = await api.ask(ticket.preview, { ...asked, toStoreId: to.storeId }).catch(() => null)
    if (effect !== null && effect.pinned.length + effect.harmed.length === 0)
      return { ...car, to, planStart, planEnd: asked.planEnd }
  }
  throw new Error('no car may leave')
}

/** Everything that is read off a car at one end. */
async function readOff(page: Page, km: number, words: string): Promise<void> {
  await page.getByLabel('里程').fill(String(km))
  for (const percent of ['油量', '电量']) {
    const field = page.getByLabel(percent)
    if (await field.isVisible()) await field.fill('60')
  }
  for (const side of ['前', '后', '左', '右'])
    await photograph(page, page.getByRole('button', { name: '添加照片' }), `${words}${side}`)
  // All of them are with the server.
  await expect(page.getByRole('button', { name: /^删除照片/ })).toHaveCount(4)
  await expect(page.locator('main').getByText(/上传中/)).toHaveCount(0)
}

test('a car is moved to another store: planned, let go, late, and received by a phone there', async ({
  page,
  browser,
  open,
  as,
}) => {
  const api = await as('manager')
  const { vehicleId, plate, odometerKm, to, planStart, planEnd } = await freeCar(api)

  const query = new URLSearchParams({ vehicleId, from: String(planStart), to: String(planEnd) })
  await open(`/tickets/shunting/create?${query}`, 'manager')
  await page.getByRole('button', { name: '新建调车单' }).click()
  await page.getByRole('button', { name: '调入门店', exact: true }).click()
  const stores = page.getByRole('dialog', { name: '调入门店' })
  await stores.getByText(to.storeName, { exact: true }).click()
  await page.getByText('库存平衡', { exact: true }).click()
  await page.getByRole('button', { name: '新建调车单' }).click()
  await expect(page.getByText(/调车单已新建/)).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 调车单详情')
  await expect(page.getByText(displayPlate(plate))).toBeVisible()
  const ticketId = new URL(page.url()).searchParams.get('ticketId')!

  await page.getByRole('button', { name: '出发', exact: true }).click()
  await page.getByRole('button', { name: '确认出发' }).click()
  await expect(page.getByText('请输入里程')).toBeVisible()
  await readOff(page, odometerKm + 5, '出发')
  await page.getByRole('button', { name: '确认出发' }).click()
  await expect(page.getByText(/已出发/).first()).toBeVisible()
  expect(await api.ask(ticket.relocationDetail, { ticketId })).toMatchObject({ status: relocationStatus.onTheWay })
  expect((await api.ask(inventory.detail, { vehicleId })).runState).toBe(50)

  await page.getByRole('button', { name: '延期' }).click()
  await page.getByRole('button', { name: '确认调整到达时间' }).click()
  await expect(page.getByText('请填写原因')).toBeVisible()
  await page.getByLabel('说明').fill('高架拥堵')
  await page.getByRole('button', { name: '确认调整到达时间' }).click()
  await expect(page.getByText('到达时间已调整').first()).toBeVisible()

  // The one there receives it; the one here sees it without asking.
  const there = await (await browser.newContext()).newPage()
  await open(`/tickets/shunting/detail?ticketId=${ticketId}`, 'fleet', there)
  await there.getByRole('button', { name: '到达', exact: true }).click()
  await readOff(there, odometerKm + 31, '到达')
  await there.getByRole('button', { name: '确认到达' }).click()
  await expect(there.getByText(/已到达/).first()).toBeVisible()
  await expect(there.getByText('26 km')).toBeVisible()
  await there.context().close()
  await expect(page.getByText('26 km')).toBeVisible()
  expect(await api.ask(ticket.relocationDetail, { ticketId })).toMatchObject({
    status: relocationStatus.done,
    start: { km: odometerKm + 5 },
    end: { km: odometerKm + 31 },
  })
  const cars = await api.ask(ticket.vehicles, { vehicleId })
  expect(cars.find((car) => car.vehicleId === vehicleId)?.storeId).toBe(to.storeId)
})

test('a move is planned anew, and called off on the way with where the car stands', async ({ page, open, as }) => {
  const api = await as('manager')
  const { vehicleId, odometerKm, storeName, to, planStart, planEnd } = await freeCar(api)
  const facts = { vehicleId, toStoreId: to.storeId, reason: 1 as const, planStart, planEnd, confirm: true }
  const { ticketId } = await api.ask(ticket.relocationCreate, facts)

  await open(`/tickets/shunting/detail?ticketId=${ticketId}`, 'manager')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 处理调车单')
  await page.getByLabel('备注').fill('走外环')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('调车单已修改').first()).toBeVisible()
  await expect(page.getByText('走外环')).toBeVisible()

  await page.getByRole('button', { name: '出发', exact: true }).click()
  await readOff(page, odometerKm + 2, '出发')
  await page.getByRole('button', { name: '确认出发' }).click()
  await expect(page.getByText(/已出发/).first()).toBeVisible()
  // The message comes before the page is asked for anew.
  await expect(page.getByText('在途', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '取消工单' }).click()
  const sheet = page.getByRole('dialog', { name: '取消调车单' })
  await sheet.getByText('车辆另有安排').click()
  await sheet.getByRole('button', { name: '取消工单' }).click()
  await expect(sheet.getByText('请选择车辆现在所在的门店')).toBeVisible()
  await sheet.getByRole('button', { name: '车辆所在门店' }).click()
  await page.getByRole('dialog', { name: '车辆所在门店' }).getByText(storeName, { exact: true }).click()
  await sheet.getByRole('button', { name: '取消工单' }).click()
  await expect(page.getByText('调车单已取消').first()).toBeVisible()
  expect(await api.ask(ticket.relocationDetail, { ticketId })).toMatchObject({ status: relocationStatus.cancelled })
  const cars = await api.ask(ticket.vehicles, { vehicleId })
  expect(cars.find((car) => car.vehicleId === vehicleId)?.storeName).toBe(storeName)
})

test('whoever is to drive a car to another store finds it among their deliveries', async ({ page, open, as }) => {
  const api = await as('manager')
  const { accountId } = await (await as('fleet')).ask(session.userInfo, {})
  const { vehicleId, plate, to, planStart, planEnd } = await freeCar(api)
  const facts = { vehicleId, toStoreId: to.storeId, reason: 1 as const, planStart, planEnd, confirm: true }
  const { ticketId } = await api.ask(ticket.relocationCreate, { ...facts, assigneeId: accountId! })
  await open('/driver', 'fleet')
  const moves = page.getByRole('region', { name: '调车' })
  await expect(moves.getByText(displayPlate(plate)).first()).toBeVisible()
  await moves.locator(`a[href*="ticketId=${ticketId}"]`).click()
  await expect(page).toHaveTitle('车驿 · 调车单详情')
})
