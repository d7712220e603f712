import { expect, test } from './setup/test.ts'

/* Cars as assets: the list of a month, a car that was sold, and its loan. */

test('finance lists assets, enters what a sold car brought, and takes it back', async ({ page, open }) => {
  await open('/finance/assets?state=3', 'finance')
  await page.getByText('沪A·8D319').first().click()
  await page.getByRole('button', { name: '登记处置' }).click()
  const sheet = page.getByRole('dialog', { name: '登记处置' })
  await sheet.getByLabel('处置收入').fill('41200')
  await sheet.getByText('简易计税3%减按2%').click()
  await expect(sheet.getByText('其中增值税 ¥800.00')).toBeVisible()
  await sheet.getByRole('button', { name: '登记', exact: true }).click()
  await expect(page.getByText(/已登记处置/)).toBeVisible()
  await expect(page.getByRole('button', { name: '处置款 ¥41,200.00 已到账' })).toBeVisible()
  await page.getByRole('button', { name: '撤销处置' }).click()
  const cancel = page.getByRole('dialog', { name: '撤销处置登记' })
  await cancel.getByText('金额录错', { exact: true }).click()
  await cancel.getByRole('button', { name: '撤销', exact: true }).click()
  await expect(page.getByRole('button', { name: '登记处置' })).toBeVisible()
})

test('finance registers a loan of a car, and repays some of it', async ({ page, open }) => {
  const lender = `测试金融${Date.now() % 1_000_000}`
  await open('/finance/assets?state=2', 'finance')
  await page.getByText('沪A·8D306').first().click()
  await page.getByText('登记贷款', { exact: true }).click()
  const loan = page.getByRole('dialog', { name: '登记贷款' })
  await loan.getByLabel('贷款机构').fill(lender)
  await loan.getByLabel('贷款本金').fill('5000')
  await loan.getByRole('button', { name: '登记', exact: true }).click()
  await page.getByText(lender).first().click()
  const repay = page.getByRole('dialog', { name: `归还 ${lender}` })
  await repay.getByLabel('归还本金').fill('1000')
  await repay.getByRole('button', { name: '登记', exact: true }).click()
  await expect(page.getByText('¥4,000.00').first()).toBeVisible()
})

test('finance sees what the choice to post costs does, and leaves it off', async ({ page, open }) => {
  await open('/finance/assets', 'finance')
  await expect(page.getByText(/未记入账簿/)).toBeVisible()
  await page.getByRole('button', { name: '更多' }).first().click()
  await page.getByText('成本记账设置', { exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '成本记账设置' })
  await sheet.getByText('成本记入账簿').click()
  await expect(sheet.getByText(/作为期初入账/)).toBeVisible()
})
