import { model } from '@cheyi/contract/fleet/model'
import { expect, test } from './setup/test.ts'

test('a model is copied from the library and made one’s own', async ({ page, open, as }, { project }) => {
  const config = `${project.name === 'phone' ? '手机' : '电脑'}版${Date.now() % 100_000}`
  await open('/model', 'manager')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('button', { name: '从车型库复制' }).click()
  const library = page.getByRole('dialog', { name: '车型库' })
  await library.getByPlaceholder('品牌、车系、车型').fill('海豹')
  await library.getByRole('button', { name: /比亚迪海豹/ }).click()
  await expect(page.getByRole('textbox', { name: '车型名称', exact: true })).toHaveValue('比亚迪海豹')
  await expect(page.getByRole('radio', { name: '纯电' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: '电池容量', exact: true })).toHaveValue('61.4')
  await expect(page.getByRole('textbox', { name: '油箱容积', exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: '配置', exact: true }).fill(config)
  await page.getByRole('textbox', { name: '每日限里程', exact: true }).fill('300')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('限里程时请填写超里程费')).toBeVisible()
  await page.getByRole('textbox', { name: '超里程费', exact: true }).fill('1.5')
  await page.getByRole('textbox', { name: '租车押金', exact: true }).fill('3000')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('车型已新建')).toBeVisible()

  const api = await as('manager')
  const [row] = (await api.ask(model.list, { keyword: config })).list
  expect(row).toMatchObject({
    name: '比亚迪海豹',
    batteryKwh: 61.4,
    depositRent: 300_000,
    overMileageFenPerKm: 150,
    mileageLimitKmPerDay: 300,
  })

  // The same once more is refused beside its name, and nothing typed is lost.
  await page.goto('/model/edit/0')
  await page.getByRole('button', { name: '从车型库复制' }).click()
  await library.getByPlaceholder('品牌、车系、车型').fill('海豹')
  await library.getByRole('button', { name: /比亚迪海豹/ }).click()
  await page.getByRole('textbox', { name: '配置', exact: true }).fill(config)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('车型已存在')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '配置', exact: true })).toHaveValue(config)
})
