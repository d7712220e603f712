import { inventory } from '@cheyi/contract/fleet/inventory'
import { role } from '@cheyi/contract/platform/role'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { defaultRoleOf, menuOf } from '@cheyi/domain/permission'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { Page } from '@playwright/test'
import { book, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/** Two people, two browsers: what the one does, the other sees without a touch. */

const waiting = async (page: Page): Promise<number> => {
  const link = page.getByRole('link', { name: /^待排车/ }).first()
  return Number(((await link.textContent()) ?? '').replace(/\D/g, ''))
}
const listening = (page: Page) => page.waitForResponse(/\/api\/stream\/v1\/events/)

test('what one books, the other’s home counts', async ({ page, as, open }) => {
  const stream = listening(page)
  await open('/')
  await expect(page.getByRole('link', { name: /^待排车/ }).first()).toBeVisible()
  await stream
  const before = await waiting(page)
  await book(await as('manager'), { name: '孙实时', inHours: farAhead() })
  await expect.poll(() => waiting(page)).toBeGreaterThan(before)
})

test('what one books stands in the other’s list', async ({ page, as, open }) => {
  const stream = listening(page)
  await open('/order?sort=newest')
  await stream
  const name = '李同步'
  await expect(page.getByRole('listitem').or(page.getByRole('article')).first()).toBeVisible()
  await book(await as('manager'), { name, inHours: farAhead() })
  await expect(page.getByText(name).first()).toBeVisible()
})

test('who loses a right is shown out of the page it opened', async ({ page, as, open }) => {
  const api = await as()
  const { list } = await api.ask(role.page, {})
  const roleId = list.find(({ name }) => name === defaultRoleOf('C').name)?.roleId ?? '0'
  const stream = listening(page)
  await open('/order', 'clerk')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await stream
  try {
    const menuIds = defaultRoleOf('C').menuIds.filter((id) => id !== menuOf('order.list').id)
    await api.ask(role.auth, { roleId, menuIds })
    await expect(page).toHaveURL(/\/no-auth/)
  } finally {
    await api.ask(role.restore, { roleId })
  }
})

test('the notices say what others did, once read no more', async ({ page, as, open }) => {
  await book(await as('manager'), { name: '周消息', inHours: farAhead() })
  await open('/notices?unread=1')
  const notice = page.getByRole('listitem').filter({ hasText: '新订单' }).filter({ hasText: '未读' }).first()
  await notice.getByRole('button').click()
  // Unread notices of new orders are gathered, and then lead to their list.
  await expect(page).toHaveURL(/\/order(\/detail)?\?/)
  await page.goto('/notices')
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await expect(page.getByRole('button', { name: '全部标为已读' })).toBeDisabled()
})

test('a few signs find an order from the home, one tap opens it', async ({ page, as, open }) => {
  const { orderNo } = await book(await as(), { name: '司徒寻', inHours: farAhead() })
  await open('/')
  await page.getByRole('button', { name: /车牌、手机号/ }).click()
  await page.getByRole('searchbox').fill('司徒')
  await page
    .getByRole('button', { name: new RegExp(orderNo) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/order\/detail/)
})

test('the lists of roles and of cars are fresh while others change them', async ({ page, as, open }) => {
  const api = await as()
  const name = `值班${Date.now() % 100_000}`
  const roles = listening(page)
  await open('/role')
  await roles
  await expect(page.getByText(defaultRoleOf('C').name).first()).toBeVisible()
  const { roleId } = await api.ask(role.save, { name })
  await expect(page.getByText(name)).toBeVisible()
  await api.ask(role.remove, { roleId })
  await expect(page.getByText(name)).toHaveCount(0)

  const serial = String(Date.now() % 1_000_000).padStart(6, '0')
  const plate = `沪${serial[0]! < '5' ? 'K' : 'L'}${serial.slice(1)}`
  const [like] = (await api.ask(inventory.list, { pageSize: 1 })).list
  const cars = listening(page)
  await open(`/inventory?keyword=${plate}`)
  await cars
  await expect(page.getByText('没有匹配的车辆')).toBeVisible()
  const { modelId, homeStoreId } = like!
  const car = await api.ask(inventory.save, { plate, vin: `LSVNV2186E2${serial}`, modelId, homeStoreId })
  const row = page.getByText(displayPlate(plate)).first()
  await expect(row).toBeVisible()
  // Gone again: the demo keeps the cars that it had.
  await api.ask(inventory.setLifecycle, { vehicleId: car.vehicleId, lifecycle: lifecycle.disposed })
  await expect(row).toBeHidden()
})
