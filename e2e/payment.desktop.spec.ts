import { contract } from '@cheyi/contract/index'
import { debtAges } from '@cheyi/domain/money/debt/age'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { book, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* What an accountant has on a desktop: movements, entries and debts as tables. */

test('a movement is a row of its columns, and opens its numbers, its voucher in the books and its order', async ({
  page,
  open,
  as,
}) => {
  const { orderId, orderNo } = await book(await as('manager'), { name: '表格一', inHours: farAhead() })
  const slipNo = `POS${Date.now()}`
  const paid = { orderId, payKind: payKind.rent, amount: 12_345, payWay: payWay.pos, slipNo } as const
  await (await as('manager')).ask(contract.payment.collect, paid)
  await open('/finance', 'finance')
  const table = page.getByRole('table', { name: '收支流水' })
  await expect(table.getByRole('columnheader')).toHaveText([
    '时间',
    '款项',
    '方式',
    '付款方',
    '订单号',
    '收入',
    '支出',
    '门店',
    '经手人',
    '渠道或小票流水号',
    '凭证号',
  ])
  const row = table.getByRole('row').filter({ hasText: orderNo })
  await expect(row).toContainText('123.45')
  await expect(row).toContainText(slipNo)
  const movement = page.getByRole('dialog', { name: '收支明细' })
  // Money that others take meanwhile comes above the row, which moves.
  await expect(async () => {
    await row.getByRole('button').first().click()
    await expect(movement).toContainText(slipNo, { timeout: 2_000 })
  }).toPass()
  await expect(movement).toContainText('POS在途款')
  await movement.getByRole('button', { name: '记账凭证' }).click()
  const entries = page.getByRole('table', { name: '明细账' })
  await expect(entries.getByRole('row').filter({ hasText: '123.45' })).toHaveCount(1)
  await entries.getByRole('row').filter({ hasText: orderNo }).first().getByRole('button').click()
  const voucher = page.getByRole('dialog', { name: /^凭证 \d+$/ })
  await expect(voucher.getByRole('table', { name: '凭证的分录，单位元' })).toContainText('POS在途款')
  await voucher.getByRole('button', { name: '查看订单' }).click()
  await expect(page).toHaveURL(new RegExp(orderId))
})

test('what customers owe stands by its age, comes to what home counts, and opens the order', async ({
  page,
  open,
  as,
}) => {
  const api = await as('finance')
  const { list, sums } = await api.ask(contract.debt.ages, {})
  await open('/finance', 'finance')
  await page.getByRole('navigation', { name: '所在位置' }).getByRole('link', { name: '应收' }).click()
  const row = page.getByRole('table', { name: '欠款' }).getByRole('row').filter({ hasText: list[0]!.orderNo })
  await expect(row).toContainText((list[0]!.owed / 100).toFixed(2))
  // A part of the bar lists what is of its age, and pressed again lists all.
  const { age } = sums!.whole.find(({ owed }, i) => owed > 0 && list[0]!.parts[i]!.owed === 0)!
  const ages = page.getByRole('figure', { name: '账龄' })
  const parts = await ages.getByRole('button').count()
  await ages.getByRole('button', { name: debtAges.text(age) }).click()
  await expect(page).toHaveURL(new RegExp(`age=${age}`))
  await expect(row).toBeHidden()
  await expect(ages.getByRole('button')).toHaveCount(parts)
  await ages.getByRole('button', { name: debtAges.text(age), pressed: true }).click()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(list[0]!.orderId))
})

test('what the card machine took is recorded to have arrived, and is on its way no more', async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const { orderId } = await book(api, { name: '到账一', inHours: farAhead() })
  const paid = {
    orderId,
    payKind: payKind.rent,
    amount: 20_000,
    payWay: payWay.pos,
    slipNo: `POS${Date.now()}`,
  } as const
  await api.ask(contract.payment.collect, paid)
  const finance = await as('finance')
  const awaited = async () =>
    (await finance.ask(contract.cashShift.awaited, {})).filter((one) => one.account === 'pos_clearing')
  const [{ storeName, balance }] = (await awaited()) as [Awaited<ReturnType<typeof awaited>>[number]]
  await open('/finance/clearing', 'finance')
  await expect(page.getByRole('table', { name: '在途款，单位元' })).toContainText(storeName)
  await page.getByRole('button', { name: '登记' }).first().click()
  const sheet = page.getByRole('dialog', { name: '登记到账' })
  const choose = async (field: string, option: string) => {
    await sheet
      .getByRole('button', { name: field })
      .or(sheet.getByRole('combobox', { name: field }))
      .first()
      .click()
    await page.getByRole('dialog').last().getByText(option, { exact: true }).click()
  }
  await choose('门店', storeName)
  await choose('科目', 'POS在途款')
  await sheet.getByLabel('到账金额').fill(String((balance - 60) / 100))
  await sheet.getByLabel('手续费或佣金').fill('0.60')
  await sheet.getByRole('button', { name: /^确认结算 ¥/ }).click()
  await expect(page.getByText('已登记到账，该科目已结清')).toBeVisible()
  const arrived = page.getByRole('table', { name: '到账记录' }).getByRole('row').filter({ hasText: '0.60' })
  await expect(arrived.first()).toContainText('POS在途款')
  expect((await awaited()).some((one) => one.storeName === storeName)).toBe(false)
})
