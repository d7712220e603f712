import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { rowsOf } from '../web/src/kernel/page/screen.ts'
import { screens } from '../web/src/screens.ts'
import { exampleAddress } from './setup/example-links.ts'
import { expect, test } from './setup/test.ts'

/* Every row of the screen catalogue, on the phone and at the counter, light and dark: it opens, fits and can be read. */

const sizes = { phone: { width: 375, height: 812 }, desktop: { width: 1280, height: 800 } } as const

/** Errors the page printed or threw; what the browser says of a refused call is the page's to handle. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return errors
}

/** Minified, which takes a third less of a browser to compile. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What keeps somebody from reading or using the page. AxeBuilder would send and compile axe's source twice each time, open a
 * tab to put results of frames together and describe what passed as well; no screen has frames.
 */
async function barriers(page: Page, ...rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    {
      resultTypes: ['violations' as const],
      preload: false,
      ...(rules.length > 0 && { runOnly: { type: 'rule' as const, values: rules } }),
    },
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** What is as wide as it is given: the page, frames that scroll in its place, and days beside names of models or cars. */
const WINDOWS = 'html, .page-frame, .page-frame-scroll, .page-frame-fill, .stock-grid-scroll, .timeline'

/** Holds that none of them has to be scrolled sideways; what follows a window's size is told of it after the next drawing. */
const fits = (page: Page, what: string) =>
  expect
    .poll(
      () =>
        page.evaluate(
          (windows) =>
            [...document.querySelectorAll(windows)]
              .filter((part) => part.scrollWidth > part.clientWidth)
              .map((part) => `${part.className || 'page'}: ${part.scrollWidth} of ${part.clientWidth}`),
          WINDOWS,
        ),
      { message: `${what}: wider than its window` },
    )
    .toEqual([])

/**
 * Loads the page anew with text of twice the size, as a browser is set to. Chromium tells it to what is loaded afterwards
 * alone, so the text is measured: of a page that did not grow nothing would be known.
 */
async function enlargeText(page: Page): Promise<void> {
  const sizeOf = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const usual = await sizeOf()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  await expect.poll(sizeOf, { message: 'text of twice the size' }).toBe(usual * 2)
}

for (const row of rowsOf(screens)) {
  test(`${row.path} opens, fits and is accessible`, async ({ page, as, open }) => {
    test.slow()
    const address = await exampleAddress(row, await as())
    expect(address, 'the demo data has an example').toBeDefined()
    const errors = errorsOf(page)
    // Signed in, the login page would lead on to the home page.
    if (row.permission === 'public') await page.goto(address!)
    else await open(address!)
    const settled = async (where: string) => {
      // A page that waits for a phone listens for as long as it is open.
      if (row.path === '/minapp-login') await expect(page.getByRole('img', { name: '登录二维码' })).toBeVisible()
      else await page.waitForLoadState('networkidle')
      await expect(page.locator('main, [role="main"], .page-scroll').first(), where).toBeVisible()
      await expect(page.getByText('加载失败'), where).toHaveCount(0)
    }
    for (const [where, size] of Object.entries(sizes)) {
      // A window that grows is asked for what a wide one shows; nothing is loaded anew.
      await page.setViewportSize(size)
      // A notice of somebody else's work may arrive at any moment, and half faded in nothing has its contrast.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await settled(where)
      await fits(page, where)
      expect(await barriers(page), where).toEqual([])
      // The dark palette changes colours alone.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await barriers(page, 'color-contrast'), `${where} dark`).toEqual([])
    }
    await page.setViewportSize(sizes.phone)
    await enlargeText(page)
    await settled('phone, large text')
    await fits(page, 'phone, large text')
    expect(errors).toEqual([])
  })
}
