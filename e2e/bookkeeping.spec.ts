import { readFile } from 'node:fs/promises'
import { expect, test } from './setup/test.ts'

test('the bookkeeper makes the vouchers of a closed month again, with an account code of its own, for 用友', async ({
  page,
  open,
}) => {
  await open('/finance/vouchers', 'finance')
  // A tap anywhere on the card of a voucher opens it, not only on its number.
  await page
    .getByText(/收入确认/)
    .first()
    .click({ force: true })
  const voucher = page.getByRole('dialog', { name: /^记-\d+$/ })
  await expect(voucher.getByText('222101 应交税费_应交增值税_销项税额', { exact: false }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '科目编码' }).click()
  await page.getByText('1002 银行存款', { exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '银行存款' })
  await sheet.getByLabel('科目编码').fill('工行')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('科目编码为1-30位数字、字母、点或横线')).toBeVisible()
  await sheet.getByLabel('科目编码').fill('1002.01')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('1002.01 银行存款', { exact: true })).toBeVisible()

  await page.goto('/finance/vouchers')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByRole('button', { name: '开始生成' }).click()
  await expect(page.getByText(/\d+ 张凭证已完成/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '完成', exact: true }).click()

  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '导出用友凭证' }).click()
  const link = page.getByRole('link', { name: /用友凭证/ })
  await expect(link).toBeVisible({ timeout: 30_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = new TextDecoder('gbk').decode(await readFile(await download.path()))
  expect(text.split('\r\n')[0]).toBe('填制凭证,V800')
  expect(text).toContain(',1002.01,')
})

test('finance opens the orders by which a month of an earlier release differs, and exports them', async ({
  page,
  open,
}) => {
  await open('/finance/closing', 'finance')
  await page
    .getByText(/\d{4}-\d{2} 收入差异/)
    .first()
    .click()
  await expect(page.getByText('收入合计')).toBeVisible()
  await expect(page.getByText(/差额 .* 是以下 \d+ 单的合计/)).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByRole('link', { name: /收入差异/ })).toBeVisible({ timeout: 30_000 })
})
