import { order } from '@cheyi/contract/booking/order'
import { todo } from '@cheyi/contract/platform/todo'
import { formatAmount } from '@cheyi/domain/money'
import type { Page } from '@playwright/test'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { handOut } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* What is broken on a rental: written down, assessed, taken out of the deposit, given back in part, withdrawn. */

/** Adds a part by its name, for what it costs. */
async function addPart(page: Page, part: string, yuan: string): Promise<void> {
  await page.getByRole('button', { name: '按名称选' }).click()
  await page.getByRole('dialog', { name: '选择部位' }).getByRole('button', { name: part, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: part })
  await sheet.getByText('凹陷', { exact: true }).click()
  await sheet.getByLabel('维修费用').fill(yuan)
  await sheet.getByRole('button', { name: '添加', exact: true }).click()
}

test('a case is registered, assessed and taken out of the deposit; part of it goes back, another is withdrawn', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(180_000)
  const api = await as('manager')
  const { orderId } = await handOut(page, api, '卢定损')
  const waiting = async () => (await api.ask(todo.counts, {})).find(({ code }) => code === 'damage')!.count
  const deposit = async () => (await api.ask(order.detail, { orderId })).deposits[0]!
  const before = await waiting()
  const inHand = (await deposit()).available
  expect(inHand).toBeGreaterThan(60_000)

  await open(`/damage/record?orderId=${orderId}`, 'manager')
  await expect(page.getByText('暂无车损')).toBeVisible()
  await page.getByRole('button', { name: '登记车损' }).click()
  const register = page.getByRole('button', { name: '登记车损' })
  await register.click()
  await expect(page.getByText('请选择损伤部位')).toBeVisible()
  await addPart(page, '左前门', '600')
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '凹陷')
  await sent(page.locator('main'))
  await page.getByRole('textbox', { name: '车损说明' }).fill('客户报告停车时被撞')
  await register.click()
  await expect(page.getByText('车损已登记')).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 车损记录')
  await expect.poll(waiting).toBeGreaterThan(before)

  // What is broken is to be repaired: the ticket and the case name each other.
  await page.getByRole('button', { name: '建维保单' }).click()
  await expect(page.getByLabel('维修项目')).toHaveValue('左前门凹陷')
  await page.getByRole('button', { name: '新建维保单' }).click()
  await expect(page.getByText('维保单已新建')).toBeVisible()
  await page.getByRole('button', { name: /车损单/ }).click()
  await expect(page.getByRole('button', { name: /维保单 WB/ })).toBeVisible()
  await page.getByRole('button', { name: '定损', exact: true }).click()
  await page.getByText('定损并扣租车押金').click()
  await expect(page.getByText('扣款后可用').locator('..')).toContainText(formatAmount(inHand - 60_000))
  await page.getByRole('button', { name: '提交定损' }).click()
  await expect(page.getByText('已定损', { exact: true })).toBeVisible()
  await expect(page.getByText('已完成', { exact: true })).toBeVisible()
  expect(await deposit()).toMatchObject({ available: inHand - 60_000 })

  // Too much was taken: a part goes into the deposit again.
  await page.getByRole('button', { name: '退扣' }).click()
  await page.getByLabel('退还金额').fill('700')
  await page.getByLabel('退还原因').fill('定损过高')
  const refund = page.getByRole('button', { name: '确认退还' })
  await refund.click()
  await expect(page.getByText('退还金额不能超过已扣金额¥600.00')).toBeVisible()
  await page.getByLabel('退还金额').fill('250')
  await refund.click()
  await expect(page.getByText('已退回押金')).toBeVisible()
  expect(await deposit()).toMatchObject({ available: inHand - 35_000 })

  // Another is billed, and withdrawn before anything was paid of it.
  await open(`/damage/record?orderId=${orderId}`, 'manager')
  await expect(page.getByText('已退').locator('..')).toContainText('250.00')
  await page.getByRole('button', { name: '登记车损' }).click()
  await addPart(page, '右前门', '300')
  await photograph(page, page.getByRole('button', { name: '添加照片' }), '旧伤')
  await sent(page.locator('main'))
  await page.getByText('定损，稍后收款').click()
  await page.getByRole('button', { name: '提交定损' }).click()
  await expect(page.getByText('已定损，待收 ¥300.00')).toBeVisible()
  await expect(page.getByText('1 单未结')).toBeVisible()
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  const close = page.getByRole('dialog', { name: '关闭车损单' })
  await expect(close).toContainText('¥300.00 不再待收')
  await close.getByText('原有旧伤', { exact: true }).click()
  await close.getByRole('contentinfo').getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('车损单已关闭')).toBeVisible()
  await expect(page.getByText('关闭原因：原有旧伤')).toBeVisible()
  await expect(page.getByText('1 单未结')).toBeHidden()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ fees: { owed: 0 } })
})
