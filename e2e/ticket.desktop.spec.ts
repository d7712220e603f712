import { ticketColumns } from '@cheyi/domain/fleet/ticket/columns'
import { expect, test } from './setup/test.ts'

/* Tickets as a table over the whole desktop, and as a file. */

test('tickets of one kind stand in a table, and leave as a file', async ({ page, open }) => {
  await open('/tickets/maintaince', 'manager')
  const table = page.getByRole('table', { name: '维保单' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText('维保 · ')

  await page.locator('label').filter({ hasText: /^待办/ }).click()
  await expect(page.getByRole('radio', { name: /^待办/ })).toBeChecked()
  await expect(table.getByRole('row').nth(1)).toContainText('待')
  await page.getByRole('button', { name: /^列 \d/ }).click()
  await page.getByRole('checkbox', { name: '车型' }).uncheck()
  await page.getByRole('checkbox', { name: '创建时间' }).check()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(table.getByRole('columnheader', { name: '创建时间' })).toBeVisible()
  const heads = (await table.getByRole('columnheader').allTextContents()).filter(Boolean)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const asked = page.waitForRequest('**/ticket/v1/export')
  await page.getByRole('button', { name: 'CSV' }).click()
  const { columns } = (await asked).postDataJSON() as { columns: (keyof typeof ticketColumns)[] }
  expect(columns.map((key) => ticketColumns[key])).toEqual(heads)
  await expect(page.getByText(/共\d+单/)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')

  const plate = await first.getByRole('link').getByRole('img').getAttribute('aria-label')
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/tickets\/maintaince\/detail/)
  // The list stays behind the page, hidden.
  await expect(page.getByRole('img', { name: plate! }).filter({ visible: true }).first()).toBeVisible()
})
