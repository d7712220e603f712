import { freshMobile, register } from '../setup/register.ts'
import { expect, test } from '../setup/test.ts'

test('a new merchant is led through what it needs, and each step is ticked off by itself', async ({ page }) => {
  test.slow()
  await register(page, freshMobile(), 'Sunny2026x')
  await expect(page).toHaveTitle('车驿 · 工作台')
  const steps = page.getByRole('listitem').filter({ hasText: /去完成|未完成|已完成/ })
  const step = (name: string) => steps.filter({ hasText: name }).getByRole('link')
  await expect(page.getByRole('heading', { name: '开业准备' })).toBeVisible()
  await expect(step('地址、位置与营业时间')).toContainText('去完成')

  // Registration left a draft of the first store: it still has no place.
  await step('地址、位置与营业时间').click()
  await page.getByRole('textbox', { name: '门店地址', exact: true }).fill('人民路1号')
  const phone = page.getByRole('textbox', { name: '门店电话', exact: true })
  await phone.fill('0512-65000000')
  await page.getByRole('button', { name: '位置' }).click()
  await page.getByRole('textbox', { name: '位置', exact: true }).fill('120.62,31.32')
  await page.getByRole('button', { name: '确定' }).click()
  if ((await page.getByRole('group', { name: '时段 1' }).count()) === 0)
    await page.getByRole('button', { name: '添加时段' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('门店已保存')).toBeVisible()

  await page.goto('/model/edit/0')
  await page.getByRole('button', { name: '从车型库复制' }).click()
  const library = page.getByRole('dialog', { name: '车型库' })
  await library.getByPlaceholder('品牌、车系、车型').fill('卡罗拉双擎')
  await library.getByRole('button', { name: /卡罗拉双擎/ }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('车型已新建')).toBeVisible()

  await page.goto('/settings?tab=pay')
  await expect(page.getByText('以下为默认设置，请核对后保存确认')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('收款设置已保存，立即生效')).toBeVisible()

  await page.goto('/')
  for (const done of ['地址、位置与营业时间', '从车型库复制或新建', '确认收款方式'])
    await expect(step(done)).toContainText('已完成')
  await expect(step('从表格导入，上架后可租')).toContainText('去完成')
})
