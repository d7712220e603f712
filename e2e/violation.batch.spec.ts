import { order } from '@cheyi/contract/booking/order'
import { violation } from '@cheyi/contract/rental/violation'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { enterCode, openLink } from './setup/customer.ts'
import { expect, test } from './setup/test.ts'
import { endedWithDeposit } from './setup/violation.ts'

/* Many violations at once: a customer of several is told by one message, and answers each on one page. */

test('several of one customer are told at once, and each is answered on the one page', async ({
  page,
  open,
  as,
  browser,
}) => {
  test.setTimeout(240_000)
  const api = await as('manager')
  const { orderId, from } = await endedWithDeposit(api, 'oldest')
  const { orderNo, vehicle } = await api.ask(order.detail, { orderId })
  // Of these acts alone: the order may have others.
  const acts = ['违反禁令标志停车', '不按规定使用专用车道'].map((act) => `${act}${Date.now() % 1_000_000}`)
  const ids: string[] = []
  for (const [index, act] of acts.entries()) {
    const occurAt = from + (index + 1) * HOUR + Math.floor(Math.random() * 50) * MINUTE
    const facts = { place: '延安高架虹许路匝道', act, points: 0, fine: 20_000, docNo: `${Date.now()}${index}` }
    ids.push((await api.ask(violation.save, { orderId, occurAt, ...facts })).id)
  }
  await open(`/illegals?keyword=${orderNo}`, 'manager')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '批量操作' }).click()
  for (const act of acts)
    await page.getByRole('heading', { name: act }).locator('xpath=ancestor::*[contains(@class,"card")]').first().click()
  await page.getByRole('button', { name: '操作 2 条' }).click()
  const sheet = page.getByRole('dialog', { name: '已选 2 条违章' })
  await sheet.getByRole('button', { name: '通知客户 2 条' }).click()
  await expect(page.getByText('2 条已完成')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: '完成' }).click()
  for (const violationId of ids)
    expect((await api.ask(violation.detail, { violationId })).status).toBe(violationStatus.byCustomer)

  const { url } = await api.ask(violation.link, { violationId: ids[0]!, way: 2 })
  const phone = await openLink(browser, url, vehicle!.plate)
  await enterCode(phone, '查看违章', acts[0])
  await expect(phone.getByText('共 2 条违章，2 条待您处理')).toBeVisible()
  await phone.getByRole('link', { name: acts[1] }).click()
  await phone.getByRole('button', { name: '申请代办' }).click()
  await phone.getByRole('button', { name: '同意并申请' }).click()
  await phone.getByRole('button', { name: '返回' }).click()
  await expect(phone.getByText('共 2 条违章，1 条待您处理')).toBeVisible()
  expect((await api.ask(violation.detail, { violationId: ids[1]! })).consent).toMatchObject({ way: 'page' })
  await phone.context().close()
})
