import { cashShift } from '@cheyi/contract/money/cash-shift'
import { store } from '@cheyi/contract/platform/store'
import { formatMoney } from '@cheyi/domain/money'
import { agreeTo } from './approval.ts'
import { upload } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* What somebody wrote into the books by hand is taken back by two. */

test('cash that was not handed in is taken back by the accountant and a second person', async ({
  page,
  open,
  as,
  browser,
}) => {
  const api = await as('finance')
  // Cash enough of shifts that others do not open; a sum of its own, by which it is found among those of other flows.
  const amount = 12_000 + Math.floor(Math.random() * 6_000)
  const words = formatMoney(amount)
  const stores = await api.ask(store.list, {})
  const cashShifts = await Promise.all(
    stores.map(async ({ id }) => ({ id, outside: (await api.ask(cashShift.state, { storeId: id })).outside ?? 0 })),
  )
  const rich = cashShifts.toSorted((a, b) => b.outside - a.outside)[0]!
  const voucherIds = await upload(page, api, 'voucher', 1)
  await api.ask(cashShift.handIn, { storeId: rich.id, amount, voucherIds, note: '存错' })

  await open('/finance/corrections', 'finance')
  const row = page.getByRole('listitem').filter({ hasText: words })
  await expect(row).toContainText('交存银行')
  await row.getByRole('button', { name: '更正' }).click()
  const sheet = page.getByRole('dialog', { name: '更正凭证' })
  await expect(sheet).toContainText(`交存银行 ${words}`)
  const submit = sheet.getByRole('button', { name: `更正 ${words}` })
  await submit.click()
  await expect(sheet.getByText('请输入更正原因').or(sheet.getByText('请填写更正原因'))).toBeVisible()
  await sheet.getByText('重复登记', { exact: true }).click()
  await submit.click()
  await expect(page.getByText('等待审批，通过后自动继续')).toBeVisible()
  await agreeTo(browser, open, words, 'owner', '凭证更正')

  await expect(page.getByText('已更正', { exact: true }).first()).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(row).toContainText('已更正')
  await expect(row).toContainText(/更正 · .+复核 · 重复登记/)
  await expect(row.getByRole('button', { name: '更正' })).toBeHidden()
})
