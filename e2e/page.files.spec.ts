import { bookArranged } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* How many files a browser fetches that has none yet, with the page, its calls and what it fetches for later. */

test('the pages that are opened all day come in few files', async ({ page, open, as, browser, baseURL }) => {
  const { orderId } = await bookArranged(await as(), { name: '数文件', inHours: 20, orDaysLater: 20 })
  // Whoever signed in before is known to the first script.
  await open('/')
  await expect(page.locator('.home-todo').first()).toBeVisible()
  const storageState = await page.context().storageState()
  const pages = [
    ['/', '.home-todo', 36, 8],
    ['/order', '.card-link', 24, 9],
    [`/order/detail?orderId=${orderId}`, 'h1', 32, 10],
    [`/order/pickup?orderId=${orderId}`, 'h1', 40, 21],
  ] as const
  for (const [address, useful, most, first] of pages) {
    const context = await browser.newContext({ storageState, viewport: { width: 390, height: 844 }, baseURL })
    const fresh = await context.newPage()
    // The last that a page fetches by itself.
    const last = fresh.waitForResponse('**/assets/screen-modules-*.js')
    const html = await (await fresh.goto(address))!.text()
    await expect(fresh.locator(useful).first()).toBeVisible()
    await last
    const all = 1 + (await fresh.evaluate(() => performance.getEntriesByType('resource').length))
    expect(all, address).toBeLessThanOrEqual(most)
    // Those that the page names: it is painted when they have come.
    expect(1 + [...html.matchAll(/ (?:src|href)="\/assets\//g)].length, address).toBeLessThanOrEqual(first)
    await context.close()
  }
})
