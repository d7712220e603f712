import { order } from '@cheyi/contract/booking/order'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { handOutOwn } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A handover by mistake is taken back, with everything that went with it. */

test('a pickup is undone from its order: what goes back is told, a reason asked for, and the car waits again', async ({
  page,
  as,
  open,
}) => {
  test.setTimeout(120_000)
  const api = await as()
  const { orderId } = await handOutOwn(page, api, '撤先生')
  const { fees } = await api.ask(order.detail, { orderId })
  await open(`/order/detail?orderId=${orderId}`)
  await page.getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('button', { name: '撤销取车', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '撤销取车' })
  await expect(sheet.getByText(/前可撤销，以下内容一并恢复$/)).toBeVisible()
  await expect(sheet.getByText('已取车 → 已排车')).toBeVisible()
  await expect(sheet.getByText('作废，照片保留')).toBeVisible()
  await sheet.getByRole('button', { name: '撤销取车' }).click()
  await expect(sheet.getByText('请填写撤销原因')).toBeVisible()
  await sheet.getByText('误操作', { exact: true }).click()
  await sheet.getByRole('button', { name: '撤销取车' }).click()
  await expect(page.getByText('已撤销取车')).toBeVisible()

  const after = await api.ask(order.detail, { orderId })
  expect(after.status).toBe(orderStatus.arranged)
  // What was paid stays.
  expect(after.fees.paid).toBe(fees.paid)
  expect((await api.ask(pickupReturn.records, { orderId, type: handoverType.pickup })).records).toEqual([])
  await expect(page.getByText(/^撤销取车 · .*误操作$/)).toBeVisible()
  await expect(page.getByRole('button', { name: '办理取车' })).toBeVisible()
})
