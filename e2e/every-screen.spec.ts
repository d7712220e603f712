import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { rowsOf } from '../web/src/kernel/page/screen.ts'
import { screens } from '../web/src/screens.ts'
import { allAnswered, countAsked } from './setup/asked.ts'
import { barriers } from './setup/barriers.ts'
import { exampleAddress } from './setup/example-links.ts'
import { faultsOf, isList } from './setup/lists.ts'
import { delayAnswers, expect, test, withToken } from './setup/test.ts'

/*
 * Every row of the screen catalogue, on the phone and at the counter, light and dark: it opens, fits and can be read, and a list keeps
 * the recipe of lists.
 */

const sizes = { phone: { width: 375, height: 812 }, desktop: { width: 1280, height: 800 } } as const

/** What the pages printed or threw; what the browser says of a refused call is the page's to handle. */
const errors: string[] = []

// A notice of somebody else's work may arrive at any moment, and half faded in nothing has its contrast.
test.use({ reducedMotion: 'reduce' })

/** To look at contrasts takes axe longer than at all else, and phone and desktop show the same colours: each is looked at in one of both. */
const contrast = { runOnly: { type: 'rule' as const, values: ['color-contrast'] } }
const butContrast = { rules: { 'color-contrast': { enabled: false } } }
const isLarge = process.env.LARGE !== undefined

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

/** What moves without end on a page at rest: a phone draws it sixty times a second, out of view too. */
const restless = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(
        (animation) =>
          `${(animation as CSSAnimation).animationName} of ${(animation.effect as KeyframeEffect).target?.className}`,
      ),
  )

/** How much a page shows below its title: texts, fields, pictures, bars of a skeleton. */
const shown = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter(
        (part) =>
          (part.matches('.skeleton-bar, input, img, canvas') ||
            (!part.firstElementChild && part.textContent?.trim())) &&
          !part.closest('header, nav, .bars, .visually-hidden') &&
          part.checkVisibility(),
      ).length,
  )

/** Goes on to a page whose answers do not come: it shows its skeleton meanwhile, never an empty window. */
async function waitsVisibly(opened: Opened, goOn: () => Promise<void>, title: string | RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  opened.answers = promise
  await goOn()
  await expect(opened.page).toHaveTitle(title)
  await expect.poll(() => shown(opened.page), { message: 'empty until its answers come' }).toBeGreaterThan(0)
  resolve()
}

/** Screens that show records, whose times have the year, and texts that were sent. */
const records: ReadonlySet<string> = new Set(['/audit', '/person/privacy', '/outbox'])

/** Times of this year with the year, plates without their dot, amounts and distances without thousands. */
const loose = [
  new RegExp(`${new Date().getFullYear()}-\\d\\d-\\d\\d \\d\\d:\\d\\d`, 'g'),
  /[京沪浙粤苏][A-HJ-NP-Z][A-HJ-NP-Z0-9]{5,6}(?![A-Z0-9])/g,
  /¥\s?\d{4,}/g,
  /(?<![\d,])\d{4,} ?(?:km|公里)/g,
] as const

async function looseTexts(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: texts of hidden pages are not read.
  const text = await page.locator('body').innerText()
  return loose.flatMap((form) => text.match(form) ?? [])
}

interface Opened {
  readonly page: Page
  /** Its calls are answered from then on. */
  answers: Promise<void>
  /** What it has asked for and not yet got. */
  readonly asked: ReadonlySet<Request>
}

async function openWindow(context: BrowserContext): Promise<Opened> {
  const page = await context.newPage()
  const opened: Opened = { page, asked: countAsked(page), answers: Promise.resolve() }
  await page.route(/\/v1\//, async (route) => {
    await opened.answers
    await route.fallback()
  })
  const note = (message: string) => errors.push(`${page.url()}: ${message}`)
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note(message.text())
  })
  return opened
}

interface Windows {
  readonly context: BrowserContext
  readonly usual: Opened
  readonly large: Opened
  shown: number
}

/** A window, and one of text of twice the size, as a browser is set to: Chromium tells it to what is loaded afterwards. */
async function openWindows(browser: Browser): Promise<Windows> {
  const context = await browser.newContext()
  await delayAnswers(context)
  const [usual, large] = [await openWindow(context), await openWindow(context)]
  const devtools = await context.newCDPSession(large.page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  return { context, usual, large, shown: 0 }
}

/** Then another is opened, so that no screen stands on all that were shown before it. */
const SCREENS_OF_A_WINDOW = 10

/**
 * The owner's, and those of nobody who signed in: in the usual one the application goes on from screen to screen, as by
 * links, so that neither it nor axe is compiled for each anew; in the large one each is loaded by its address.
 */
const kept: { [by in 'owner' | 'nobody']?: Windows } = {}

const textSize = (page: Page) => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))

test('the lists are found by their sources', () => {
  expect(rowsOf(screens).filter(isList).length).toBeGreaterThan(25)
})

for (const row of rowsOf(screens)) {
  test(`${row.path} opens, fits and is accessible`, async ({ browser, as }) => {
    test.slow()
    const api = await as()
    const found = await exampleAddress(row, api)
    expect(found, 'the demo data has an example').toBeDefined()
    // Signed in, the login page would lead on to the home page.
    const isPublic = row.permission === 'public'
    const address = isPublic ? found! : withToken(found!, api.token)
    const by = isPublic ? 'nobody' : 'owner'
    if (kept[by]?.shown === SCREENS_OF_A_WINDOW) {
      await kept[by].context.close()
      kept[by] = undefined
    }
    kept[by] ??= await openWindows(browser)
    const windows = kept[by]
    windows.shown++
    const { usual, large } = windows
    const settled = async ({ page, asked }: Opened, where: string, loaded: boolean) => {
      await expect(page.getByText('授权中...').or(page.getByText('跳转中...'))).toBeHidden()
      // A page that waits for a phone asks for as long as it is open.
      if (row.path === '/minapp-login') await expect(page.getByRole('img', { name: '登录二维码' })).toBeVisible()
      else {
        // Only what was loaded comes to rest once more: a frame that is put in or taken out later leaves the page restless for ever.
        if (loaded) await page.waitForLoadState('networkidle')
        await allAnswered(page, asked, where)
      }
      await expect(
        page.locator('main, [role="main"], .page-scroll').filter({ visible: true }).first(),
        where,
      ).toBeVisible()
      await expect(page.getByText('加载失败'), where).toHaveCount(0)
    }
    const title = row.title === '' ? /^车驿/ : `车驿 · ${row.title}`
    const { page } = usual
    for (const [where, size] of Object.entries(sizes)) {
      // A window that grows is asked for what a wide one shows; nothing is loaded anew.
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: 'light' })
      const first = where === 'phone' && page.url() === 'about:blank'
      if (where === 'phone') {
        if (first) await page.goto(address)
        else {
          const goOn = () => page.evaluate((to) => history.pushState({}, '', to), found!)
          await (isPublic ? goOn() : waitsVisibly(usual, goOn, title))
        }
      }
      await settled(usual, where, first)
      // A wide window may open the first of a list beside it.
      if (where === 'phone') await expect(page).toHaveTitle(title)
      await fits(page, where)
      // Tables of a desktop are records, with the year.
      if (where === 'phone' && !records.has(row.path)) expect(await looseTexts(page), where).toEqual([])
      // The catalogue of parts shows one that is busy.
      if (row.path !== '/demo')
        await expect.poll(() => restless(page), { message: `${where}: moves at rest` }).toEqual([])
      if (isList(row)) await expect.poll(() => faultsOf(page, row.path), { message: where }).toEqual([])
      if (isList(row) && where === 'desktop')
        await expect(
          page.getByRole('navigation', { name: '主导航' }).locator('[aria-current="page"]'),
          'the entry of the navigation is marked',
        ).toHaveCount(1)
      expect(await barriers(page, where === 'phone' || isLarge ? {} : butContrast), where).toEqual([])
      if (where === 'phone' && !isLarge) continue
      // The dark palette changes colours alone.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await barriers(page, contrast), `${where} dark`).toEqual([])
    }
    expect(errors.splice(0)).toEqual([])
    if (!isLarge) return
    await large.page.goto(address)
    await settled(large, 'phone, large text', true)
    await expect(large.page).toHaveTitle(title)
    const doubled = 2 * (await textSize(page))
    await expect.poll(() => textSize(large.page), { message: 'text of twice the size' }).toBe(doubled)
    await fits(large.page, 'phone, large text')
    expect(errors.splice(0)).toEqual([])
  })
}
