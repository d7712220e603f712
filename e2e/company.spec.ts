import { order } from '@cheyi/contract/booking/order'
import { company } from '@cheyi/contract/rental/company'
import { driver } from '@cheyi/contract/rental/driver'
import { agreeTo } from './approval.ts'
import { chooseStay, confirmHours, orderPage } from './setup/booking.ts'
import { farAhead, freeStay, stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* Companies that rent, and the list of the people who do. */

test('a company gets an agreed price and a limit, is booked for at that price, and beyond the limit a second person lets it pass', async ({
  page,
  open,
  as,
  browser,
}) => {
  const api = await as('owner')
  const { name: person, phone } = stranger('出差')
  const name = `协议${phone.slice(-6)}有限公司`
  await open('/company', 'owner')
  await page.getByRole('button', { name: '新建' }).first().click()
  const entry = page.getByRole('dialog', { name: '新建企业客户' })
  await entry.getByLabel('单位名称').fill(name)
  await entry.getByLabel('税号').fill('91310115MA1K4XYZ3B')
  await entry.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '企业客户详情' })).toBeVisible()

  // What it has none of stands in one line, each with the act that adds the first one: no empty cards.
  const none = page.getByRole('listitem').filter({ hasText: /^无/ })
  await expect(none).toHaveText([/^无订单/, /^无联系人添加/, /^无协议价添加/, /^无网上预订人邀请/])
  await page.getByRole('button', { name: '设置', exact: true }).click()
  const terms = page.getByRole('dialog', { name: '信用与折扣' })
  await terms.getByLabel('信用额度').fill('1')
  await terms.getByLabel('协议折扣').fill('50')
  await terms.getByRole('button', { name: '保存' }).click()
  await expect(terms).toBeHidden()
  await expect(page.getByText('标价的50%')).toBeVisible()

  await open('/order/create', 'owner')
  await chooseStay(page, await freeStay(api, { inHours: farAhead() }))
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill(phone)
  await page.getByRole('textbox', { name: '姓名', exact: true }).fill(person)
  await page.getByLabel('企业客户').click()
  const pick = page.getByRole('dialog', { name: '企业客户', exact: true })
  await pick.getByRole('searchbox').fill(name)
  await pick.getByRole('button', { name }).click()
  await expect(page.getByText('协议价，按标价的50%')).toBeVisible()
  await page.getByRole('button', { name: '提交订单' }).click()
  const asked = page.getByText('需另一名有权限的人员确认').first()
  await confirmHours(page, asked)
  await expect(asked).toBeVisible()
  await agreeTo(browser, open, name, 'manager', '超信用额度')
  await expect(orderPage(page)).toBeVisible()

  const { list } = await api.ask(company.page, { keyword: name })
  const { orders, owed } = await api.ask(company.detail, { companyId: list[0]!.companyId })
  expect(owed).toBe(orders[0]!.total)
  const { fees } = await api.ask(order.detail, { orderId: orders[0]!.orderId })
  expect(fees.lines.some(({ formula }) => formula.includes('协议价'))).toBe(true)
})

test('the list of customers is sorted by what they spent, a tag is given in the file and filters the list', async ({
  page,
  open,
  as,
}) => {
  const api = await as('owner')
  const { list } = await api.ask(driver.customers, { sort: 'spent' })
  const first = list[0]!
  await open('/person?sort=spent', 'owner')
  await page.getByRole('link', { name: first.name }).first().click()
  await page.getByRole('button', { name: /^标签/ }).click()
  const sheet = page.getByRole('dialog', { name: '客户标签' })
  const tag = `常客${String(Date.now()).slice(-5)}`
  await sheet.getByRole('textbox').fill(tag)
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('标签已保存')).toBeVisible()
  await open(`/person?tag=${encodeURIComponent(tag)}`, 'owner')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('listitem')).toContainText(first.name)
})
