import { site } from '@cheyi/contract/sales/site'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import { missingNames } from '../web/src/build/testing/compat.ts'
import { openFirstModel, searchCars } from './setup/customer.ts'
import { photograph } from './setup/pictures.ts'
import { bookAtHand } from './setup/rental.ts'
import { expect, signInByHand, staff, test, withToken } from './setup/test.ts'

/* The oldest engines that the application runs in, and what is told in an older one (decision 217). */

/** Takes away what the oldest engines lack, by MDN's compat data: what is left of this browser is no newer than they are. */
function forget(names: readonly string[]): void {
  for (const name of names) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    const owner = path.reduce<Record<string, unknown> | undefined>(
      (of, key) => of?.[key] as Record<string, unknown> | undefined,
      window as unknown as Record<string, unknown>,
    )
    if (owner) delete owner[last]
  }
}

/** Addresses of the polyfills that the page asked for, and faults that nothing caught. */
function watch(page: Page): { readonly polyfills: string[]; readonly faults: string[] } {
  const polyfills: string[] = []
  const faults: string[] = []
  page.on('request', (request) => request.url().includes('/assets/polyfills-') && polyfills.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  return { polyfills, faults }
}

test('the first pages run in the oldest engines', async ({ page }) => {
  const seen = watch(page)
  await page.addInitScript(forget, missingNames())
  await page.goto('/login?redirect=%2Finventory')
  await signInByHand(page, staff.owner)
  await expect(page.getByRole('tablist', { name: '车辆分组' })).toBeVisible()
  await expect(page.locator('.card-link').first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  await page.goto('/order')
  await expect(page.locator('.card-link').first()).toBeVisible()
  await page.goto('/stock')
  await expect(page.getByRole('heading', { level: 1, name: '库存' })).toBeVisible()
  await page.goto('/price')
  await expect(page.getByText('节假日').first()).toBeVisible()
  // What it asks for stands in the address of the call.
  await page.goto('/account')
  await page.locator('.card-link').first().click()
  await expect(page.getByRole('heading', { name: '角色与数据范围' })).toBeVisible()
  await expect(page.getByText(/加载失败|网络不稳定/)).toHaveCount(0)
  expect(seen.faults).toEqual([])
  expect(new Set(seen.polyfills).size).toBe(1)
})

/** Safari 16 and Chrome 103 refuse the word 'from-image' that newer engines know. */
function knowOlderOrientations(): void {
  const create = window.createImageBitmap.bind(window)
  window.createImageBitmap = (async (source: ImageBitmapSource, options: ImageBitmapOptions = {}) => {
    const { imageOrientation = 'none' } = options
    if (!['none', 'flipY'].includes(imageOrientation))
      throw new TypeError(`not an ImageOrientation: ${imageOrientation}`)
    return create(source, options)
  }) as typeof createImageBitmap
}

test('a photo is sent from the oldest engines', async ({ page, as }) => {
  const seen = watch(page)
  const api = await as()
  const { orderId } = await bookAtHand(api, '顾旧机', 1)
  await page.addInitScript(forget, missingNames())
  await page.addInitScript(knowOlderOrientations)
  await page.goto(withToken(`/order/pickup?orderId=${orderId}&rstep=3`, api.token))
  await photograph(page, page.getByRole('button', { name: '拍车头' }), '车头')
  await expect(page.getByRole('button', { name: '查看车头' })).toBeVisible()
  expect(seen.faults).toEqual([])
})

test('the booking page runs in the oldest engines, and without its script stays as the server wrote it', async ({
  page,
  as,
  baseURL,
}) => {
  const { faults } = watch(page)
  const { name } = await (await as('owner')).ask(site.detail, {})
  const day = addDays(localDate(Date.now()), 60)
  await page.addInitScript(forget, missingNames())
  await page.goto(`${baseURL}/s/${name}`)
  await searchCars(page, day)
  await page.getByLabel('排序').selectOption('priceDown')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.goto(`${baseURL}/s/${name}`)
  await openFirstModel(page, day)
  await expect(page.getByRole('button', { name: /^提交预订/ })).toBeEnabled()
  await page.goto(`${baseURL}/s/${name}/mine`)
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  await page.goto(`${baseURL}/s/${name}/embed`)
  await expect(page.getByRole('button', { name: '查看车型' })).toBeVisible()
  expect(faults).toEqual([])

  // Older than the oldest: the list of models sorts, and nothing before it does.
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'sort'))
  await page.goto(`${baseURL}/s/${name}`)
  await searchCars(page, day)
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByLabel('座位数').selectOption({ index: 1 })
  await page.getByRole('button', { name: '筛选' }).click()
  await expect(page).toHaveURL(/seats=\d/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('a newer engine fetches none of what older ones lack', async ({ page }) => {
  const { polyfills } = watch(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  expect(polyfills).toEqual([])
})

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: '请升级系统或浏览器' })

test('an engine that is too old is told which ones are not', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSLayerBlockRule'))
  await page.goto('/login')
  await expect(notice(page)).toContainText('iOS 15.6')
  await expect(notice(page)).toContainText('Chrome 99')
})

test('so is one that cannot read the application', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const a = ;' }),
  )
  await page.goto('/login')
  await expect(notice(page)).toContainText('iOS 15.6')
})

test('a file that did not come is no old browser', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.locator('#root')).toBeEmpty()
  await expect(notice(page)).toHaveCount(0)
})
