import { order } from '@cheyi/contract/booking/order'
import { violation } from '@cheyi/contract/rental/violation'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/* A violation: entered, whose it is, corrected, decided by somebody who knows, and none after all. */

/** An order that has been out for some hours. */
async function outFor(api: Api) {
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.pickedUp],
    pageSize: 60,
  })
  for (const { orderId } of list) {
    const detail = await api.ask(order.detail, { orderId })
    const from = detail.actualPickupAt
    if (from !== null && detail.vehicle !== null && Date.now() - from > 6 * HOUR)
      return { orderId, orderNo: detail.orderNo, plate: detail.vehicle.plate, from }
  }
  throw new Error('no order has been out for so long')
}

const facts = { act: '不按导向车道行驶', place: '延安高架虹许路匝道', points: 2, fine: 10_000 }

test('one that is entered finds its order, and stands on the order’s page and in the list', async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const { orderId, orderNo, plate, from } = await outFor(api)
  const { violationId } = await api.ask(violation.create, {
    plate,
    occurAt: from + 2 * HOUR + Math.floor(Math.random() * 180) * MINUTE,
    ...facts,
    docNo: `${Date.now()}`,
  })
  await open(`/illegals/detail?violationId=${violationId}`, 'manager')
  await expect(page.getByText('自动匹配').first()).toBeVisible()
  await expect(page.getByText(orderNo)).toBeVisible()
  await page.goto(`/order/detail?orderId=${orderId}`)
  await expect(page.getByText(/条未结/)).toBeVisible()
  await page.goto(`/illegal/record?orderId=${orderId}`)
  // By its address: another test may bring a violation of the same act to the same order meanwhile.
  await page.locator(`a[href*="violationId=${violationId}"]`).click()
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByLabel('罚款金额').fill('150')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('违章已修改')).toBeVisible()
  await expect(page.getByText('¥150.00', { exact: true })).toBeVisible()
  expect((await api.ask(violation.detail, { violationId })).fine).toBe(15_000)
})

test('one that nobody drove is matched by who knows, and voided when it was none', async ({ page, open, as }) => {
  const api = await as('manager')
  const { orderNo, plate, from } = await outFor(api)
  // Another minute each time: it is none before.
  const occurAt = from - (20 + Math.floor(Math.random() * 90)) * MINUTE
  const { violationId } = await api.ask(violation.create, { plate, occurAt, ...facts, docNo: `${Date.now()}` })
  await open(`/illegals?keyword=${plate}`, 'manager')
  await expect(page.getByText(displayPlate(plate)).first()).toBeVisible()
  await page.goto(`/illegals/detail?violationId=${violationId}`)
  await page.getByRole('button', { name: /匹配/ }).click()
  const sheet = page.getByRole('dialog', { name: '匹配违章' })
  await sheet.getByText('请选择', { exact: true }).click()
  await page.getByRole('option', { name: new RegExp(orderNo) }).click()
  await sheet.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已匹配')).toBeVisible()
  await expect(page.getByText('人工匹配').first()).toBeVisible()
  await page.getByRole('button', { name: '作废' }).click()
  const reason = page.getByRole('dialog', { name: '作废违章' })
  await reason.getByText('登记有误').click()
  await reason.getByRole('button', { name: '作废' }).click()
  await expect(page.getByText('违章已作废')).toBeVisible()
  await expect(page.getByText('已作废', { exact: true })).toBeVisible()
})
