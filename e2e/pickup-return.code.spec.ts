import { order } from '@cheyi/contract/booking/order'
import { deposit } from '@cheyi/contract/money/deposit'
import { payment } from '@cheyi/contract/money/payment'
import { simulation } from '@cheyi/contract/platform/simulation'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { BrowserContext } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { openCard, sign } from './setup/handover.ts'
import { bookAtHand, bringBack, handOut, prepare, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* What a handover comes to is paid by the customer's phone, and the handover goes on by itself. */

/** The customer scans the code that is shown, and agrees. */
async function payCode(context: BrowserContext, api: Api, orderNo: string): Promise<void> {
  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject, state }) => subject.includes(orderNo) && state === 'waiting')!
  const phone = await context.newPage()
  await phone.goto(`/simulated-pay?no=${trade.no}`)
  await phone.getByRole('button', { name: '同意付款' }).click()
  await expect(phone.getByText('已付款')).toBeVisible()
}

test('a return is paid by a code: given up once, then paid, and the car is back by itself', async ({
  page,
  as,
  open,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId, orderNo } = await handOut(page, api, '孔扫码')
  // More than the days give back that are not used.
  await bringBack(page, api, orderId, 200_000)
  await open(`/order/return?orderId=${orderId}&rstep=9`)
  await sign(page)
  const money = await openCard(page, '钱')
  await money.getByText('收款', { exact: true }).click()
  await money.getByText('支付宝', { exact: true }).click()
  await expect(money.getByText('确认时出示收款码，客户付款后自动确认')).toBeVisible()
  await expect(money.getByRole('button', { name: '添加凭证' })).toHaveCount(0)

  const confirm = page.getByRole('button', { name: /^确认还车，收款 ¥/ })
  await confirm.click()
  const code = page.getByRole('dialog', { name: '支付宝收款' })
  await expect(code.getByRole('img', { name: '支付宝收款码' })).toBeVisible()
  await expect(code.getByRole('status').filter({ hasText: '付款后自动确认还车' })).toBeVisible()
  await code.getByRole('button', { name: '取消收款' }).click()
  await expect(code).toBeHidden()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.pickedUp })

  await confirm.click()
  await expect(code.getByRole('img', { name: '支付宝收款码' })).toBeVisible()
  await payCode(context, api, orderNo)
  await expect(page).toHaveTitle('车驿 · 订单详情')
  await expect(page.getByText('已还车').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.returned, fees: { owed: 0 } })
  const { list } = await api.ask(payment.flowList, { orderId })
  expect(list.filter(({ way }) => way === payWay.alipay)).toMatchObject([{ kind: payKind.settlement, direction: 'in' }])
})

test('a pickup whose rent is not paid shows the code when it is confirmed, and goes on once it is', async ({
  page,
  as,
  open,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId, orderNo } = await bookAtHand(api, '孔取车', 1)
  await takeDeposits(api, orderId)
  await prepare(page, api, orderId, handoverType.pickup)
  await open(`/order/pickup?orderId=${orderId}&rstep=9`)
  await sign(page)
  const money = await openCard(page, '钱')
  await money.getByText('微信', { exact: true }).click()
  const reason = page.getByLabel('放行原因')
  if (await reason.isVisible()) await reason.fill('客户夜间到店，提前交车')
  await page.getByRole('button', { name: /^确认交车，收款 ¥/ }).click()
  const code = page.getByRole('dialog', { name: '微信收款' })
  await expect(code.getByRole('status').filter({ hasText: '付款后自动确认交车' })).toBeVisible()
  await payCode(context, api, orderNo)
  await expect(page).toHaveTitle('车驿 · 订单详情')
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.pickedUp, fees: { owed: 0 } })
})

test('rent and both deposits are paid by codes that follow each other from one tap', async ({
  page,
  as,
  open,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId, orderNo } = await bookAtHand(api, '孔三码', 1)
  await open(`/order/pickup?orderId=${orderId}&rstep=7`)
  const money = await openCard(page, '钱')
  await money.getByText('微信', { exact: true }).click()
  await money.getByRole('button', { name: /^出示收款码 ¥.*，共 3 笔$/ }).click()
  const code = page.getByRole('dialog', { name: '微信收款' })
  const names = ['租金', '租车押金', '违章押金']
  for (const [n, title] of (['租车押金', '违章押金', '付完'] as const).entries()) {
    // The customer must know why another code follows, and that the one before has arrived.
    await expect(code.getByRole('heading')).toHaveText(`微信收款 ${n + 1}/3 · ${names[n]}`)
    if (n > 0) await expect(code.getByText(/^已收 租金 ¥/)).toBeVisible()
    await expect(code.getByRole('img', { name: '微信收款码' })).toBeVisible()
    await payCode(context, api, orderNo)
    const { rows } = await api.ask(deposit.forPickup, { orderId })
    const due = rows.filter((row) => row.due > 0).map((row) => depositKinds.text(row.kind))
    expect(due[0] ?? '付完').toBe(title)
    await expect
      .poll(
        async () =>
          (await api.ask(simulation.payTrades, {})).list.filter(
            ({ subject, state }) => subject.includes(orderNo) && state === 'waiting',
          ).length,
      )
      .toBe(title === '付完' ? 0 : 1)
  }
  await expect(code).toBeHidden()
  await expect(money.getByText(/^待收/)).toHaveCount(0)
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ fees: { owed: 0 } })
})
