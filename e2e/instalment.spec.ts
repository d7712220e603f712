import { order } from '@cheyi/contract/booking/order'
import { instalment } from '@cheyi/contract/rental/instalment'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import type { Page } from '@playwright/test'
import { confirmHours } from './setup/booking.ts'
import { expect, test } from './setup/test.ts'

/* A long rental: sold by term with its plan in sight, its first instalment taken at the counter, the next one postponed. */

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('is sold for six months with its plan, changed to three, and its first instalment is collected', async ({
  page,
  open,
}) => {
  await open('/long-order/create', 'second')
  await page.getByRole('button', { name: '虹桥机场店' }).click()
  await page.getByRole('radiogroup', { name: '租期' }).getByText('6个月').click()
  const models = page.getByRole('radiogroup', { name: '车型', exact: true })
  await models
    .locator('label')
    .filter({ hasNotText: /已满|停售/ })
    .first()
    .click()
  await field(page, '手机号').fill('13917265580')
  await field(page, '姓名').fill('长租客户')
  await expect(page.getByText('共 6 期')).toBeVisible()
  await page.getByRole('button', { name: '提交订单' }).click()
  const detail = page.getByRole('heading', { level: 1, name: '长租订单详情' })
  await confirmHours(page, detail)
  await expect(detail).toBeVisible()
  await expect(page.getByRole('heading', { name: '付款计划' })).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('dialog', { name: '更多操作' }).getByText('改单', { exact: true }).click()
  const mend = page.getByRole('dialog', { name: '改单' })
  await mend.getByRole('button', { name: '3个月' }).click()
  await expect(mend.getByText('第 3 期')).toBeVisible()
  await mend.getByRole('button', { name: /^确认改单，总额 ¥/ }).click()
  await expect(mend).toBeHidden()
  await expect(page.getByText(/已付 0\/3 期/)).toBeVisible()
  await page.getByRole('button', { name: '全部分期' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '付款计划' })).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('get_instalment_pay')) asked++
  })
  await page.getByRole('button', { name: '收款' }).last().click()
  const sheet = page.getByRole('dialog', { name: '第 1 期收款' })
  await sheet.getByText('银行转账').click()
  await sheet.getByRole('button', { name: /^收款/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('已支付')).toBeVisible()
  // What is settled is refused: the sheet that closes does not ask for it once more.
  expect(asked).toBe(1)
  await expect(page.getByRole('listitem').filter({ hasText: '已付1期' })).toBeVisible()
  await page.getByRole('button', { name: '改期' }).first().click()
  await page.getByRole('dialog', { name: '第 2 期改期' }).getByRole('button', { name: '改期', exact: true }).click()
  await expect(page.getByText(/（原 (\d{4}-)?\d{2}-\d{2}）/)).toBeVisible()
})

test('ends before its last date: what it comes to is seen before, and its plan says so', async ({ page, open, as }) => {
  const api = await as()
  const { list } = await api.ask(order.list, { orderKind: orderKind.long, status: [orderStatus.pickedUp] })
  const plans = await Promise.all(
    list.map(async ({ orderId }) => ({ orderId, ...(await api.ask(instalment.list, { orderId })) })),
  )
  const { orderId } = plans.find(({ endDates }) => endDates !== null)!
  await open(`/long-order/instalment-list?orderId=${orderId}`)
  await page.getByRole('button', { name: '提前退租' }).click()
  const sheet = page.getByRole('dialog', { name: '提前退租' })
  await expect(sheet.getByText('违约金', { exact: true })).toBeVisible()
  await sheet.getByRole('switch', { name: /商家责任/ }).check()
  await sheet.getByText('车辆故障').click()
  await sheet.getByRole('button', { name: '提前退租', exact: true }).click()
  await expect(page.getByText(/已约定 \d{4}-\d{2}-\d{2} 退租（商家责任：车辆故障）/)).toBeVisible()
  await expect(page.getByRole('button', { name: '提前退租', exact: true })).toBeHidden()
  await expect(page.getByText('提前终止协议：未生成')).toBeVisible()
  await page.getByRole('button', { name: '签署协议' }).click()
  const paper = page.getByRole('dialog', { name: '提前终止协议' })
  await paper.getByRole('button', { name: '客户在纸上签字？上传纸质合同' }).click()
  await paper.getByRole('button', { name: '生成合同以打印' }).click()
  const file = await paper.getByRole('link', { name: '打印合同（PDF）' }).getAttribute('href', { timeout: 60_000 })
  expect((await page.request.get(file!)).headers()['content-type']).toBe('application/pdf')
  await paper.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('提前终止协议：待签署')).toBeVisible()
  await page.getByRole('button', { name: '撤销提前退租' }).click()
  const back = page.getByRole('dialog', { name: '撤销提前退租' })
  await back.getByText('客户继续租用').click()
  await back.getByRole('button', { name: '撤销提前退租' }).click()
  await expect(page.getByText(/已约定 \d{4}-\d{2}-\d{2} 退租/)).toBeHidden()
  await expect(page.getByRole('button', { name: '提前退租', exact: true })).toBeVisible()
})
