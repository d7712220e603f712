import { order } from '@cheyi/contract/booking/order'
import { cancelReason, orderStatus, responsibility, source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { agreeTo } from './approval.ts'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, farAhead, pay } from './setup/prepare.ts'
import { bookKnown, DEAR_PENALTY, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* Ending an order before its pickup: what it costs is on the page before anything is asked, and asked about twice. */

test('a free cancel gives back what was paid', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '退订一', inHours: 30 * 24 })
  await pay(api, booked)
  await open(`/order/detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '取消订单' }).click()
  await expect(page).toHaveTitle('车驿 · 取消订单')
  await expect(page.getByRole('table', { name: '取消时间与违约金' }).getByText('当前')).toBeVisible()
  await expect(page.getByText('退给客户').locator('..')).toContainText(formatMoney(booked.total))

  const submit = page.getByRole('button', { name: `取消并退 ${formatMoney(booked.total)}` })
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('请选择取消原因')
  await page.getByRole('radio', { name: '行程取消' }).check()
  await submit.click()
  const question = page.getByRole('dialog', { name: '取消订单？' })
  await expect(question).toContainText('违约金免费')
  await expect(question).toContainText(formatMoney(booked.total))
  await question.getByRole('button', { name: '再想想' }).click()
  await expect(question).toBeHidden()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ status: orderStatus.confirmed })

  await submit.click()
  await question.getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText(/^订单已取消，退款/)).toBeVisible()
  await page.goto(`/order/detail?orderId=${booked.orderId}`)
  await expect(page.getByText('取消中').first()).toBeVisible()
})

test('a refund by hand is on its card, and ended there', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '退订三', inHours: farAhead() })
  await pay(api, booked)
  const why = { reason: cancelReason.tripOff, responsibility: responsibility.customer, expectPenalty: 0 }
  await api.ask(order.cancel, { orderId: booked.orderId, ...why })

  await open(`/order?keyword=${booked.orderNo}`, 'finance')
  const card = page.getByRole('list', { name: '订单列表' })
  await expect(card.getByText('取消中')).toBeVisible()
  await card.getByRole('button', { name: '线下退款' }).click()
  const sheet = page.getByRole('dialog', { name: '线下退款' })
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(sheet)
  // How it went is asked, whatever way it had come.
  await sheet.getByRole('button', { name: '确认已退款' }).click()
  await expect(sheet.getByText('请选择退款方式')).toBeVisible()
  await sheet.getByText('银行转账', { exact: true }).click()
  await sheet.getByRole('button', { name: '确认已退款' }).click()
  await expect(page.getByText('已记为线下退款')).toBeVisible()
  await expect(card.getByText('已取消')).toBeVisible()
  await expect(card.getByText('线下退款')).toBeHidden()
})

test('a late cancel names its penalty, which only a reason waives', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '退订二', inHours: 12 })
  await pay(api, booked)
  const rule = await api.ask(order.cancelRule, { orderId: booked.orderId })
  expect(rule.penalty).toBeGreaterThan(0)

  await open(`/order/cancel?orderId=${booked.orderId}`, 'manager')
  const submit = page.getByRole('button', { name: /^取消并退/ })
  await expect(submit).toHaveText(`取消并退 ${formatMoney(booked.total - rule.penalty)}`)
  await expect(page.getByText('违约金', { exact: true }).locator('..')).toContainText(formatMoney(rule.penalty))
  await page.getByRole('radio', { name: '行程取消' }).check()
  await page.getByRole('switch', { name: '免违约金' }).check()
  await submit.click()
  await expect(page.getByText('免除违约金请填写说明')).toBeVisible()
  await page.getByRole('switch', { name: '免违约金' }).uncheck()
  await submit.click()
  const question = page.getByRole('dialog', { name: '取消订单？' })
  await expect(question).toContainText(formatMoney(rule.penalty))
  await expect(question).toContainText(formatMoney(booked.total - rule.penalty))
  await question.getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText(/^订单已取消/)).toBeVisible()
  const { cancel } = await api.ask(order.detail, { orderId: booked.orderId })
  expect(cancel?.penalty).toBe(rule.penalty)
})

test('a penalty that takes much from the deposit goes on when a second person agrees', async ({
  page,
  browser,
  as,
  open,
}) => {
  test.setTimeout(120_000)
  const api = await as()
  // A rental that costs more than its cancel, whichever model is free.
  const { orderId, orderNo } = await bookKnown(api, { name: '退订四', inHours: 20, days: 40, dear: source.partner8 })
  await takeDeposits(api, orderId)
  await open(`/order/cancel?orderId=${orderId}`)
  await page.getByRole('radio', { name: '行程取消' }).check()
  await page.getByRole('button', { name: /^取消/ }).last().click()
  const question = page.getByRole('dialog', { name: '取消订单？' })
  await expect(question).toContainText(formatMoney(DEAR_PENALTY))
  await question.getByRole('button', { name: '取消订单' }).click()
  const waits = page.getByRole('dialog', { name: '需另一名有权限的人员确认' })
  await expect(waits.getByRole('status').filter({ hasText: '等待审批' })).toBeVisible()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.confirmed })

  await agreeTo(browser, open, orderNo)
  await expect(page).not.toHaveURL(/\/order\/cancel/)
  await page.goto(`/order/detail?orderId=${orderId}`)
  await expect(page.getByText(/^(取消中|已取消)$/).first()).toBeVisible()
  const { cancel, fees } = await api.ask(order.detail, { orderId })
  expect({ penalty: cancel?.penalty, owed: fees.owed }).toEqual({ penalty: DEAR_PENALTY, owed: 0 })
})

test('a clerk who may not cancel hands it to who may in one tap, and hears that it was done', async ({
  page,
  open,
  as,
  browser,
}) => {
  const manager = await as('manager')
  const booked = await book(manager, { name: '取消问', inHours: farAhead() })
  await open(`/order/detail?orderId=${booked.orderId}`, 'clerk')
  await page.getByRole('button', { name: '更多' }).first().click()
  const cancel = page.getByRole('dialog').getByRole('button', { name: /^取消订单/ })
  await expect(cancel).toContainText(/「取消订单」由.*店长 .+办理 · 转给/)
  await cancel.click()
  await expect(page.getByText(/^已转给.+/)).toBeVisible()
  await page.getByRole('button', { name: '更多' }).first().click()
  await expect(cancel).toContainText(/已转给.+「取消订单」待办理 · 撤回/)
  await page.getByRole('button', { name: '关闭' }).click()

  // The manager finds it in the list of the day, and it leads to the order.
  const context = await browser.newContext()
  const other = await context.newPage()
  await open('/', 'manager', other)
  const row = other.getByRole('listitem').filter({ hasText: '取消问' }).filter({ hasText: '取消订单' })
  await row.getByRole('button', { name: '办理' }).click()
  await other.getByRole('dialog', { name: '请办理「取消订单」' }).getByRole('button', { name: '去办理' }).click()
  await expect(other).toHaveTitle('车驿 · 订单详情')
  await manager.ask(order.cancel, {
    orderId: booked.orderId,
    reason: cancelReason.tripOff,
    responsibility: responsibility.customer,
    expectPenalty: 0,
  })
  await other.goto('/')
  await expect(other.getByText('今日待办')).toBeVisible()
  await expect(row).toHaveCount(0)
  await context.close()
  await page.goto('/notices')
  await expect(page.getByText(/已办理「取消订单」/).first()).toBeVisible()
})
