import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/payment/codes'
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
    '凭证号',
    '订单号',
    '款项',
    '方式',
    '收入',
    '支出',
    '门店',
    '经手人',
    '渠道或小票流水号',
  ])
  const row = table.getByRole('row').filter({ hasText: orderNo })
  await expect(row).toContainText('123.45')
  await expect(row).toContainText(slipNo)
  await row.getByRole('button').first().click()
  const movement = page.getByRole('dialog', { name: '收支明细' })
  await expect(movement).toContainText(slipNo)
  await expect(movement).toContainText('POS待结算款')
  await movement.getByRole('button', { name: '记账凭证' }).click()
  const entries = page.getByRole('table', { name: '明细账' })
  await expect(entries.getByRole('row').filter({ hasText: '123.45' })).toHaveCount(2)
  await entries.getByRole('link', { name: orderNo }).first().click()
  await expect(page).toHaveURL(new RegExp(orderId))
})

test('what customers owe stands by its age, comes to what home counts, and opens the order', async ({
  page,
  open,
  as,
}) => {
  const api = await as('finance')
  const { list } = await api.ask(contract.debt.ages, {})
  await open('/finance', 'finance')
  await page.getByRole('button', { name: '应收账龄' }).click()
  const row = page.getByRole('table', { name: '应收账龄' }).getByRole('row').filter({ hasText: list[0]!.orderNo })
  await expect(row).toContainText((list[0]!.owed / 100).toFixed(2))
  await page.getByRole('radio', { name: '未到期' }).or(page.getByText('未到期').first()).first().click()
  await expect(row).toBeHidden()
  await page.getByText('全部', { exact: true }).first().click()
  await row.getByRole('button').first().click()
  await expect(page).toHaveURL(new RegExp(list[0]!.orderId))
})
