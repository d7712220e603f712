import { contract } from '@cheyi/contract/index'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, farAhead, pay } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A charge that no step of the rental makes: taken at the counter, or left to be paid later. */

test('is asked for, collected later, and taken back when it was wrong', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '补款一', inHours: farAhead() })
  await pay(api, booked)
  await open(`/order/detail?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '补款', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 补款')
  const submit = page.getByRole('button', { name: '确认收款' })
  await submit.click()
  await expect(page.getByText('请选择补款原因')).toBeVisible()
  await page.getByRole('radio', { name: '停车过路' }).check({ force: true })
  await page.getByLabel('补款金额').fill('30')
  await page.getByLabel('补款说明').fill('地库停车')
  await page.getByRole('radio', { name: '银行转账' }).check({ force: true })
  await submit.click()
  await expect(page.getByText('请上传收款凭证')).toBeVisible()
  await photograph(page, page.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(page.locator('main'))
  await submit.click()
  await expect(page.getByText('已收补款 ¥30.00')).toBeVisible()
  await expect(page.getByText('已支付')).toBeVisible()

  // No empty form stands there that offers to take ¥0.00.
  await expect(submit).toHaveCount(0)
  await page.getByRole('button', { name: '再记一笔' }).click()
  await page.getByRole('radio', { name: '清洁' }).check({ force: true })
  await page.getByLabel('补款金额').fill('50')
  await page.getByRole('radio', { name: '稍后收款' }).check({ force: true })
  await page.getByRole('button', { name: '提交补款' }).click()
  await expect(page.getByText('待支付')).toBeVisible()
  await page.getByRole('button', { name: '收款', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '收款' })
  await expect(sheet.getByRole('button', { name: '1张凭证' })).toBeVisible()
  await sheet.getByText('现金').click()
  await sheet.getByRole('button', { name: '收款 ¥50.00' }).click()
  await expect(page.getByText('已支付')).toHaveCount(2)

  await page.getByRole('button', { name: '再记一笔' }).click()
  await page.getByRole('radio', { name: '其他' }).first().check({ force: true })
  await page.getByLabel('补款金额').fill('10')
  await page.getByRole('radio', { name: '稍后收款' }).check({ force: true })
  await page.getByRole('button', { name: '提交补款' }).click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  const question = page.getByRole('dialog', { name: '取消补款 ¥10.00？' })
  await question.getByRole('button', { name: '取消补款' }).click()
  await expect(page.getByText('已取消', { exact: true })).toBeVisible()
  expect(await api.ask(contract.expense.bill, { orderId: booked.orderId })).toMatchObject({ owed: 0 })

  await page.goto(`/order/fee-detail?orderId=${booked.orderId}`)
  await expect(page.getByRole('region', { name: '补款' })).toContainText('地库停车')
  // Who entered a charge is said once for all that were entered by one person in one minute.
  await expect(page.locator('.card', { has: page.getByRole('heading', { name: '费用项' }) })).toContainText(
    /\d\d-\d\d \d\d:\d\d/,
  )
  await page.getByRole('button', { name: '1张凭证' }).first().click()
  const viewer = page.getByRole('dialog', { name: '查看图片' })
  await expect(viewer.getByRole('img').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('button', { name: /账单图片/ }).click()
  await expect(page.getByRole('dialog', { name: '账单图片' }).getByRole('img', { name: '费用明细' })).toBeVisible()
  await page.goto(`/order/supplement?orderId=${booked.orderId}`)
  await expect(page.getByText('补款记录')).toBeVisible()
})

test('is paid by the code of a provider, shown at once', async ({ page, open, as, context }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '补款二', inHours: farAhead() })
  await pay(api, booked)
  await open(`/order/supplement?orderId=${booked.orderId}`, 'manager')
  await page.getByRole('radio', { name: '停车过路' }).check({ force: true })
  await page.getByLabel('补款金额').fill('26')
  await page.getByRole('radio', { name: '微信' }).check({ force: true })
  await expect(page.getByRole('button', { name: '添加凭证' })).toHaveCount(0)
  await page.getByRole('button', { name: '出示收款码' }).click()
  const code = page.getByRole('dialog', { name: '微信收款' })
  await expect(code.getByRole('img', { name: '微信收款码' })).toBeVisible()
  const { list } = await api.ask(contract.simulation.payTrades, {})
  const trade = list.find(({ subject }) => subject.includes(booked.orderNo))!
  const phone = await context.newPage()
  await phone.goto(`/simulated-pay?no=${trade.no}`)
  await expect(phone.getByText('¥26.00')).toBeVisible()
  await phone.getByRole('button', { name: '同意付款' }).click()
  await expect(phone.getByText('已付款')).toBeVisible()
  await expect(code).toBeHidden()
  await expect(page.getByText('已支付')).toBeVisible()
  expect(await api.ask(contract.expense.bill, { orderId: booked.orderId })).toMatchObject({ owed: 0 })
})
