import { order } from '@cheyi/contract/booking/order'
import { deposit } from '@cheyi/contract/money/deposit'
import { simulation } from '@cheyi/contract/platform/simulation'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { formatMoney } from '@cheyi/domain/money'
import { agreeTo } from './approval.ts'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { bookArranged, farAhead, pay } from './setup/prepare.ts'
import { handOut, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* What becomes of a deposit in hand: more of it, another in its place, and what a car that does not come back leaves. */

test('cash is topped up, replaced by a freeze, its way back proved, and taken anew when the customer ends the freeze', async ({
  page,
  open,
  as,
  context,
}) => {
  const api = await as('manager')
  const booked = await bookArranged(api, { name: '换押金', inHours: farAhead() })
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await open(`/order/detail?orderId=${orderId}`, 'manager')
  const change = page.getByRole('button', { name: '补足或更换' }).first()
  await change.click()
  const sheet = page.getByRole('dialog', { name: '补足或更换押金' })
  await sheet.getByText('补足', { exact: true }).click()
  await sheet.getByText('现金', { exact: true }).click()
  await sheet.getByRole('button', { name: /^收押金/ }).click()
  await expect(sheet.getByText('请输入押金金额')).toBeVisible()
  await sheet.getByLabel('补足金额').fill('500')
  await sheet.getByRole('button', { name: '收押金 ¥500.00' }).click()
  await expect(page.getByText('已补足押金 ¥500.00')).toBeVisible()
  const [rental] = (await api.ask(order.detail, { orderId })).deposits
  expect(rental!.held).toBe(rental!.amount)

  // The sheet before moves out for a moment.
  await expect(sheet).toHaveCount(0)
  await change.click()
  await sheet.getByText('支付宝预授权').click()
  await expect(sheet.getByText(/^新押金到位后，原押金/)).toBeVisible()
  await sheet.getByRole('button', { name: /^出示授权码/ }).click()
  const code = page.getByRole('dialog', { name: '支付宝授权' })
  await expect(code.getByRole('img', { name: '支付宝授权码' })).toBeVisible()
  const { list } = await api.ask(simulation.payTrades, {})
  const trade = list.find(({ subject, isHold }) => isHold && subject.includes(booked.orderNo))!
  const phone = await context.newPage()
  await phone.goto(`/simulated-pay?no=${trade.no}`)
  await phone.getByRole('button', { name: '同意授权' }).click()
  await expect(code).toBeHidden()

  await page.getByRole('button', { name: '退还凭证' }).click()
  const proof = page.getByRole('dialog', { name: '退押金' })
  await photograph(page, proof.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(proof)
  // A freeze covers it by now: how the cash went back is asked.
  await proof.getByText('现金', { exact: true }).click()
  await proof.getByRole('button', { name: /^确认已退/ }).click()
  await expect(page.getByText('押金已退还')).toBeVisible()
  const { rows } = await api.ask(deposit.detail, { orderId })
  expect(rows[0]).toMatchObject({ available: rental!.amount, released: rental!.amount, holdStatus: 1 })

  // Its customer takes the freeze back: the order says so by itself, and the deposit is taken anew.
  await phone.getByRole('button', { name: '客户解除授权' }).click()
  await page.getByRole('button', { name: '收押金', exact: true }).first().click({ timeout: 60_000 })
  const again = page.getByRole('dialog', { name: '收取押金' })
  await again.getByText('现金', { exact: true }).click()
  await again.getByRole('button', { name: `收押金 ${formatMoney(rental!.amount)}` }).click()
  await expect(page.getByText(`已收押金 ${formatMoney(rental!.amount)}`)).toBeVisible()
  await expect(page.getByRole('button', { name: '收押金', exact: true })).toHaveCount(0)
})

test('a waiver is withdrawn with its reason, and the deposit collected after all', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await bookArranged(api, { name: '免后收', inHours: farAhead() })
  const { orderId } = booked
  await pay(api, booked)
  const waived = { mode: 3, waiveType: 4, amount: 0 } as const
  await api.ask(deposit.pay, { orderId, kind: 3, ...waived })
  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await expect(page.getByText('押金双免').first()).toBeVisible()
  await page.getByRole('button', { name: '撤回免押' }).first().click()
  const sheet = page.getByRole('dialog', { name: '撤回免押' })
  await sheet.getByRole('button', { name: '撤回免押，收取租车押金' }).click()
  await expect(sheet.getByText('请填写撤回原因')).toBeVisible()
  await sheet.getByText('误操作免押', { exact: true }).click()
  await sheet.getByRole('button', { name: '撤回免押，收取租车押金' }).click()
  await expect(page.getByText('已撤回免押，请收取租车押金')).toBeVisible()
  const [rental] = (await api.ask(order.detail, { orderId })).deposits

  await page.getByRole('button', { name: '收押金', exact: true }).first().click()
  const again = page.getByRole('dialog', { name: '收取押金' })
  await again.getByText('现金', { exact: true }).click()
  await again.getByRole('button', { name: `收押金 ${formatMoney(rental!.amount)}` }).click()
  await expect(page.getByText(`已收押金 ${formatMoney(rental!.amount)}`)).toBeVisible()
  await expect(page.getByRole('button', { name: '收押金', exact: true })).toHaveCount(0)
})

test('a rental whose car does not come back is closed by two', async ({ page, open, as, browser }) => {
  const api = await as('owner')
  const { orderId, orderNo } = await handOut(page, api, '钱失联')
  await open(`/order/detail?orderId=${orderId}`, 'owner')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '未还车结单', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '未还车结单' })
  const submit = sheet.getByRole('button', { name: '未还车结单' })
  await submit.click()
  await expect(sheet.getByText('请上传报警回执或保险公司证明')).toBeVisible()
  await sheet.getByLabel('车辆价值').fill('80000')
  await sheet.getByLabel('保险及第三方承担').fill('72000')
  await sheet.getByText('客户失联', { exact: true }).click()
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '报警回执')
  await sent(sheet)
  await submit.click()
  await agreeTo(browser, open, orderNo, 'manager', '未还车结单')
  await expect(page.getByText(/^已结单，车辆已下架/)).toBeVisible()
  const { status, deposits } = await api.ask(order.detail, { orderId })
  expect(status).toBe(6)
  expect(deposits.every(({ available, held }) => available === held)).toBe(true)
  await expect(api.ask(pickupReturn.lostPreview, { orderId, lostAt: Date.now() })).rejects.toThrow()

  // What the car was worth waits as a case of damage, with the paper; a mirror was paid for besides, and both are billed.
  await open(`/order/detail?orderId=${orderId}`, 'owner')
  await page.getByRole('button', { name: '全部 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: '车辆损失' })).toBeVisible()
  await expect(page.getByText('预计客户承担')).toBeVisible()
  await page.getByRole('button', { name: '定损', exact: true }).click()
  await page.getByRole('button', { name: '按名称选' }).click()
  await page.getByRole('dialog', { name: '选择部位' }).getByRole('button', { name: '左后视镜' }).click()
  const part = page.getByRole('dialog', { name: '左后视镜' })
  await part.getByText('破裂', { exact: true }).click()
  await expect(part.getByText(/^价目：后视镜破裂/)).toBeVisible()
  await part.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('定损，稍后收款').click()
  await page.getByRole('button', { name: '提交定损' }).click()
  await expect(page.getByText(/^已定损，待收 ¥8,400.00/)).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 车损记录')
  await page.getByRole('button', { name: '收款', exact: true }).click()
  const collect = page.getByRole('dialog', { name: '收款' })
  await collect.getByText('现金').click()
  await collect.getByRole('button', { name: /^收款 / }).click()
  await expect(page.getByText('已完成', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '退扣' }).click()
  await expect(page.getByText('可退 ¥8,400.00', { exact: false }).first()).toBeVisible()
})
