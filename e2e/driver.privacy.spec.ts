import { driver } from '@cheyi/contract/rental/driver'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* What a customer may ask of the shop: a consent taken back, a request answered, a copy, and the end of their data. */

test('a customer takes a consent back, has a request answered and is deleted', async ({ page, open, as }) => {
  const api = await as('manager')
  const person = { ...stranger('何思远'), identityType: identityType.idCard, consent: true }
  const { personId } = await api.ask(driver.savePerson, person)
  await open(`/person/detail?personId=${personId}`, 'manager')
  await page.getByText('同意与撤回、客户请求、副本与删除').click()
  await expect(page.getByText('柜台当面 · 经办')).toBeVisible()

  await page.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByText('柜台当面').click()
  await expect(page.getByText('已撤回', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: '登记请求' }).click()
  const asked = page.getByRole('dialog', { name: '登记客户请求' })
  await asked.getByText('更正', { exact: true }).click()
  await asked.getByRole('textbox').fill('手机号已换')
  await asked.getByRole('button', { name: '登记' }).click()
  await expect(page.getByText('前办理')).toBeVisible()
  // It stands on the list of all customers, too.
  await page.goto('/person/requests')
  await expect(page.getByText(`${person.name} · 更正`).first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: '答复' }).click()
  await page.getByRole('dialog').getByText('已办理').click()
  const answer = page.getByRole('dialog', { name: '已办理' })
  await answer.getByRole('textbox').fill('已改为新号码')
  await answer.getByRole('button', { name: '保存答复' }).click()
  await expect(page.getByText(/· 已改为新号码$/)).toBeVisible()

  await page.getByRole('button', { name: '导出个人信息副本' }).click()
  const copy = page.getByRole('dialog', { name: '个人信息副本' })
  await expect(copy.getByText('导出完成，链接24小时内有效')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '删除客户信息' }).click()
  const erase = page.getByRole('dialog', { name: '删除客户信息' })
  await expect(erase.getByText('依法须保留：操作日志')).toBeVisible()
  await erase.getByRole('textbox').fill('客户书面要求')
  await erase.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('个人信息已删除')).toBeVisible()
  expect(await api.ask(driver.searchPeople, { keyword: person.identityNo })).toEqual([])
})
