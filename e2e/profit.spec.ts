import { inventory } from '@cheyi/contract/fleet/inventory'
import { profit } from '@cheyi/contract/insight/profit'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { expect, test } from './setup/test.ts'

/* The owner sees what a car earns and costs, adds a cost, and opens what a figure is made of. */

test('a cost that is entered lowers what the car contributes, and opens from its month', async ({ page, open, as }) => {
  const api = await as('owner')
  await open('/profit?when=month&sort=cost', 'owner')
  await expect(page.getByText(/收入与用车统计至|正在首次统计/)).toBeVisible()
  const { list } = await api.ask(profit.list, { sort: 'cost', pageSize: 1 })
  const [{ vehicleId, plate } = { vehicleId: '', plate: '' }] = list
  await open(`/profit/car/${vehicleId}`, 'owner')
  await expect(page.getByRole('heading', { name: new RegExp(plate.slice(-4)) })).toBeVisible()
  const before = (await api.ask(profit.car, { vehicleId })).months[0]!
  await page.getByRole('button', { name: '登记费用' }).click()
  const sheet = page.getByRole('dialog', { name: '登记费用' })
  await sheet.getByLabel('费用类型').click()
  await page.getByRole('dialog', { name: '费用类型' }).getByText('停车', { exact: true }).click()
  await sheet.getByLabel('金额（含税）').fill('123.45')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('费用已登记')).toBeVisible()
  await expect(sheet).toBeHidden()
  const after = (await api.ask(profit.car, { vehicleId })).months.find(({ month }) => month === before.month)!
  expect(after.sums.running).toBe(before.sums.running + 12_345)
  await page.locator(`a[href="/inventory/cost/${vehicleId}?from=${before.month}&to=${before.month}"]`).click()
  await expect(page.getByRole('list', { name: '费用' }).getByText('¥123.45')).toBeVisible()
})

test('cars that lose money come first, are counted, and can be shown alone; a press opens one', async ({
  page,
  open,
  as,
}) => {
  const api = await as('owner')
  const { list, found } = await api.ask(profit.list, { pageSize: 1 })
  expect(found!.losing).toBeGreaterThan(0)
  await open('/profit', 'owner')
  const figure = page.locator('.card', { hasText: '亏损车辆' })
  await expect(figure).toContainText(`${found!.losing} 辆`)
  await figure.getByRole('button', { name: '只看这些' }).click()
  await expect(page).toHaveURL(/only=losing/)
  const cars = page.getByRole('list', { name: '车辆' }).getByRole('listitem')
  // What a bar shows stands beside it in words.
  await expect(cars.first()).toContainText(/负 [\d.]+ 元/)
  await expect(cars.first().locator('.zero-bar-below')).toBeVisible()
  await expect(figure).toContainText(`${found!.losing} 辆`)
  await page.getByRole('button', { name: '移除 只看亏损' }).click()
  await expect(page).not.toHaveURL(/only=/)
  await cars.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/profit/car/${list[0]!.vehicleId}`))
})

test('a car shows the way to its price, and its page what takes it in the next weeks', async ({ page, open, as }) => {
  const api = await as('owner')
  const { list } = await api.ask(profit.list, { sort: 'rented', pageSize: 20 })
  const cars = await Promise.all(list.map(({ vehicleId }) => api.ask(profit.car, { vehicleId })))
  const priced = cars.find(({ paidBack }) => paidBack !== null)!
  // Other flows enter costs of cars meanwhile.
  const answer = page.waitForResponse((response) => response.url().endsWith(profit.car.path))
  await open(`/profit/car/${priced.vehicleId}`, 'owner')
  const shown: OutputOf<typeof profit.car> = (await (await answer).json()).data
  await expect(page.getByText(`已回本 ${shown.paidBack! / 100}%`)).toBeVisible()
  await expect(page.locator('.paired-columns > div')).toHaveCount(Math.min(12, shown.months.length))
  // No column of the months is cut on a phone.
  const table = page.getByRole('table', { name: '各月收入、费用与毛利' })
  expect(await table.evaluate((one) => one.scrollWidth <= one.parentElement!.clientWidth)).toBe(true)

  const { list: rented } = await api.ask(inventory.list, { group: 'rented', pageSize: 1 })
  await page.goto(`/inventory/detail/${rented[0]!.vehicleId}`)
  const weeks = page.locator('section', { has: page.getByRole('heading', { name: '本周起六周' }) })
  await expect(weeks.getByRole('list', { name: '占用' }).getByRole('link').first()).toBeVisible()
  await expect(weeks.getByText(/整天空闲/)).toBeVisible()
  await weeks.getByRole('list', { name: '占用' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/rder/)
})
