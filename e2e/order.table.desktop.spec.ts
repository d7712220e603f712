import { inventory } from '@cheyi/contract/fleet/inventory'
import type { Page } from '@playwright/test'
import { expect, test } from './setup/test.ts'

/* Orders and vehicles as dense tables over the whole desktop. */

const heads = (page: Page) => page.getByRole('columnheader')

test('orders as a table: by keys, by chosen columns, which are kept', async ({ page, open }) => {
  await open('/order')
  await expect(page).toHaveURL(/\/order\/detail/)
  await page.getByRole('button', { name: '表格' }).click()
  await expect(page).toHaveURL(/\/order\?.*look=table/)
  const table = page.getByRole('table', { name: '订单列表' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await expect(heads(page).filter({ hasText: '来源' })).toHaveCount(0)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const current = table.locator('[aria-current]')
  const number = (await current.getByRole('link').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/detail/)
  await expect(page.getByText(number).first()).toBeVisible()
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()
  await page.goBack()
  await expect(table).toBeVisible()

  await page.getByRole('button', { name: /^列 \d/ }).click()
  await page.getByRole('checkbox', { name: '来源' }).check()
  await page.getByRole('checkbox', { name: '手机号' }).uncheck()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(heads(page).filter({ hasText: '来源' })).toBeVisible()
  await heads(page).getByRole('button', { name: '订单号' }).click()
  await expect(page).toHaveURL(/sort=newest/)
  await page.goto('/order')
  await expect(heads(page).filter({ hasText: '来源' })).toBeVisible()
  await expect(heads(page).filter({ hasText: '手机号' })).toHaveCount(0)

  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(page.getByText(/导出完成/)).toBeVisible({ timeout: 60_000 })
})

test('vehicles are chosen one by one, or all that match a filter before they are loaded', async ({
  page,
  open,
  as,
}) => {
  const { total } = await (await as()).ask(inventory.list, { group: 'rented', pageSize: 1 })
  await open('/inventory?group=rented')
  const rows = page.getByRole('table', { name: '车辆列表' }).getByRole('row')
  await rows.nth(1).getByRole('checkbox').check()
  await rows.nth(2).getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: '操作 2 辆' })).toBeVisible()
  await page.getByRole('button', { name: `全选 ${total} 辆` }).click()
  await expect(page.getByRole('button', { name: `操作 ${total} 辆` })).toBeVisible()
  await rows.nth(1).getByRole('checkbox').uncheck()
  await expect(page.getByRole('button', { name: `操作 ${total} 辆` })).toHaveCount(0)
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(rows.nth(2).getByRole('checkbox')).not.toBeChecked()
})

test('vehicles as a table, by what they were driven', async ({ page, open, as }) => {
  const { list } = await (await as()).ask(inventory.list, { sort: 'odometer', pageSize: 1 })
  await open('/inventory?look=table')
  await heads(page).getByRole('button', { name: '里程' }).click()
  const row = page.getByRole('table', { name: '车辆列表' }).getByRole('row').nth(1)
  await expect(row).toContainText(list[0]!.odometerKm.toLocaleString('en'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/inventory/detail/${list[0]!.vehicleId}`))
})
