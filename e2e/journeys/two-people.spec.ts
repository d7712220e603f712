import { order } from '@cheyi/contract/booking/order'
import { arrange } from '@cheyi/contract/rental/arrange'
import type { Page } from '@playwright/test'
import { book, bookArranged } from '../setup/prepare.ts'
import { expect, test } from '../setup/test.ts'

test('the second of two people at one order learns what changed, and keeps what was typed', async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { orderId } = await book(api, { name: '赵双开', inHours: 30 })
  await open(`/order/cancel?orderId=${orderId}`)
  await page.getByRole('radio', { name: '信息填错' }).click()
  const note = page.getByRole('textbox').first()
  await note.fill('客户改了身份证号')

  const colleague = await as('manager')
  const { list } = await colleague.ask(arrange.available, { orderId })
  const { version } = await colleague.ask(order.detail, { orderId })
  await colleague.ask(arrange.plan, { orderId, vehicleId: list[0]?.vehicleId ?? '', version })

  await page.getByRole('button', { name: /取消/ }).last().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /取消订单/ })
    .click()
  await expect(page.getByText('数据已被他人修改').first()).toBeVisible()
  await expect(note).toHaveValue('客户改了身份证号')
})

test('two phones at one handover: the later one is told what the other wrote and may take it', async ({
  page,
  browser,
  as,
  open,
}) => {
  const { orderId } = await bookArranged(await as(), { name: '钱两机', inHours: 40 })
  const address = `/order/pickup?orderId=${orderId}&rstep=5`
  const other = await (await browser.newContext()).newPage()
  await open(address)
  await open(address, 'manager', other)
  const kilometres = (at: Page) => at.getByLabel('当前里程')
  await kilometres(page).fill('88001')
  await kilometres(other).fill('88002')
  await other.getByRole('button', { name: '存草稿' }).click()
  await expect(other.getByText('草稿已保存')).toBeVisible()

  await page.getByRole('button', { name: '存草稿' }).click()
  const notice = page.getByText(/^数据已被他人修改（.*里程.*88,002 km/)
  await expect(notice).toBeVisible()
  await expect(kilometres(page)).toHaveValue('88,001')
  await page.getByRole('button', { name: '采用最新' }).click()
  await expect(kilometres(page)).toHaveValue('88,002')
  await expect(notice).toBeHidden()
  await other.context().close()
})
