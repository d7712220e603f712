import { order } from '@cheyi/contract/booking/order'
import { deposit } from '@cheyi/contract/money/deposit'
import { payment } from '@cheyi/contract/money/payment'
import { merchant } from '@cheyi/contract/platform/merchant'
import { simulation } from '@cheyi/contract/platform/simulation'
import { driver } from '@cheyi/contract/rental/driver'
import { formatMoney } from '@cheyi/domain/money'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { chooseStay, confirmHours, orderPage } from './setup/booking.ts'
import { openCard, passEarlyPickup, sign, takeMoney } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, bookArranged, farAhead, freeStay, stranger } from './setup/prepare.ts'
import { arrangeAtHand, bookKnown, prepare, takeDeposits } from './setup/rental.ts'
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
  await expect(page.getByText('已收款').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 0 } })
})

test('a voucher on its way keeps nobody from taking the money, which is recorded with it once it is there', async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const booked = await book(api, { name: '凭证一', inHours: farAhead() })
  const network = Promise.withResolvers<void>()
  await page.route('**/media/v1/upload*', async (route) => {
    await network.promise
    await route.continue()
  })
  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await sheet.getByText('银行转账').click()
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '转账')
  await expect(sheet.getByRole('button', { name: /^删除照片/ })).toBeVisible()
  const take = sheet.getByRole('button', { name: `收款 ${formatMoney(booked.total)}` })
  await take.click()
  await expect(page.getByText('凭证还在上传，传完后自动提交')).toBeVisible()

  // What was pressed is not what stands there any more: it is given up, and pressed anew.
  const amount = sheet.getByLabel('收款金额')
  await amount.fill(String(booked.total / 100 - 1))
  await sheet.getByRole('button', { name: `收款 ${formatMoney(booked.total - 100)}` }).click()
  network.resolve()
  await expect(page.getByText(`已收款 ${formatMoney(booked.total - 100)}`)).toBeVisible()
  await expect(sheet).toBeHidden()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 100 } })
  const { vouchers } = await api.ask(driver.certificates, { orderId: booked.orderId, kind: 'vouchers' })
  expect(vouchers).toHaveLength(1)
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

test("a customer holds up a code of their own, which is typed, and pays by another provider's app", async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const booked = await book(api, { name: '扫码三', inHours: farAhead() })
  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: /^收款/ }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await sheet.getByText('微信').click()
  await sheet.getByRole('button', { name: /^出示收款码/ }).click()
  await page.getByRole('dialog', { name: '微信收款' }).getByRole('button', { name: '扫客户付款码' }).click()
  const scan = page.getByRole('dialog', { name: '扫客户付款码' })
  await scan.getByRole('textbox', { name: '付款码' }).fill('6901 2345 6789 2000')
  await scan.getByRole('button', { name: '收款', exact: true }).click()
  await expect(scan.getByText('这不是微信或支付宝的付款码，请核对数字')).toBeVisible()
  await scan.getByRole('textbox', { name: '付款码' }).fill(`28${String(Date.now()).padStart(16, '0')}`)
  await page.keyboard.press('Enter')
  await expect(scan).toBeHidden()
  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject, state }) => subject.includes(booked.orderNo) && state !== 'closed')!
  if (booked.total > 100_000) await api.ask(simulation.payAct, { no: trade.no, act: 'approve' })
  await expect(page.getByText('已收款').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId: booked.orderId })).toMatchObject({ fees: { owed: 0 } })
})

test('finance sets how money is taken, and nothing else; what was saved stands at once, and the next save is no conflict', async ({
  page,
  open,
}) => {
  await open('/settings', 'finance')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '收款方式' })).toBeVisible()
  const other = page.getByRole('switch', { name: '其他' })
  const on = await other.isChecked()
  const network = Promise.withResolvers<void>()
  await page.route('**/merchant/pay/**', async (route) => {
    if (route.request().method() === 'GET') await network.promise
    await route.continue()
  })
  await other.click()
  const save = page.getByRole('button', { name: '保存 1 项修改' })
  await save.click()
  await expect(page.getByText('收款设置已保存，立即生效')).toBeVisible()
  await expect(other).toBeChecked({ checked: !on })
  await other.click()
  await expect(save).toBeDisabled()
  network.resolve()
  await save.click()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible()
  await expect(other).toBeChecked({ checked: on })
})

test('a store has ways and a limit of its own, which its sheets offer', async ({ page, open, as }) => {
  const api = await as('owner')
  const booked = await book(api, { name: '门店收款', inHours: farAhead() })
  const { storeId, storeName } = (await api.ask(order.detail, { orderId: booked.orderId })).pickupPlace
  await api.ask(merchant.saveStorePay, { storeId })
  await open('/settings?tab=pay', 'finance')
  await page.getByRole('button', { name: '添加门店设置' }).click()
  const sheet = page.getByRole('dialog', { name: '门店收款设置' })
  await sheet.getByRole('button', { name: '门店' }).click()
  await page.getByRole('dialog', { name: '门店', exact: true }).getByText(storeName).click()
  await sheet.getByRole('switch', { name: '单独设置收款方式' }).click()
  // Beside what the merchant takes: other flows go on at this store.
  await sheet.getByRole('switch', { name: '其他' }).click()
  await sheet.getByRole('textbox', { name: '单笔收款上限' }).fill('900000')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('门店收款设置已保存，立即生效')).toBeVisible()
  const own = page.getByRole('button', { name: new RegExp(`${storeName}.*其他.*，单笔上限¥900,000.00`) })
  await expect(own).toBeVisible()

  await open(`/order/fee-detail?orderId=${booked.orderId}`, 'clerk')
  await page.getByRole('button', { name: /^收款/ }).click()
  await expect(page.getByRole('dialog', { name: '收款' }).getByText('其他', { exact: true })).toBeVisible()
  const ways = async () => (await api.ask(deposit.forPickup, { orderId: booked.orderId })).payWays
  expect(await ways()).toContain(payWay.other)

  await open('/settings?tab=pay', 'finance')
  await own.click()
  await page.getByRole('button', { name: '恢复与商家相同' }).click()
  await expect(own).toHaveCount(0)
  expect(await ways()).not.toContain(payWay.other)
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
  await expect(phone.getByRole('heading', { name: '已付清' })).toBeVisible()
  await expect(phone.getByText('¥0.00')).toHaveCount(0)
  await expect(phone.getByRole('link', { name: '查看我的租车' })).toHaveAttribute('href', /\/s\/demo\/mine\//)
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

test('an owner asks for 30 % at the booking, and the rest with the car', async ({ page, open, as }) => {
  test.setTimeout(180_000)
  const api = await as('second')
  const setPrepay = (rules: { source: 1; kind: 2; rateBp: number }[]) =>
    api.ask(merchant.savePay, {
      payProfile: 1,
      payWays: [1, 2, 3, 4],
      limits: { maxPayment: 100_000_000 },
      prepay: rules,
    })
  await setPrepay([])

  await test.step('sets it where money is set up', async () => {
    await open('/settings?tab=pay', 'second')
    await page.getByRole('button', { name: /^线下/ }).click()
    const sheet = page.getByRole('dialog', { name: '线下预付款' })
    await sheet.getByText('按比例').click()
    await sheet.getByRole('button', { name: '确定' }).click()
    await expect(sheet.getByText('预付比例应在1%至99%之间')).toBeVisible()
    await sheet.getByLabel('预付比例').fill('30')
    await sheet.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('button', { name: /^线下/ })).toContainText('30%')
    await page.getByRole('button', { name: '保存 1 项修改' }).click()
    await expect(page.getByText('收款设置已保存，立即生效')).toBeVisible()
  })

  const { name, phone } = stranger('预付')
  await test.step('books, and sees what is asked for now', async () => {
    await page.goto('/order/create')
    await chooseStay(page, await freeStay(api, { inHours: farAhead() }, 2))
    await page.getByLabel('手机号').fill(phone)
    await page.getByLabel('姓名').fill(name)
    await expect(page.getByText(/预付 ¥/)).toBeVisible()
    await page.getByRole('button', { name: '明细' }).click()
    await expect(page.getByRole('dialog', { name: '价格明细' }).getByText('取车时付')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '提交订单' }).click()
    await confirmHours(page, orderPage(page))
  })

  /** The first job of the order that is shown. */
  async function takePrepayment(total: number): Promise<void> {
    const prepay = formatMoney(Math.round(total * 0.3))
    await page.getByRole('button', { name: `收预付款 ${prepay}` }).click()
    const sheet = page.getByRole('dialog', { name: '收款' })
    await expect(sheet.getByText(`尾款 ${formatMoney(total - Math.round(total * 0.3))} 取车时付`)).toBeVisible()
    await sheet.getByText('现金').click()
    await sheet.getByRole('button', { name: `收款 ${prepay}` }).click()
    await expect(page.getByText(`已收款 ${prepay}`)).toBeVisible()
    await expect(page.getByText('待收预付款')).toHaveCount(0)
  }

  await test.step('takes the prepayment, and no more', async () => {
    const { list } = await api.ask(order.list, { keyword: phone })
    const { orderId, total } = list[0]!
    const prepay = Math.round(total * 0.3)
    await expect(page.getByText(`待收预付款 ${formatMoney(prepay)}，距取车还有`)).toBeVisible()
    await takePrepayment(total)
    expect(await api.ask(order.detail, { orderId })).toMatchObject({ fees: { paid: prepay, owed: total - prepay } })
  })

  await test.step('hands a car out with the rest', async () => {
    const { orderId, total, cars } = await bookKnown(api, { name: '尾款', inHours: 0, days: 2 })
    await page.goto(`/order/detail?orderId=${orderId}`)
    await takePrepayment(total)
    await takeDeposits(api, orderId)
    await arrangeAtHand(api, orderId, cars)
    await prepare(page, api, orderId, handoverType.pickup)
    await page.goto(`/order/pickup?orderId=${orderId}`)
    const card = await openCard(page, '钱')
    await expect(card.getByText(`尾款待收 ${formatMoney(total - Math.round(total * 0.3))}`)).toBeVisible()
    await takeMoney(page)
    await openCard(page, '签')
    await sign(page)
    await passEarlyPickup(page)
    await page.getByRole('button', { name: /^确认交车/ }).click()
    await expect(page.getByText('已取车').first()).toBeVisible()
    expect(await api.ask(order.detail, { orderId })).toMatchObject({ fees: { owed: 0 } })
  })
  await setPrepay([])
})
