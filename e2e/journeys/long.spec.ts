import { readFile } from 'node:fs/promises'
import { order } from '@cheyi/contract/booking/order'
import { commission } from '@cheyi/contract/insight/commission'
import { instalment } from '@cheyi/contract/rental/instalment'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { commissionKinds } from '@cheyi/domain/insight/commission/codes'
import type { Locator, Page } from '@playwright/test'
import { handCarOver, takeCarBack, takeMoney } from '../setup/handover.ts'
import { expect, test } from '../setup/months.ts'
import { stranger } from '../setup/prepare.ts'

/*
 * L1 of the worked examples over its seven months: 2027-01-31, six months at 4,200 yuan, paid monthly. 李晓东 sells it, hands the
 * car out and takes it back, 赵敏 and 吴静 see to its money.
 */

const customer = stranger('演示客户')

const rowCard = (page: Page, seq: number): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^第 ${seq} 期`) }) })

/** Takes what is open of the next row by transfer, on the plan. */
async function collect(page: Page, seq: number, amount: string): Promise<void> {
  const card = rowCard(page, seq)
  await card.getByRole('button', { name: '收款' }).click()
  const sheet = page.getByRole('dialog', { name: `第 ${seq} 期收款` })
  await sheet.getByText('银行转账').click()
  await sheet.getByRole('button', { name: `收款 ${amount}`, exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(card.getByText('已支付')).toBeVisible()
}

test('six months from the quote to the last instalment and the return', async ({ page, months }) => {
  test.setTimeout(240_000)
  const { goTo, open, as } = months
  const api = as('manager')
  let orderId = ''
  const plan = () => `/long-order/instalment-list?orderId=${orderId}`
  const sums = async () => (await api.ask(instalment.list, { orderId })).sums
  const told = async (text: RegExp) => {
    await page.goto('/outbox')
    await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  }

  await test.step('李晓东 sells it with its plan in sight', async () => {
    await open('/long-order/create', 'clerk')
    await page.getByRole('button', { name: '虹桥机场店' }).click()
    await page.getByRole('radiogroup', { name: '租期' }).getByText('6个月').click()
    await page
      .getByRole('radiogroup', { name: '车型', exact: true })
      .locator('label')
      .filter({ hasText: '朗逸' })
      .click()
    await page.getByRole('textbox', { name: '手机号', exact: true }).fill(customer.phone)
    await page.getByRole('textbox', { name: '姓名', exact: true }).fill(customer.name)
    await expect(page.getByText('共 6 期')).toBeVisible()
    await page.getByRole('button', { name: '提交订单' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '长租订单详情' })).toBeVisible()
    orderId = new URL(page.url()).searchParams.get('orderId')!
    const { term, rows } = await api.ask(instalment.list, { orderId })
    expect(term).toMatchObject({ startDate: '2027-01-31', endDate: '2027-07-31', monthlyPrice: 420_000 })
    expect(rows.map(({ dueDate, amount }) => [dueDate, amount])).toEqual(
      ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30'].map((day) => [`2027-${day}`, 420_000]),
    )
  })

  await test.step('赵敏 takes the first instalment', async () => {
    await open(plan(), 'manager')
    await expect(page.getByText(/^(2027-)?01-31 ~ (2027-)?02-27/)).toBeVisible()
    await collect(page, 1, '¥4,200.00')
  })

  await test.step('李晓东 hands the car out', async () => {
    await open(`/long-order/arrange-vehicles?orderId=${orderId}`, 'clerk')
    await expect(page.getByText('已选', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '确认排车' }).click()
    await expect(page).toHaveTitle('车驿 · 长租订单详情')
    await page.goto(`/long-order/pickup?orderId=${orderId}`)
    await takeMoney(page)
    await handCarOver(page, customer)
    expect(await sums()).toMatchObject({ paid: 420_000, due: 0, later: 2_100_000 })
  })

  await test.step('three days before the second is due its customer is told', async () => {
    await goTo('2027-02-01 00:30', 'monthEnd')
    await goTo('2027-02-25 10:00', 'instalmentReminder')
    await told(/第2期租金¥4,200\.00将于2027-02-28到期/)
  })

  await test.step('it falls due at 00:10, and 吴静 collects it at the cashShift', async () => {
    expect(await sums()).toMatchObject({ due: 0 })
    await goTo('2027-02-28 00:10', 'instalment')
    await open('/long-order', 'finance')
    await page.getByRole('tab', { name: /^待收款/ }).click()
    await page.locator(`a[href*="orderId=${orderId}"]`).click()
    await page.getByRole('button', { name: '全部分期' }).click()
    await collect(page, 2, '¥4,200.00')
    expect(await sums()).toMatchObject({ paid: 840_000, due: 0 })
  })

  await test.step('吴静 closes both months by their page: what is left is said, not forgotten', async () => {
    const rule = { kind: commissionKinds.code.booking, fen: 1000, from: '2027-01-01' }
    await as('finance').ask(commission.ruleAdd, rule)
    await goTo('2027-03-01 00:30', 'monthEnd')
    await goTo('2027-03-02 11:00')
    await open('/finance/closing', 'finance')
    await expect(page.getByText('2项未完成')).toBeVisible()
    await expect(page.getByRole('link', { name: /^渠道账单未核对/ })).toBeVisible()
    // Bills come by themselves, fifty at a time; nobody may close without them.
    await goTo('2027-03-02 11:01', 'bills')
    // Commissions of the month are booked with it, by what its figures say.
    await goTo('2027-03-02 11:02', 'bills', 'figures')
    await page.reload()
    await expect(page.getByText('1项未完成')).toBeVisible()
    await page.getByRole('button', { name: '说明原因' }).click()
    const sheet = page.getByRole('dialog', { name: '员工提成未确认 1' })
    await sheet.getByRole('textbox').fill('提成从三月起算')
    await sheet.getByRole('button', { name: '说明后可结账' }).click()
    await expect(page.getByText(/^已说明1项：提成从三月起算 · 吴静/)).toBeVisible()
    await expect(page.getByText('可以结账', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '结账', exact: true }).click()
    await expect(page.getByText(/^未完成：员工提成未确认 1。/)).toBeVisible()
    await page.getByRole('button', { name: '确认结账' }).click()
    await expect(page.getByText('2027-02 已结账')).toBeVisible()
  })

  await test.step('there is one file for the auditor', async () => {
    await page.getByRole('link', { name: '2027-02' }).click()
    await expect(page).toHaveTitle('车驿 · 试算平衡表')
    await page.getByRole('button', { name: /^审计文件/ }).click()
    const link = page.getByRole('link', { name: /审计文件/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('审计文件2027-02.xlsx')
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('the third is paid by the link that 吴静 sends', async () => {
    await goTo('2027-03-31 00:10', 'instalment')
    await open(plan(), 'finance')
    await rowCard(page, 3).getByRole('button', { name: '发付款链接' }).click()
    const sheet = page.getByRole('dialog', { name: '付款链接' })
    await sheet.getByRole('button', { name: /^发短信给客户/ }).click()
    await expect(page.getByText(/^付款链接已发送至/)).toBeVisible()
    await told(/\/pay\?t=/)
    const text = await page.getByRole('listitem').filter({ hasText: '/pay?t=' }).first().textContent()
    await page.goto(/\/pay\?t=[\w-]+/.exec(text ?? '')![0])
    await expect(page.getByText('¥4,200.00')).toBeVisible()
    await page.getByRole('button', { name: '微信' }).click()
    await page.getByRole('link', { name: '去微信付款' }).click()
    await page.getByRole('button', { name: '同意付款' }).click()
    await expect(page.getByText('已付款')).toBeVisible()
    await open(plan(), 'finance')
    await expect(rowCard(page, 3).getByText('已支付')).toBeVisible()
  })

  await test.step('赵敏 postpones the fourth by a week', async () => {
    await goTo('2027-04-01 00:30', 'monthEnd')
    await goTo('2027-04-27 10:00', 'instalmentReminder')
    await open(plan(), 'manager')
    await rowCard(page, 4).getByRole('button', { name: '改期' }).click()
    await page.getByRole('dialog', { name: '第 4 期改期' }).getByRole('button', { name: '改期', exact: true }).click()
    await expect(page.getByText(/（原 (2027-)?04-30）/)).toBeVisible()
    await goTo('2027-04-30 00:10', 'instalment')
    expect(await sums()).toMatchObject({ due: 0 })
    await goTo('2027-05-01 00:30', 'monthEnd')
    await goTo('2027-05-07 00:10', 'instalment')
    await open(plan(), 'manager')
    await collect(page, 4, '¥4,200.00')
  })

  await test.step('the fifth is late: its customer is told, and 吴静 collects it with its late fee', async () => {
    await goTo('2027-05-31 00:10', 'instalment')
    await goTo('2027-06-01 00:30', 'monthEnd')
    await goTo('2027-06-07 10:00', 'instalmentReminder')
    await told(/第5期租金已逾期7天，待支付¥4,208\.40（含逾期违约金¥8\.40）/)
    await goTo('2027-06-10 00:10', 'instalment')
    await open('/long-order', 'finance')
    await page.getByRole('tab', { name: /^逾期/ }).click()
    await page.locator(`a[href*="orderId=${orderId}"]`).click()
    await page.getByRole('button', { name: '全部分期' }).click()
    await expect(rowCard(page, 5).getByText(/逾期违约金 ¥14\.70/)).toBeVisible()
    await collect(page, 5, '¥4,214.70')
  })

  await test.step('the last one', async () => {
    await goTo('2027-06-30 00:10', 'instalment')
    await goTo('2027-07-01 00:30', 'monthEnd')
    await open(plan(), 'finance')
    await collect(page, 6, '¥4,200.00')
    expect(await sums()).toEqual({ amount: 2_520_000, paid: 2_520_000, due: 0, lateFees: 0, later: 0 })
  })

  await test.step('李晓东 takes the car back on the last date', async () => {
    // What looks each quarter of an hour has looked, and does not change the order while it is taken back.
    await goTo('2027-07-31 10:00', 'reminder', 'overdueRoll')
    await open(`/long-order/detail?orderId=${orderId}`, 'clerk')
    await takeCarBack(page, 5_000)
    await page.goto(`/long-order/detail?orderId=${orderId}`)
    await expect(page.getByText(/已付 6\/6 期/)).toBeVisible()
    const { status, fees } = await api.ask(order.detail, { orderId })
    expect(status).toBe(orderStatus.returned)
    expect(fees).toMatchObject({ owed: 0 })
  })

  await test.step('吴静 sees by month what was earned', async () => {
    await goTo('2027-08-01 00:30', 'monthEnd')
    await open('/finance/balance', 'finance')
    const earned = ['150.00', '4,185.48', '4,204.52', '4,195.48', '4,204.52', '4,195.48', '4,064.52']
    for (const [i, amount] of earned.entries()) {
      await page.goto(`/finance/balance?month=2027-0${i + 1}`)
      const row = page.getByRole('row', { name: /租金收入/ })
      await expect(row.getByRole('cell', { name: `贷方 ${amount}`, exact: true })).toBeVisible()
    }
  })
})
