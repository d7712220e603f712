import { deposit } from '@cheyi/contract/deposit'
import { order } from '@cheyi/contract/order'
import { payment } from '@cheyi/contract/payment'
import { simulation } from '@cheyi/contract/simulation'
import { formatMoney } from '@cheyi/domain/money'
import { book, bookArranged, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* Money by a code: the shop shows it, the customer pays on a phone of their own, and the shop's page says so by itself. */

test('a customer scans the code on the screen and pays', async ({ page, open, as, context }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '扫码一', inHours: farAhead() })
  await open(`/order?keyword=${booked.orderNo}`, 'manager')
  await page.getByRole('list', { name: '订单列表' }).getByRole('link').click()
  await page.getByRole('button', { name: '明细与流水' }).click()
  await page.getByRole('button', { name: /^收款/ }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await sheet.getByText('支付宝').click()
  await expect(sheet.getByRole('button', { name: '添加凭证' })).toHaveCount(0)
  await sheet.getByRole('button', { name: `出示收款码 ${formatMoney(booked.total)}` }).click()
  const code = page.getByRole('dialog', { name: '支付宝收款' })
  await expect(code.getByRole('img', { name: '支付宝收款码' })).toBeVisible()
  await expect(code.getByRole('status').filter({ hasText: '请客户用支付宝扫码付款' })).toBeVisible()

  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject }) => subject.includes(booked.orderNo))!
  const phone = await context.newPage()
  await phone.goto(`/simulated-pay?no=${trade.no}`)
  await expect(phone.getByText(formatMoney(booked.total))).toBeVisible()
  await phone.getByRole('button', { name: '同意付款' }).click()
  await expect(phone.getByText('已付款')).toBeVisible()

  await expect(code).toBeHidden()
  await expect(page.getByText('已收款')).toBeVisible()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 0 } })
})

test('a code is given up, and the deposit is paid by another', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '扫码二', inHours: farAhead() })
  const { rows } = await api.ask(deposit.forPickup, { orderId: booked.orderId })
  const rental = rows.find(({ kind }) => kind === 1)!
  const asked = { orderId: booked.orderId, payKind: 2, refId: rental.depositId, amount: rental.due, payWay: 2 } as const
  const { paymentId } = await api.ask(payment.collect, asked)
  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject }) => subject === `租车押金 ${booked.orderNo}`)!
  await open(`/simulated-pay?no=${trade.no}`, 'manager')
  await page.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText('已付款')).toBeVisible()
  expect(await api.ask(payment.query, { paymentId })).toMatchObject({ status: 2 })

  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await sheet.getByText('微信').click()
  await sheet.getByRole('button', { name: /^出示收款码/ }).click()
  const code = page.getByRole('dialog', { name: '微信收款' })
  await expect(code.getByRole('img', { name: '微信收款码' })).toBeVisible()
  await code.getByRole('button', { name: '取消收款' }).click()
  await expect(page.getByText('已取消收款')).toBeVisible()
  await expect(code).toBeHidden()
})

test('whoever sets how money is taken keeps the contracts, and no key comes back', async ({ page, open }) => {
  await open('/settings', 'finance')
  await page.getByRole('button', { name: /微信 · 全部门店/ }).click()
  const sheet = page.getByRole('dialog', { name: '微信商户号' })
  await expect(sheet.getByText(/^指纹 [0-9a-f]{16}$/)).toBeVisible()
  await expect(sheet.getByLabel('应用私钥')).toHaveValue('')
  await sheet.getByLabel('应用私钥').fill('不是密钥')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('应用私钥不正确')).toBeVisible()
  await sheet.getByLabel('应用私钥').fill('')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('商户号已保存')).toBeVisible()
})

test('a deposit is held by a code: the customer agrees on a phone, nothing is paid, the order says so', async ({
  page,
  open,
  as,
  context,
}) => {
  const api = await as('manager')
  const booked = await bookArranged(api, { name: '授权一', inHours: farAhead() })
  await open(`/order/pickup?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: '预授权、免押或分开收' }).click()
  const sheet = page.getByRole('dialog', { name: '收取押金' })
  await sheet.getByText('支付宝预授权').click()
  await sheet.getByRole('button', { name: /^出示授权码/ }).click()
  const code = page.getByRole('dialog', { name: '支付宝授权' })
  await expect(code.getByRole('img', { name: '支付宝授权码' })).toBeVisible()
  await expect(code.getByRole('status').filter({ hasText: '扫码授权，不扣款' })).toBeVisible()

  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject, isHold }) => isHold && subject.includes(booked.orderNo))!
  const phone = await context.newPage()
  await phone.goto(`/simulated-pay?no=${trade.no}`)
  await phone.getByRole('button', { name: '同意授权' }).click()
  await expect(phone.getByText('已授权')).toBeVisible()

  await expect(code).toBeHidden()
  const { deposits } = await api.ask(order.detail, { orderId: booked.orderId })
  expect(deposits[0]).toMatchObject({ payStatus: 3, holdStatus: 1, held: trade.amount })
})

test('a customer pays on a page of their own, which a text message leads to', async ({ page, open, as, browser }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '链接一', inHours: farAhead() })
  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  await page.getByRole('dialog', { name: '收款' }).getByRole('button', { name: '发付款链接给客户' }).click()
  const sheet = page.getByRole('dialog', { name: '付款链接' })
  await expect(sheet.getByRole('img', { name: '付款链接的二维码' })).toBeVisible()
  await sheet.getByRole('button', { name: /^发短信给客户/ }).click()
  await expect(page.getByText(/^付款链接已发送至/)).toBeVisible()

  const { list } = await api.ask(simulation.messages, {})
  const link = list.map(({ text }) => /\/pay\?t=[\w-]+/.exec(text)?.[0]).find((one) => one !== undefined)!
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(new URL(link, page.url()).href)
  await expect(phone.getByText(formatMoney(booked.total))).toBeVisible()
  await expect(phone.getByText(booked.orderNo)).toBeVisible()
  await phone.getByRole('button', { name: '微信' }).click()
  await phone.getByRole('link', { name: '去微信付款' }).click()
  await phone.getByRole('button', { name: '同意付款' }).click()
  await expect(phone.getByText('已付款')).toBeVisible()
  await phone.goto(new URL(link, page.url()).href)
  await expect(phone.getByText('已办妥，感谢您的配合')).toBeVisible()
  await phone.context().close()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 0 } })
})

test('inside WeChat the page knows who pays, and WeChat is asked to', async ({ as, browser, baseURL }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '微信内一', inHours: farAhead() })
  const { url } = await api.ask(payment.askLink, { orderId: booked.orderId, payKind: 1, way: 2 })
  const wechat = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50' })
  const phone = await wechat.newPage()
  // WeChat's side of the page: what it is asked for is looked at by the simulator, and agreed to.
  await phone.exposeFunction('agree', async (params: Record<string, string>) => {
    const asked = await phone.request.get(new URL('/api/simulation/v1/pay/bridge', baseURL).href, { params })
    await api.ask(simulation.payAct, { no: new URL(asked.url()).searchParams.get('no')!, act: 'approve' })
  })
  await phone.addInitScript(`window.WeixinJSBridge = { invoke: (_, params, done) => window.agree(params).then(done) }`)
  await phone.goto(new URL(new URL(url).pathname + new URL(url).search, baseURL).href)
  await expect(phone.getByRole('button', { name: '支付宝' })).toBeHidden()
  await phone.getByRole('button', { name: '微信' }).click()
  await expect(phone.getByText('已办妥，感谢您的配合')).toBeVisible()
  await expect(phone).toHaveURL(/\/pay\?t=[\w-]+$/)
  await wechat.close()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 0 } })
})

test('a customer lets a deposit be held on a page of their own', async ({ page, open, as, browser, baseURL }) => {
  const api = await as('manager')
  const booked = await bookArranged(api, { name: '授权二', inHours: farAhead() })
  await open(`/order/pickup?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: '预授权、免押或分开收' }).click()
  const sheet = page.getByRole('dialog', { name: '收取押金' })
  await sheet.getByText('支付宝预授权').click()
  await sheet.getByRole('button', { name: '发链接给客户' }).click()
  const link = page.getByRole('dialog', { name: '付款链接' })
  await link.getByRole('button', { name: /^发短信给客户/ }).click()
  await expect(page.getByText(/^付款链接已发送至/)).toBeVisible()

  const { list } = await api.ask(simulation.messages, {})
  const texts = list.filter(({ text }) => text.includes(booked.orderNo))
  const address = texts.map(({ text }) => /\/pay\?t=[\w-]+/.exec(text)?.[0]).find((one) => one !== undefined)!
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(new URL(address, baseURL).href)
  await expect(phone.getByText('租车押金')).toBeVisible()
  await phone.getByRole('button', { name: '支付宝预授权' }).click()
  await phone.getByRole('link', { name: '去支付宝授权' }).click()
  await phone.getByRole('button', { name: '同意授权' }).click()
  await expect(phone.getByText('已授权')).toBeVisible()
  await phone.goto(new URL(address, baseURL).href)
  await expect(phone.getByText('已办妥，感谢您的配合')).toBeVisible()
  await phone.context().close()
  const { deposits } = await api.ask(order.detail, { orderId: booked.orderId })
  expect(deposits[0]).toMatchObject({ payStatus: 3, holdStatus: 1 })
})
