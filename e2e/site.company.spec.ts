import { company } from '@cheyi/contract/rental/company'
import { site } from '@cheyi/contract/sales/site'
import { addDays, localDate } from '@cheyi/domain/time'
import { barriers } from './setup/barriers.ts'
import { openFirstModel, typeCodeOf } from './setup/customer.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A company's secretary is invited by staff, and books on the merchant's own page at the agreed price. */

test('somebody whom staff invite books for a company at its agreed price, and staff see who booked', async ({
  page,
  open,
  as,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const { name: person, phone } = stranger('企业助理')
  const called = `网订${phone.slice(-6)}有限公司`
  const { companyId } = await api.ask(company.create, { name: called })
  await api.ask(company.saveTerms, { companyId, version: 1, payDays: 30, rateBp: 5000, enabled: true })

  await test.step('staff invite them from the page of the company', async () => {
    await open(`/company/detail?companyId=${companyId}`, 'owner')
    await page.getByRole('button', { name: '邀请', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '邀请预订人' })
    await sheet.getByLabel('姓名').fill(person)
    await sheet.getByLabel('手机号').fill(phone)
    await sheet.getByRole('button', { name: '发短信邀请' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('长期有效')).toBeVisible()
  })

  const phoneOf = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await phoneOf.newPage()
  await test.step('after the code of their mobile they choose the company, and see what it pays', async () => {
    await theirs.goto(`${baseURL}/s/${name}/mine`)
    await typeCodeOf(theirs, phone)
    await theirs.getByRole('button', { name: '查看我的租车' }).click()
    await theirs.getByRole('link', { name: `为企业预订 ${called}` }).click()
    await expect(theirs.getByLabel('租车方')).toHaveValue(companyId)
    expect(await barriers(theirs)).toEqual([])
    const day = addDays(localDate(Date.now()), 78)
    await openFirstModel(theirs, day)
    await expect(theirs.getByText('按企业协议价，费用由公司结算')).toBeVisible()
    await expect(theirs.getByText(/协议价¥/).first()).toBeVisible()
    await expect(theirs.getByLabel('优惠券码（选填）')).toHaveCount(0)
    await theirs.getByLabel('姓名').fill(person)
    await theirs.getByRole('button', { name: /^提交预订/ }).click()
    await expect(theirs.getByRole('heading', { name: '已确认' })).toBeVisible()
    await expect(theirs.getByText('费用由公司结算')).toBeVisible()
  })

  await test.step('staff see the order with the company, and take the invitation back', async () => {
    const { orders, owed } = await api.ask(company.detail, { companyId })
    expect(orders).toMatchObject([{ contactName: person, total: owed }])
    await page.reload()
    await page.getByRole('button', { name: person }).first().click()
    const sheet = page.getByRole('dialog', { name: '修改邀请' })
    await sheet.getByRole('button', { name: '收回邀请' }).click()
    await expect(page.getByText('已收回')).toBeVisible()
    await theirs.goto(`${baseURL}/s/${name}`)
    await expect(theirs.getByRole('button', { name: '查看车型' })).toBeVisible()
    await expect(theirs.getByLabel('租车方')).toHaveCount(0)
  })
  await phoneOf.close()
})

test('a contact of a company invites a colleague on the booking page, and takes the invitation back', async ({
  page,
  as,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const contact = stranger('企业联系人')
  const colleague = stranger('企业同事')
  const called = `同事${contact.phone.slice(-6)}有限公司`
  const { companyId } = await api.ask(company.create, { name: called })
  await api.ask(company.saveContact, { companyId, name: contact.name, phone: contact.phone })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${baseURL}/s/${name}/mine`)
  await typeCodeOf(page, contact.phone)
  await page.getByRole('button', { name: '查看我的租车' }).click()
  await expect(page.getByRole('heading', { name: `邀请同事 ${called}` })).toBeVisible()
  await page.getByLabel('姓名').fill(colleague.name)
  await page.getByLabel('手机号').fill(colleague.phone)
  await page.getByRole('button', { name: '发短信邀请' }).click()
  await expect(page.getByText('长期有效')).toBeVisible()
  await page.getByRole('button', { name: '预订网址和二维码' }).click()
  await expect(page.getByRole('img', { name: '预订网址和二维码' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  expect((await api.ask(company.detail, { companyId })).bookers).toMatchObject([
    { name: colleague.name, invitedBy: contact.name, endedAt: null },
  ])
  await page.getByRole('button', { name: `收回邀请 ${colleague.name}` }).click()
  await expect(page.getByText('长期有效')).toHaveCount(0)
})
