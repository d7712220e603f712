import { agreement } from '@cheyi/contract/rental/agreement'
import { expect, test } from './setup/test.ts'

test('a template is written with variables, judged at its place, shown as a sample, and kept as a version', async ({
  page,
  open,
  as,
}) => {
  const api = await as('owner')
  await open('/settings')
  await page.getByRole('button', { name: '合同模板' }).click()
  await page.getByRole('tab', { name: '还车合同' }).click()
  await expect(page.getByRole('heading', { name: '系统范本' })).toBeVisible()

  await page
    .getByRole('button', { name: /第4条.*遗留物品/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: '第4条' })
  const words = sheet.getByLabel('条款内容')
  await words.fill('请取走车内物品，三日内致电{{门店电活}}领取。')
  await sheet.getByRole('button', { name: '确定' }).click()
  await expect(sheet.getByText('内容中没有「门店电活」这个变量')).toBeVisible()
  await words.fill('请取走车内物品，三日内致电领取。')
  // Behind 致电.
  await words.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(13, 13))
  await sheet.getByRole('button', { name: '门店电话', exact: true }).click()
  await expect(words).toHaveValue('请取走车内物品，三日内致电{{门店电话}}领取。')
  await sheet.getByRole('button', { name: '确定' }).click()

  // The first clause is the one that names renter and car.
  await page.getByRole('button', { name: '第1条的更多操作' }).click()
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '保存为第1版' }).click()
  await expect(page.getByText('条款中还没有写明「承租方」、「车牌号」')).toBeVisible()
  await page.getByRole('button', { name: '添加条款' }).click()
  const added = page.getByRole('dialog')
  await added.getByLabel('条款标题').fill('还车确认')
  await added.getByLabel('条款内容').fill('{{承租方}}已交还{{车牌号}}。')
  await added.getByRole('button', { name: '确定' }).click()

  await page.getByRole('button', { name: '生成样张' }).click()
  const sample = await page.getByRole('link', { name: '打开样张' }).getAttribute('href')
  const file = await page.request.get(sample ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')

  await page.getByRole('button', { name: '保存为第1版' }).click()
  await expect(page.getByText('已保存为第1版，之后生成的合同使用它')).toBeVisible()
  await expect(page.getByRole('heading', { name: '第1版' })).toBeVisible()
  const { templates } = await api.ask(agreement.templates, {})
  expect(templates[1]!.clauses.map(({ text }) => text)).toContain('{{承租方}}已交还{{车牌号}}。')

  await page.getByRole('button', { name: '历史版本' }).click()
  const versions = page.getByRole('dialog', { name: '历史版本' })
  await versions.getByText('系统范本').click()
  await page.getByRole('button', { name: '以此为底稿修改' }).click()
  await page.getByRole('button', { name: '保存为第2版' }).click()
  await expect(page.getByText('已保存为第2版')).toBeVisible()
})
