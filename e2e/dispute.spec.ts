import { order } from '@cheyi/contract/booking/order'
import { handOutOwn } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* Everything about an order in one file, and whether a file that somebody brings is the one. */

test('the proof of an order is made on its page, kept with its papers, and known again by its code', async ({
  page,
  as,
  open,
}) => {
  test.setTimeout(120_000)
  const api = await as('third')
  const { orderId } = await handOutOwn(page, api, '举先生')
  await open(`/order/detail?orderId=${orderId}`, 'third')
  await page.getByRole('button', { name: /^生成举证文件/ }).click()
  const sheet = page.getByRole('dialog', { name: '举证文件' })
  await expect(sheet.getByText(/编号JZ\d+，已存入订单的合同$/)).toBeVisible({ timeout: 60_000 })
  const href = (await sheet.getByRole('link', { name: /^下载 举证文件JZ\d+\.pdf$/ }).getAttribute('href'))!
  const file = await (await page.request.get(href)).body()
  await page.keyboard.press('Escape')
  // It stands among the papers without a touch.
  await expect(page.getByRole('button', { name: /^举证文件.*已签章/ })).toBeVisible()
  const { agreements } = await api.ask(order.detail, { orderId })
  expect(agreements.filter(({ type }) => type === 6)).toHaveLength(1)

  await page.goto(file.toString('latin1').match(/\/agreement\/verify\?c=[\w-]+/)![0])
  await expect(page.getByText(/的举证文件，商家已签章$/)).toBeVisible()
  const compare = async (bytes: Buffer) => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^(选择 PDF 文件|换一个文件)$/ }).click()
    await (await chosen).setFiles({ name: 'pack.pdf', mimeType: 'application/pdf', buffer: bytes })
  }
  await compare(file)
  await expect(page.getByText('与已签文件一致，未被改动')).toBeVisible()
  const other = Buffer.from(file)
  other[other.length >> 1]! ^= 1
  await compare(other)
  await expect(page.getByText('与本文件不一致')).toBeVisible()
})
