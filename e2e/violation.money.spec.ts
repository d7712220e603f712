import { violation } from '@cheyi/contract/rental/violation'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { photograph } from './setup/pictures.ts'
import { expect, test } from './setup/test.ts'
import { fined } from './setup/violation.ts'

/* What a violation costs: seen to by the store, paid, taken out of the deposit, closed; told to the customer, disputed. */

test('the store pays the fine and takes it with its fee out of the deposit, in one page after the other', async ({
  page,
  open,
  as,
}) => {
  const api = await as('manager')
  const { orderId, violationId } = await fined(api)
  await open(`/illegals/detail?violationId=${violationId}`, 'manager')
  await page.getByRole('button', { name: '处理' }).click()
  await expect(page).toHaveTitle('车驿 · 处理违章')
  await page.getByRole('button', { name: '开始代办' }).click()

  await page.getByRole('button', { name: '登记代缴' }).click()
  const sheet = page.getByRole('dialog', { name: '登记代缴罚款' })
  await sheet.getByText('银行转账').click()
  await photograph(page, sheet.getByRole('button', { name: '添加凭证' }), '缴款凭证')
  await sheet.getByRole('button', { name: '登记' }).click()
  await expect(page.getByText('已登记代缴罚款')).toBeVisible()
  await photograph(page, page.getByRole('button', { name: '添加凭证' }), '处理凭证')
  await page.getByRole('button', { name: '办理完成' }).click()

  await expect(page.getByLabel('代缴罚款')).toHaveValue('200.00')
  await expect(page.getByText('客户承担').last()).toBeVisible()
  await page.getByRole('button', { name: '扣款并结案' }).click()
  await expect(page.getByText('违章已结案')).toBeVisible()
  const done = await api.ask(violation.detail, { violationId })
  expect(done).toMatchObject({ status: violationStatus.closed, payable: 25_000, claim: { due: 0, fine: 20_000 } })
  await page.goto(`/order/fee-detail?orderId=${orderId}`)
  await expect(page.getByText('违章：违反禁令标志停车').first()).toBeVisible()
})

test('the customer is told, disputes it, and the deposit stays until that is decided', async ({ page, open, as }) => {
  const api = await as('manager')
  const { orderId, violationId } = await fined(api, { points: 3, act: '超速10%以上未达20%' })
  await open(`/illegals/handle?violationId=${violationId}`, 'manager')
  await expect(page.getByText('不能由商家代办')).toBeVisible()
  await page.getByText('客户自行处理').click()
  await page.getByRole('button', { name: '通知客户' }).click()
  await expect(page.getByText('已通知客户')).toBeVisible()

  await page.goto(`/illegal/refund?orderId=${orderId}`)
  await expect(page.getByText(/条违章未结，结案后才能退还/)).toBeVisible()
  await page.goto(`/illegals/detail?violationId=${violationId}`)
  await page.getByRole('button', { name: '申诉' }).click()
  await page.getByLabel('申诉理由').fill('当时由朋友驾驶')
  await page.getByRole('button', { name: '登记申诉' }).click()
  await expect(page.getByText('已登记申诉，扣款暂停')).toBeVisible()
  await page.getByRole('button', { name: '申诉结果' }).click()
  const result = page.getByRole('dialog', { name: '申诉结果' })
  await result.getByText('成立', { exact: true }).click()
  await result.getByLabel('处理说明').fill('核实属实')
  await result.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已作废', { exact: true })).toBeVisible()
  expect((await api.ask(violation.detail, { violationId })).status).toBe(violationStatus.void)
})
