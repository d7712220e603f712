import { photograph } from './setup/pictures.ts'
import { expect, test } from './setup/test.ts'

/* Papers that are read from their pictures: what is empty is filled and to be compared, what was typed stays. */

test('pictures of papers fill the form, and ask where something else was typed', async ({ page, open }) => {
  await open('/person/entry', 'clerk')
  await page.getByPlaceholder('与证件一致').fill('手填姓名')
  await page.getByText('客户同意留存证件照片').click()
  await photograph(page, page.getByRole('button', { name: '拍人像面' }), '人像面')
  await expect(page.getByText('已按照片填写证件号码、地址，请核对')).toBeVisible()
  await expect(page.getByPlaceholder('请输入证件号码')).toHaveValue(/^\d{17}[\dX]$/)
  await expect(page.getByPlaceholder('与证件一致')).toHaveValue('手填姓名')
  await expect(page.getByText('照片上的姓名是“演示客户”，与已填的不同')).toBeVisible()
  await page.getByRole('button', { name: '采用', exact: true }).click()
  await expect(page.getByPlaceholder('与证件一致')).toHaveValue('演示客户')

  // The second picture is there before the first is read.
  const read = Promise.withResolvers<void>()
  await page.route('**/api/person/v1/ocr', (route) => void read.promise.then(() => route.continue()), { times: 1 })
  await photograph(page, page.getByRole('button', { name: '拍国徽面' }), '国徽面')
  await photograph(page, page.getByRole('button', { name: '拍驾驶证正页' }), '驾驶证')
  await expect(page.getByRole('button', { name: '重拍驾驶证正页' })).toBeVisible()
  read.resolve()
  await expect(page.getByText('准驾车型、初次领证、驾驶证有效期，请核对')).toBeVisible()
  await expect(page.getByPlaceholder('如 C1')).toHaveValue('C1')
})
