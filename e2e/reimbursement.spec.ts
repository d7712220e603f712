import { contract } from '@cheyi/contract/index'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, farAhead, pay } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* Money goes back to the customer: asked for by one, above the limit agreed to by another, paid with its proof. */

test('a charge is refunded by two people', async ({ page, open, as }) => {
  const api = await as('manager')
  const booked = await book(api, { name: '报销一', inHours: farAhead() })
  await pay(api, booked)
  await open(`/order/initiate-reimbursement?orderId=${booked.orderId}`, 'manager')
  const submit = page.getByRole('button', { name: '提交申请' })
  await submit.click()
  await expect(page.getByText('请选择报销原因')).toBeVisible()
  await page.getByText('费用多收').click()
  await page
    .getByRole('combobox', { name: '退款项目' })
    .or(page.getByRole('button', { name: '退款项目' }))
    .first()
    .click()
  await page.getByText(/^租金（可退/).click()
  await page.getByLabel('报销金额').fill('4')
  await page.getByRole('button', { name: '再加一项' }).click()
  await expect(page.getByRole('button', { name: '删除租金 ¥4.00' })).toBeVisible()
  await page
    .getByRole('combobox', { name: '退款项目' })
    .or(page.getByRole('button', { name: '退款项目' }))
    .first()
    .click()
  await page.getByText(/^基础服务费（可退/).click()
  await page.getByLabel('报销金额').fill('6')
  await submit.click()
  await expect(page.getByText('打款中')).toBeVisible()
  await page.getByRole('button', { name: '登记打款' }).click()
  const sheet = page.getByRole('dialog', { name: '登记打款' })
  await sheet.getByText('现金').click()
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(sheet)
  await sheet.getByRole('button', { name: '确认已打款 ¥10.00' }).click()
  await expect(page.getByText('已完成')).toBeVisible()
  expect(await api.ask(contract.expense.bill, { orderId: booked.orderId })).toMatchObject({ owed: 0, refunded: 1_000 })

  await api.ask(contract.reimbursement.save, {
    orderId: booked.orderId,
    kind: 3,
    reasonCode: 9,
    items: [{ name: '补偿', amount: 60_000 }],
    payMode: 3,
  })
  await open(`/order/initiate-reimbursement?orderId=${booked.orderId}`, 'finance')
  await expect(page.getByText('待审核', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await page.getByRole('dialog', { name: '通过报销退款' }).getByRole('button', { name: '通过 ¥600.00' }).click()
  await expect(page.getByText('打款中')).toBeVisible()
})
