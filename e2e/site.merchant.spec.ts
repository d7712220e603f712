import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { coupon } from '@cheyi/contract/sales/coupon'
import { site } from '@cheyi/contract/sales/site'
import { addDays, localDate } from '@cheyi/domain/time'
import { searchCars, typeCodeOf } from './setup/customer.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* The merchant's side of the booking page: coupons, where visitors come from, posters. */

const unique = () => Date.now().toString(36).slice(-6).toUpperCase()

test('a coupon that the owner issues lowers the price on the page before the booking, and is counted', async ({
  page,
  open,
  as,
  baseURL,
}) => {
  const code = `E2E${unique()}`
  await open('/site/coupon', 'owner')
  await page.getByRole('button', { name: '新建' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名称').fill('测试满减')
  await sheet.getByLabel('券码').fill(code)
  await sheet.getByLabel('减免金额').fill('50')
  await sheet.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText(`测试满减 ${code}`)).toBeVisible()

  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const { name: person, phone } = stranger('券客')
  const day = addDays(localDate(Date.now()), 81)
  const shop = await page.context().newPage()
  const trip = `day1=${day}&time1=10:00&day2=${addDays(day, 2)}&time2=10:00`
  await shop.goto(`${baseURL}/s/${name}/search?${trip}`)
  await shop
    .getByRole('link', { name: /^预订 / })
    .first()
    .click()
  const submit = shop.getByRole('button', { name: /^提交预订/ })
  const fen = async () => Math.round(Number(((await submit.textContent()) ?? '').replaceAll(/[^\d.]/g, '')) * 100)
  const full = await fen()
  await shop.getByLabel('优惠券码').fill('NOSUCHCODE')
  await shop.getByRole('button', { name: '使用', exact: true }).click()
  await expect(shop.getByText('优惠券码不可用，请检查后重试')).toBeVisible()
  expect(await fen()).toBe(full)
  await shop.getByLabel('优惠券码').fill(code.toLowerCase())
  await shop.getByRole('button', { name: '使用', exact: true }).click()
  await expect(shop.getByText(`优惠券 ${code} 减`)).toBeVisible()
  expect(await fen()).toBe(full - 5000)

  await shop.getByLabel('姓名').fill(person)
  await typeCodeOf(shop, phone)
  await shop.getByLabel(/到店付/).check()
  await submit.click()
  await expect(shop.getByRole('heading', { name: '已确认' })).toBeVisible()
  const { list } = await api.ask(coupon.list, {})
  expect(list.find((one) => one.code === code)).toMatchObject({ used: 1, givenFen: 5000 })
})

test('the owner names a place, and its poster is a picture and a PDF', async ({ page, open }) => {
  const place = `位置${unique()}`
  await open('/site/funnel', 'owner')
  await page.getByRole('button', { name: '添加' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名称').fill(place)
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(place)).toBeVisible()
  await page.getByRole('button', { name: '海报' }).click()
  await expect(page.getByRole('img', { name: '海报' })).toBeVisible()
  await expect(page.getByRole('link', { name: '保存 PDF' })).toHaveAttribute('href', /^blob:/)
})

test('the search stands in a website of another origin, and what it finds opens in the whole window', async ({
  page,
  as,
  baseURL,
}) => {
  const { name } = await (await as('owner')).ask(site.detail, {})
  const frame = `<iframe src="${baseURL}/s/${name}/embed" title="在线租车" style="width:100%;height:560px;border:0"></iframe>`
  const website = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>门店官网</title>${frame}`),
  ).listen(0)
  try {
    const { port } = website.address() as AddressInfo
    // Another host as well as another port, so that no cookie of the page is sent.
    await page.goto(`http://localhost:${port}/`)
    const search = page.frameLocator('iframe')
    await searchCars(search, addDays(localDate(Date.now()), 82))
    await expect(page).toHaveURL(new RegExp(`/s/${name}/search\\?`))
    await expect(page.getByRole('link', { name: /^预订 / }).first()).toBeVisible()
    // Every other page refuses a frame of somebody else.
    const headers = (await page.request.get(`${baseURL}/s/${name}`)).headers()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  } finally {
    website.close()
  }
})
