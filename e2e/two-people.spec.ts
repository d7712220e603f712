import { order } from '@cheyi/contract/order'
import { vehicle } from '@cheyi/contract/vehicle'
import { book } from './prepare.ts'
import { expect, test } from './test.ts'

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
  const { list } = await colleague.ask(vehicle.available, { orderId })
  const { version } = await colleague.ask(order.detail, { orderId })
  await colleague.ask(vehicle.plan, { orderId, vehicleId: list[0]?.vehicleId ?? '', version })

  await page.getByRole('button', { name: /取消/ }).last().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /取消订单/ })
    .click()
  await expect(page.getByText('数据已被他人修改').first()).toBeVisible()
  await expect(note).toHaveValue('客户改了身份证号')
})
