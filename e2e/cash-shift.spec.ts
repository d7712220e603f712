import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A cashier's day: counted at the beginning, what came in by hand, cash to the bank, counted and signed at the end. */

test('a shift from count to count, its difference signed by somebody else', async ({ page, open, as, browser }) => {
  const api = await as('clerk')
  const booked = await book(await as('manager'), { name: '交班一', inHours: farAhead() })
  const early = await book(await as('manager'), { name: '未开班', inHours: farAhead() })
  const cash = { orderId: early.orderId, payKind: payKind.rent, amount: 10_000, payWay: payWay.cash } as const
  await api.ask(contract.payment.collect, cash)
  await open('/', 'clerk')
  await expect(page.getByText(/^今日收现金 ¥/)).toBeVisible()
  await page.getByRole('button', { name: '开班' }).click()
  const begin = page.getByRole('dialog', { name: '开班' })
  await begin
    .getByRole('button', { name: '门店' })
    .or(begin.getByRole('combobox', { name: '门店' }))
    .first()
    .click()
  await page.getByRole('dialog').last().getByText('虹桥机场店').click()
  await begin.getByLabel('清点现金').fill('500')
  await begin.getByLabel('差异原因').fill('备用金')
  await begin.getByRole('button', { name: '开班，现金 ¥500.00' }).click()
  await expect(page.getByText('已开班')).toBeVisible()

  const input = { orderId: booked.orderId, payKind: payKind.rent, amount: 20_000, payWay: payWay.cash } as const
  await api.ask(contract.payment.collect, input)
  await expect(page.getByText('¥700.00')).toBeVisible()
  await open('/', 'clerk')
  await page.getByRole('link', { name: /^应有现金 ¥700\.00/ }).click()

  await page.getByRole('button', { name: '本班收付明细' }).click()
  await page.getByRole('listitem').filter({ hasText: booked.orderNo }).getByRole('button').click()
  const movement = page.getByRole('dialog', { name: '收支明细' })
  await expect(movement).toContainText('¥200.00')
  await movement.getByRole('button', { name: '查看订单' }).click()
  await expect(page).toHaveURL(new RegExp(booked.orderId))
  await open('/cash-shift', 'clerk')

  await page.getByRole('button', { name: '交存银行' }).click()
  const bank = page.getByRole('dialog', { name: '交存银行' })
  await bank.getByLabel('交存金额').fill('600')
  await photograph(page, bank.getByRole('button', { name: '添加凭证' }), '回单')
  await sent(bank)
  await bank.getByRole('button', { name: '确认交存 ¥600.00' }).click()
  await expect(page.getByText('已交存 ¥600.00')).toBeVisible()

  await page.getByRole('button', { name: '交班', exact: true }).click()
  const end = page.getByRole('dialog', { name: '交班' })
  await end.getByLabel('清点现金').fill('40')
  await end.getByLabel('差额原因').fill('找零给错')
  await end.getByRole('button', { name: '确认交班，短款 ¥60.00' }).click()
  await expect(page.getByText('需另一名有权限的人员确认', { exact: true })).toBeVisible()

  const second = await (await browser.newContext()).newPage()
  await open('/notices?tab=approval', 'manager', second)
  const asked = second.getByRole('list', { name: '审批' }).getByRole('listitem').filter({ hasText: '短款 ¥60.00' })
  await asked.getByRole('button', { name: '通过' }).click()
  await second.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(second.getByText('已通过', { exact: true }).first()).toBeVisible()
  await second.context().close()

  await expect(page.getByText('未开班')).toBeVisible()
  const ended = page.getByRole('list', { name: '班次' }).getByRole('listitem').first()
  await expect(ended).toContainText('短款')
  await expect(ended).toContainText('差额 −¥60.00')
})

test('one transfer pays two orders of a company, and each shows it', async ({ page, open, as }) => {
  const api = await as('manager')
  const company = `合付贸易${Date.now()}`
  const first = await book(api, { name: company, inHours: farAhead() })
  const second = await book(api, { name: company, inHours: farAhead() })
  await open('/finance', 'finance')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '收款单' }).click()
  await page.getByRole('button', { name: '登记' }).first().click()
  const sheet = page.getByRole('dialog', { name: '批量收款' })
  await sheet.getByPlaceholder('客户姓名、手机号、车牌或订单号').fill(company)
  await sheet.getByRole('button', { name: '全选 2 个' }).click()
  await expect(sheet.getByLabel('付款方')).toHaveValue(company)
  await expect(sheet.getByLabel(`${first.orderNo} 分摊`)).not.toHaveValue('')
  await sheet.getByText('银行转账').click()
  await sheet.getByLabel('流水号').fill(`BANK${Date.now()}`)
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(sheet)
  await sheet.getByRole('button', { name: /^收款 ¥.* · 2 个订单$/ }).click()
  await expect(sheet).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: company })
  await expect(row).toContainText('2 个订单')
  await row.getByRole('button').click()
  const shown = page.getByRole('dialog', { name: '收款单' })
  await expect(shown.getByText(second.orderNo)).toBeVisible()
  await expect(shown.getByRole('button', { name: '查看凭证 1' })).toBeVisible()
  await shown.getByRole('button', { name: '发票' }).click()
  const invoice = page.getByRole('dialog', { name: '发票' })
  await invoice.getByRole('button', { name: /^登记开票 ¥/ }).click()
  await page.getByRole('button', { name: '登记发票号码' }).click()
  const numbered = page.getByRole('dialog', { name: '登记发票号码' })
  await numbered.getByLabel('发票号码').fill(String(Date.now()))
  await numbered.getByRole('button', { name: '确认登记' }).click()
  await expect(numbered).toBeHidden()
  await open('/finance/invoices', 'finance')
  await expect(page.getByRole('listitem').filter({ hasText: company })).toContainText('已开')
  await open(`/order/fee-detail?orderId=${first.orderId}`, 'finance')
  await expect(page.getByText(`${company}合并付款`)).toBeVisible()
})

test('what came in is in the sums and the list of the merchant, and leaves as a table', async ({ page, open, as }) => {
  const api = await as('manager')
  const { orderId, orderNo } = await book(api, { name: '财务一', inHours: farAhead() })
  const input = { orderId, payKind: payKind.rent, amount: 12_345, payWay: payWay.cash } as const
  await api.ask(contract.payment.collect, input)
  await open('/finance', 'finance')
  await expect(page.getByText('今日收支')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: orderNo })).toContainText('123.45')
  await page.getByText('按经手人').click()
  await expect(page.getByRole('table', { name: '收支合计，单位元' })).toContainText('周敏')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '导出' }).click()
  await expect(page.getByText('导出完成，链接24小时内有效')).toBeVisible({ timeout: 60_000 })
})
