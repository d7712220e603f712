import { order } from '@cheyi/contract/booking/order'
import { stock } from '@cheyi/contract/fleet/stock'
import { store } from '@cheyi/contract/platform/store'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { site } from '@cheyi/contract/sales/site'
import { source } from '@cheyi/domain/booking/order/codes'
import { addDays, localDate, parseDateTime } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { barriers } from './setup/barriers.ts'
import { typeCodeOf } from './setup/customer.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* 我的租车: a customer who booked at the counter finds the rental on the merchant's own page, changes it, and goes to pay it. */

/** A day in spring at ten, when every store is open. */
async function bookAtCounter(api: Api, phone: string, name: string) {
  const day = addDays(localDate(Date.now()), 110 + Math.floor(Math.random() * 40))
  const pickupAt = parseDateTime(`${day} 10:00`)!
  const returnAt = parseDateTime(`${addDays(day, 1)} 10:00`)!
  const [at] = await api.ask(store.list, {})
  const models = await api.ask(stock.free, { storeId: at!.id, from: pickupAt, to: returnAt, source: source.offline })
  const { modelId } = models.find(({ why, sellable }) => why === null && sellable > 1)!
  const priced = await api.ask(quotes.quote, { storeId: at!.id, modelId, pickupAt, returnAt, source: source.offline })
  const form = { contactName: name, contactPhone: phone }
  const { orderId } = await api.ask(order.create, {
    submit: true,
    quoteId: priced.quoteId,
    expectTotal: priced.total,
    ...form,
  })
  return { orderId, day, total: priced.total }
}

test('a booking of the counter is found by its mobile, moved for the difference, and paid from the page', async ({
  page,
  as,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const person = stranger('店客')
  const { orderId, day, total } = await bookAtCounter(api, person.phone, person.name)

  await page.goto(`${baseURL}/s/${name}/mine/${orderId}`)
  await typeCodeOf(page, person.phone)
  await page.getByRole('button', { name: '查看我的租车' }).click()

  await test.step('it says how it stands, where it is, and what is next', async () => {
    await expect(page.getByRole('heading', { name: '已确认' })).toBeVisible()
    await expect(page.getByText('请完成付款')).toBeVisible()
    await expect(page.getByText(/^距取车 \d+ 天/)).toBeVisible()
    await expect(page.getByRole('link', { name: '地图导航' })).toHaveAttribute('href', /^https:\/\/uri\.amap\.com\//)
    expect(await barriers(page)).toEqual([])
    const calendar = await page.getByRole('link', { name: '加到手机日历' }).getAttribute('href')
    const file = await page.request.get(`${baseURL}${calendar}`)
    expect(file.headers()['content-type']).toContain('text/calendar')
    expect(await file.text()).toContain(`DTSTART:${day.replaceAll('-', '')}T020000Z`)
  })

  await test.step('a later return costs the difference, which is said first', async () => {
    await page.getByRole('button', { name: '修改时间' }).click()
    await page.getByLabel('还车时间 日期').fill(addDays(day, 2))
    await page.getByRole('button', { name: '查看差价' }).click()
    await expect(page.getByText(/^需加付 /)).toBeVisible()
    await page.getByRole('button', { name: '确认修改' }).click()
    await expect(page.getByRole('button', { name: '修改时间' })).toBeVisible()
    const { fees, returnAt } = await api.ask(order.detail, { orderId })
    expect(localDate(returnAt)).toBe(addDays(day, 2))
    expect(fees.total).toBeGreaterThan(total)
    const shown = (await page.getByRole('button', { name: /^去支付/ }).textContent()) ?? ''
    expect(shown.replaceAll(/[^\d.]/g, '')).toBe((fees.total / 100).toFixed(2))
  })

  await test.step('the page to pay opens by one tap and leads back', async () => {
    await page.getByRole('button', { name: /^去支付/ }).click()
    await expect(page).toHaveURL(/\/pay\?t=/)
    // It has the bar of the booking page, whose colour its buttons have.
    await expect(page.locator('.site-bar .site-brand')).toHaveAttribute('href', `/s/${name}`)
    await page.getByRole('link', { name: '我的租车' }).click()
    await expect(page.getByRole('heading', { name: '已确认' })).toBeVisible()
    await page.getByRole('link', { name: '全部租车' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
  })
})
