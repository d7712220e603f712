import { expect, type Page } from '@playwright/test'

/** Chooses a CSV of these rows on the page of an import, and waits until it was tried. */
export async function tryTable(page: Page, name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /选择表格/ }).click()
  const buffer = Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'))
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByText('检查完成')).toBeVisible({ timeout: 60_000 })
}
