import { expect, test } from './setup/test.ts'

test('finance registers a supplier’s invoice, is told of a wrong title and a double number, and chooses it for a month', async ({
  page,
  open,
}) => {
  const number = `2631${String(Date.now()).padStart(16, '0')}`
  const seller = `测试维修厂${number.slice(-6)}`
  await open('/finance/tax/inputs', 'finance')
  const register = async (buyer: string) => {
    await page.getByRole('button', { name: '更多' }).first().click()
    await page.getByText('登记发票', { exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '登记进项发票' })
    await sheet.getByLabel('发票号码').fill(number)
    await sheet.getByLabel('销售方', { exact: true }).fill(seller)
    await sheet.getByLabel('购买方名称').fill(buyer)
    await sheet.getByLabel('购买方税号').fill('91350100M000100Y43')
    await sheet.getByLabel('金额（不含税）').fill('1000')
    await sheet.getByLabel('税额').fill('130')
    await sheet.getByRole('button', { name: '保存' }).click()
    return sheet
  }
  const sheet = await register('别的公司')
  await expect(sheet.getByText(/购买方名称不是/)).toBeVisible()
  await sheet.getByLabel('购买方名称').fill('驰行汽车租赁有限公司')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet).toBeHidden()
  const again = await register('驰行汽车租赁有限公司')
  await expect(again.getByText('该发票号码已登记')).toBeVisible()

  await page.goto(`/finance/tax/inputs?keyword=${number}`)
  await page.getByText(seller).first().click()
  await page.getByRole('button', { name: '勾选抵扣' }).click()
  await page.getByRole('dialog', { name: '勾选抵扣' }).getByRole('button', { name: '勾选', exact: true }).click()
  await expect(page.getByText('已勾选').first()).toBeVisible()
})

test('finance opens the return of a month and sees what a figure is made of', async ({ page, open }) => {
  await open('/finance/tax', 'finance')
  // The second month: the first one may have ended after the demo was loaded, and then has no chosen invoices.
  await page.getByText('未申报').nth(1).click()
  await expect(page.getByText(/^销项税额/).first()).toBeVisible()
  await page.getByText(/认证相符的增值税专用发票 税额/).click()
  await expect(page.getByText('上海浦江汽车维修有限公司').first()).toBeVisible()
})
