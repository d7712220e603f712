import { merchant } from '@cheyi/contract/platform/merchant'
import { store } from '@cheyi/contract/platform/store'
import { expect, test } from './setup/test.ts'

test('a rule is changed alone and holds at once', async ({ page, open, as }) => {
  const api = await as('owner')
  await api.ask(merchant.saveSetting, { settings: { graceMinutes: null } })
  await open('/settings?tab=rules')
  await expect(page.getByText('超过约定时间多久内不收费；0–120分钟，默认30分钟')).toBeVisible()
  const grace = page.getByRole('textbox', { name: '宽限时间', exact: true })
  // The demo has settings of its own.
  const backs = page.getByRole('button', { name: '恢复默认' })
  const own = await backs.count()
  await grace.fill('500')
  await page.getByRole('button', { name: '保存 1 项修改' }).click()
  await expect(page.getByText('应在0分钟至120分钟之间')).toBeVisible()
  await grace.fill('35')
  await page.getByRole('button', { name: '保存 1 项修改' }).click()
  await expect(page.getByText('设置已保存，立即生效')).toBeVisible()
  const [first] = (await api.ask(store.page, {})).list
  const inForce = async () => (await api.ask(store.detail, { storeId: first!.storeId })).merchantSettings
  expect(await inForce()).toMatchObject({ graceMinutes: 35 })
  await expect(backs).toHaveCount(own + 1)
  await backs.first().click()
  await page.getByRole('button', { name: '保存 1 项修改' }).click()
  await expect(backs).toHaveCount(own)
  expect(await inForce()).toMatchObject({ graceMinutes: 30 })
})

test('whose phone rings is chosen role by role, and what customers are told', async ({ page, open, as }) => {
  const api = await as('owner')
  await api.ask(merchant.saveSetting, { settings: { notify: null } })
  await open('/settings?tab=notify')
  await page.getByRole('group', { name: '新订单App推送' }).getByText('财务').click()
  await page.getByText('短信', { exact: true }).click()
  await page.getByRole('group', { name: '审批短信' }).getByText('财务').click()
  await page.getByRole('switch', { name: '超时未还' }).click()
  await page.getByRole('button', { name: '保存 3 项修改' }).click()
  await expect(page.getByText('设置已保存，立即生效')).toBeVisible()
  await page.reload()
  await expect(
    page.getByRole('group', { name: '新订单App推送' }).getByRole('checkbox', { name: '财务' }),
  ).not.toBeChecked()
  await page.getByText('短信', { exact: true }).click()
  await expect(page.getByRole('group', { name: '审批短信' }).getByRole('checkbox', { name: '财务' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: '超时未还' })).not.toBeChecked()
  await api.ask(merchant.saveSetting, { settings: { notify: null } })
})

test('a company code that is wrong is told beside it', async ({ page, open }) => {
  await open('/settings')
  const code = page.getByRole('textbox', { name: '信用代码', exact: true })
  await code.fill('91350100M000100Y44')
  await page.getByRole('button', { name: '保存 1 项修改' }).click()
  await expect(page.getByText('统一社会信用代码不正确')).toBeVisible()
})
