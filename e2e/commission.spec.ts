import { commission } from '@cheyi/contract/insight/commission'
import { addMonths, localDate } from '@cheyi/domain/time'
import { expect, test } from './setup/test.ts'

/* Commissions of employees: a rule, the statements of the last month, and what a clerk sees of them. */

test('finance adds a rule, makes and confirms a statement, and a clerk sees only her own', async ({
  page,
  open,
  as,
}) => {
  await open('/commission/rule', 'finance')
  await page.getByRole('button', { name: '添加' }).click()
  const sheet = page.getByRole('dialog', { name: '添加提成规则' })
  await sheet.getByLabel('每单金额').fill('12')
  await sheet.getByRole('button', { name: '添加' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('每单 ¥12.00').first()).toBeVisible()

  const month = addMonths(`${localDate(Date.now()).slice(0, 7)}-01`, -1)
  const finance = await as('finance')
  // The figures of the demo are counted in the background, and no event of the page says when they are complete.
  await expect
    .poll(async () => (await finance.ask(commission.statements, {})).until, { timeout: 120_000 })
    .not.toBeNull()
  await open('/commission', 'finance')
  await page.getByRole('button', { name: `生成 ${month.slice(0, 7)} 提成单` }).click()
  await expect(page.getByText(/^已生成 \d+ 张提成单$|都已确认$/)).toBeVisible()
  const { list } = await finance.ask(commission.statements, { month })
  const draft = list.find(({ state }) => state === 1)!
  await open(`/commission/statement?statementId=${draft.statementId}`, 'finance')
  await page.getByRole('button', { name: '确认提成' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认提成' }).click()
  await expect(page.getByText('提成已确认')).toBeVisible()

  const clerk = await as('clerk')
  const own = await clerk.ask(commission.own, {})
  await open('/commission/own', 'clerk')
  for (const { month: of } of own.list) await expect(page.getByText(of.slice(0, 7)).first()).toBeVisible()
})
