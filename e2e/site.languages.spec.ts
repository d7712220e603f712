import { order } from '@cheyi/contract/booking/order'
import { driver } from '@cheyi/contract/rental/driver'
import { site } from '@cheyi/contract/sales/site'
import { languages } from '@cheyi/domain/language'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import { barriers } from './setup/barriers.ts'
import { chineseOn } from './setup/language.ts'
import { drawn } from './setup/pictures.ts'
import { stranger } from './setup/prepare.ts'
import { codeTo } from './setup/register.ts'
import { expect, test } from './setup/test.ts'

/* The booking page in each language: what is said, who can read and use it, and how much a first visit loads. */

const path = (name: string, rest: string, tag: string): string =>
  `/s/${name}${rest}${rest.includes('?') ? '&' : '?'}lang=${tag}`

/** Every page that anybody may open: home, what is found, a car, the rentals of somebody who has to sign in, a page that is not there. */
async function pagesOf(page: Page, name: string): Promise<readonly string[]> {
  const day = addDays(localDate(Date.now()), 80)
  const found = `/search?day1=${day}&time1=10:00&day2=${addDays(day, 2)}&time2=10:00`
  await page.goto(path(name, found, 'zh-CN'))
  const href = await page
    .getByRole('link', { name: /^预订 / })
    .first()
    .getAttribute('href')
  return ['', found, href!.replace(`/s/${name}`, ''), '/mine', '/model/1']
}

/** Chinese on the page beside what the merchant calls itself, its stores, cars and extras. */
async function strays(page: Page): Promise<string[]> {
  const names: string[] = await page.evaluate(() => {
    const { home, results, offer } = JSON.parse(document.getElementById('data')!.textContent)
    const stores = home.stores.flatMap((one: Record<string, string>) => [one.name, one.city, one.address])
    const cars = (results?.models ?? []).map((one: { name: string }) => one.name)
    const own = offer === undefined ? [] : [offer.name, offer.storeName, offer.returnStoreName]
    return [home.name, home.about, ...stores, ...cars, ...own].filter((text) => text !== '')
  })
  const known = names.toSorted((a, b) => b.length - a.length)
  const { strays: found } = await chineseOn(page, '.languages')
  return found.filter((text) => /\p{Script=Han}/u.test(known.reduce((rest, one) => rest.replaceAll(one, ''), text)))
}

for (const { tag } of languages)
  test(`every page in ${tag} is read and used by everybody, at 320 px, light and dark`, async ({
    page,
    as,
    baseURL,
  }) => {
    const { name } = await (await as('owner')).ask(site.detail, {})
    await page.setViewportSize({ width: 320, height: 700 })
    for (const rest of await pagesOf(page, name)) {
      await page.goto(`${baseURL}${path(name, rest, tag)}`)
      await expect(page.locator('html')).toHaveAttribute('lang', tag)
      await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveAttribute('lang', tag)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), rest).toBeLessThanOrEqual(320)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await barriers(page), `${rest} ${colorScheme}`).toEqual([])
      }
      if (tag === 'en') expect(await strays(page), rest).toEqual([])
    }
  })

test('the language of the browser is read until another one is chosen, without a script, and is kept', async ({
  browser,
  as,
  baseURL,
}) => {
  const { name } = await (await as('owner')).ask(site.detail, {})
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'zh-HK' })
  const page = await plain.newPage()
  await page.goto(`${baseURL}/s/${name}`)
  await expect(page.getByRole('button', { name: '查看車型' })).toBeVisible()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Show cars' }).click()
  // Without a script the order is chosen by the address.
  await page.goto(`${page.url()}&sort=cases`)
  await expect(page.locator('.model').first()).toBeVisible()
  const free = await page.locator('.model:not(.out)').allTextContents()
  const room = free.map((text) => Number(/(\d+) large case/.exec(text)?.[1] ?? -1))
  expect(room).toEqual(room.toSorted((a, b) => b - a))
  expect(room[0]).toBeGreaterThan(1)
  await expect(page.getByRole('link', { name: /^Book / }).first()).toBeVisible()
  await expect(page.locator('link[hreflang="zh-Hant"]')).toHaveCount(1)
  await plain.close()
})

test('somebody with an English phone books without reading Chinese, by keyboard', async ({ browser, as, baseURL }) => {
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const { phone } = stranger('网客')
  const day = addDays(localDate(Date.now()), 84)
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${baseURL}/s/${name}`)
  await page.getByLabel('Pickup date').fill(day)
  await page.getByLabel('Return date').fill(addDays(day, 2))
  await page.getByRole('button', { name: 'Show cars' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /^Book / })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What the price is made of' })).toBeVisible()
  await expect(page.getByLabel('Child seat')).toBeEnabled()
  await page.getByLabel('Child seat').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.line').getByText('Child seat')).toBeVisible()
  await page.getByLabel('Name').fill('Anna Smith')
  await page.getByLabel('Mobile').fill('139')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toHaveText('The mobile number is not right')
  await page.getByLabel('Mobile').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code by SMS').fill(await codeTo(page, phone))
  await page.getByLabel(/Pay at the store/).check()
  await page.getByRole('button', { name: /^Book for/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel the booking' })).toBeVisible()
  const { list } = await api.ask(order.list, { orderKind: 1, keyword: phone })
  expect(list).toHaveLength(1)

  // A passport: its pages are named so, each is sent from the phone, and the store finds them in the file.
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Documents', exact: true }) })
  await card.getByLabel('Identity document').selectOption({ label: 'Passport' })
  await expect(card.getByLabel('Send a picture: Passport, data page')).toBeDisabled()
  await card.getByRole('checkbox', { name: /I agree that photos of my documents/ }).check()
  await expect(card.getByText('missing')).not.toHaveCount(0)
  for (let left = await card.getByText('missing').count(); left > 0; left--) {
    const row = card.locator('li', { hasText: 'missing' }).first()
    const picture = await drawn(page, `page ${left}`)
    await row.locator('input').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expect(card.getByText('missing')).toHaveCount(left - 1)
  }
  await expect(card.getByText('Received. The store will check them.')).toBeVisible()
  expect((await chineseOn(page, '.languages')).strays.filter((text) => /护照|资料页|驾驶/.test(text))).toEqual([])
  expect(await barriers(page)).toEqual([])
  const { renter } = await api.ask(order.detail, { orderId: list[0]!.orderId })
  const file = await api.ask(driver.personDetail, { personId: renter!.personId })
  expect(file.identityType).toBe(identityType.passport)
  expect(file.documents.map(({ slot }) => slot)).toContain('imgFront')
  await context.close()
})

test('a first visit loads what its language needs and stays below 60 kB', async ({ page, as, baseURL }) => {
  const { name } = await (await as('owner')).ask(site.detail, {})
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const bytes = new Map<string, number>()
  const addresses = new Map<string, string>()
  client.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
  for (const { tag } of languages) {
    bytes.clear()
    await client.send('Network.clearBrowserCache')
    await page.goto(`${baseURL}${path(name, '', tag)}`, { waitUntil: 'networkidle' })
    const loaded = [...bytes].filter(([id]) => !/\.(png|jpe?g|webp|ico)/.test(addresses.get(id) ?? ''))
    expect(loaded.filter(([id]) => /\/column/.test(addresses.get(id) ?? '')).length).toBe(tag === 'zh-CN' ? 0 : 1)
    expect(loaded.reduce((sum, [, length]) => sum + length, 0) / 1000).toBeLessThan(60)
  }
})
