import { cashAhead } from '@cheyi/contract/insight/cash-ahead'
import { payable } from '@cheyi/contract/money/payable'
import { cashKind } from '@cheyi/domain/insight/cash-ahead/codes'
import { payeeKind } from '@cheyi/domain/money/payable/codes'
import { addDays, localDate } from '@cheyi/domain/time'
import { expect, test } from './setup/test.ts'

/* Cash ahead: a bill that is due in some weeks is in its week, and opens from there. */

test('finance sees thirteen weeks, opens a week, and from there the bill that is due', async ({ page, open, as }) => {
  const mark = String(Date.now() % 1_000_000).padStart(6, '0')
  const today = localDate(Date.now())
  const dueOn = addDays(today, 30)
  const finance = await as('finance')
  const { payeeId } = await finance.ask(payable.payeeAdd, { kind: payeeKind.other, name: `洗车行${mark}` })
  await finance.ask(payable.billAdd, { payeeId, amount: 77_701, what: `洗车${mark}`, billedOn: today, dueOn })
  const { weeks } = await finance.ask(cashAhead.overview, {})
  expect(weeks).toHaveLength(13)
  const { from } = weeks.find(({ to }) => to >= dueOn)!

  await open('/finance/ahead', 'finance')
  await expect(page.getByText('现有资金', { exact: true })).toBeVisible()
  const week = `${from.slice(5)} 至 ${addDays(from, 6).slice(5)}`
  await page.getByRole('link', { name: week }).first().click()
  await expect(page.getByText('预计支出').first()).toBeVisible()
  await open(`/finance/ahead/rows?week=${from}&kind=${cashKind.other}`, 'finance')
  await page.getByText(`洗车行${mark}`).first().click()
  await expect(page.getByText(`洗车${mark}`).first()).toBeVisible()
})
