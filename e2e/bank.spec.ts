import { expect, test } from './setup/test.ts'

test('finance matches a line of the bank, undoes it, marks one of other books, and compares the balances', async ({
  page,
  open,
}) => {
  // By its words: how many newer lines wait depends on the day.
  await open('/finance/bank?keyword=管理费', 'finance')
  await page.getByText('手续费 对公账户管理费').first().click()
  const sheet = page.getByRole('dialog', { name: '支出 ¥15.00' })
  await expect(sheet.getByText('银行手续费 ¥15.00')).toBeVisible()
  await sheet.getByRole('button', { name: '匹配', exact: true }).click()
  await expect(page.getByText('手续费 对公账户管理费')).toHaveCount(0)

  await page.goto('/finance/bank?group=matched&keyword=15')
  await page.getByText('手续费 对公账户管理费').first().click()
  await page.getByRole('button', { name: '撤销匹配' }).click()
  const reason = page.getByRole('dialog', { name: '撤销匹配' })
  await reason.getByText('选错账簿记录').click()
  await reason.getByRole('button', { name: '撤销匹配' }).click()
  await expect(page.getByText('已撤销匹配')).toBeVisible()

  await page.goto('/finance/bank?keyword=虹桥物业')
  await page.getByText('上海虹桥物业管理有限公司').first().click()
  await page.getByRole('button', { name: '账外' }).click()
  const outside = page.getByRole('dialog', { name: /^账外流水/ })
  await outside.getByText('房租水电').click()
  await outside.getByRole('button', { name: '标记为账外' }).click()
  await expect(page.getByText('已标记为账外')).toBeVisible()

  await page.goto('/finance/bank/days')
  await expect(page.getByText('账外流水')).toBeVisible()
  await expect(page.getByText(/差额/).first()).toBeVisible()
})
