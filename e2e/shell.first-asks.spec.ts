import { order } from '@cheyi/contract/booking/order'
import { overview } from '@cheyi/contract/insight/overview'
import { profit } from '@cheyi/contract/insight/profit'
import { deposit } from '@cheyi/contract/money/deposit'
import { expense } from '@cheyi/contract/money/expense'
import { merchant } from '@cheyi/contract/platform/merchant'
import { session } from '@cheyi/contract/platform/session'
import { store } from '@cheyi/contract/platform/store'
import { todo } from '@cheyi/contract/platform/todo'
import { agreement } from '@cheyi/contract/rental/agreement'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import type { Page } from '@playwright/test'
import { bookArranged } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* What a page asks before the application is there, and that the application takes the answers. */

const calls = [
  session.userInfo,
  overview.home,
  todo.counts,
  merchant.setup,
  store.list,
  order.list,
  order.detail,
  pickupReturn.task,
  expense.list,
  agreement.status,
  deposit.forPickup,
]

/** Keeps the application back. @returns the calls that came since, by path, and what lets the application come */
async function withoutApplication(page: Page) {
  // The page before may still ask again by an event of another flow.
  await page.goto('about:blank')
  const asked: string[] = []
  const until = Promise.withResolvers<void>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (calls.some(({ path }) => path === pathname)) asked.push(pathname)
  })
  // Events of other flows have a page ask again.
  await page.route('**/api/stream/**', (route) => route.abort())
  await page.route('**/assets/index-*.js', async (route) => {
    await until.promise
    await route.continue()
  })
  return { asked, come: until.resolve }
}

const paths = (...of: readonly { readonly path: string }[]) => of.map(({ path }) => path).sort()

/** A page before, from which the browser knows who is signed in. */
async function knowUser(page: Page, open: (address: string) => Promise<void>): Promise<void> {
  await open('/')
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
}

test('home is asked for before the application is there, and not again by it', async ({ page, open }) => {
  await knowUser(page, open)
  const { asked, come } = await withoutApplication(page)
  await page.goto('/', { waitUntil: 'commit' })
  const first = paths(session.userInfo, overview.home, todo.counts, merchant.setup, store.list)
  await expect.poll(() => asked.toSorted()).toEqual(first)
  come()
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual(first)
})

test('so are the orders and one order, also those of the store that is chosen', async ({ page, open, as }) => {
  const api = await as()
  const [chosen] = await api.ask(store.list, {})
  const { list } = await api.ask(order.list, { orderKind: orderKind.short })
  await knowUser(page, open)
  for (const storeId of [null, chosen!.id]) {
    await page.evaluate(
      (id) => (id === null ? localStorage.removeItem('storeId') : localStorage.setItem('storeId', id)),
      storeId,
    )
    for (const [address, call] of [
      ['/', overview.home],
      ['/order', order.list],
      [`/order/detail?orderId=${list[0]!.orderId}`, order.detail],
    ] as const) {
      const fresh = await page.context().newPage()
      const { asked, come } = await withoutApplication(fresh)
      await fresh.goto(address, { waitUntil: 'commit' })
      await expect.poll(() => asked).toContain(call.path)
      come()
      await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
      await fresh.waitForLoadState('networkidle')
      for (const one of [session.userInfo, store.list, call])
        expect([address, one.path, asked.filter((path) => path === one.path).length]).toEqual([address, one.path, 1])
      await fresh.close()
    }
  }
})

test('so is a handover', async ({ page, open, as }) => {
  const { orderId } = await bookArranged(await as(), { name: '先问', inHours: 20, orDaysLater: 20 })
  await knowUser(page, open)
  const { asked, come } = await withoutApplication(page)
  await page.goto(`/order/pickup?orderId=${orderId}`, { waitUntil: 'commit' })
  const { forPickup } = deposit
  const first = paths(session.userInfo, store.list, pickupReturn.task, expense.list, agreement.status, forPickup)
  await expect.poll(() => asked.toSorted()).toEqual(first)
  come()
  await expect(page.getByRole('button', { name: /^确认交车/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual(first)
})

test('an answer that did not come is asked for in the ordinary way', async ({ page, open }) => {
  await knowUser(page, open)
  await page.route(`**${overview.home.path}`, (route) => route.abort(), { times: 1 })
  await page.goto('/')
  await expect(page.locator('.home-todo').first()).toBeVisible()
})

test('nothing is asked while nobody is signed in, nor with a token that another replaces', async ({
  page,
  open,
  as,
}) => {
  await page.goto('/login')
  const nobody = await withoutApplication(page)
  nobody.come()
  await page.goto('/')
  await expect(page.getByText('请先登录')).toBeVisible()
  expect(nobody.asked).toEqual([])

  await knowUser(page, open)
  const clerk = await as('clerk')
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (calls.some(({ path }) => request.url().endsWith(path))) tokens.push(request.headers().token)
  })
  await page.goto(`/?token=${clerk.token}`)
  await expect(page.getByText(/^已切换为 /)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(new Set(tokens)).toEqual(new Set([clerk.token]))
})

/** How much of what is seen has moved since the page was opened, by itself. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}

/** Keeps the answers of these calls back. @returns what lets that of a call come */
async function holdBack(page: Page, of: readonly { readonly path: string }[]) {
  const late = new Map(of.map(({ path }) => [path, Promise.withResolvers<void>()]))
  for (const [path, { promise }] of late)
    await page.route(`**${path}*`, async (route) => {
      await promise
      await route.continue()
    })
  return ({ path }: { readonly path: string }) => late.get(path)!.resolve()
}

test('nothing on home moves when its answers come one after the other', async ({ page, open }) => {
  await knowUser(page, open)
  const shift = await watchShifts(page)
  const answer = await holdBack(page, [todo.counts, overview.home])
  await page.goto('/')
  await expect(page.locator('.home-counters')).toBeVisible()
  answer(todo.counts)
  await expect(page.getByRole('link', { name: /今日取车/ })).toBeVisible()
  answer(overview.home)
  await expect(page.locator('.home-todo a').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shift()).toBeLessThanOrEqual(0.02)
})

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('a page that comes before the navigation is not pushed aside by it', async ({ page, open }) => {
    await knowUser(page, open)
    await open('/profit')
    await expect(page.getByRole('navigation', { name: '所在位置' })).toBeVisible()
    const shift = await watchShifts(page)
    const navigation = Promise.withResolvers<void>()
    await page.route(/\/assets\/(desk|home)[^/]*\.js$/, async (route) => {
      await navigation.promise
      await route.continue()
    })
    const answered = page.waitForResponse((response) => response.url().includes(profit.list.path))
    await page.goto('/profit')
    await expect(page.locator('.skeleton-card').first()).toBeVisible()
    navigation.resolve()
    await answered
    await expect(page.getByRole('navigation', { name: '所在位置' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await shift()).toBeLessThanOrEqual(0.02)
  })
})

test('nothing on a handover moves when its answers come one after the other', async ({ page, open, as }) => {
  const api = await as()
  const { orderId } = await bookArranged(api, { name: '静止', inHours: 20, orDaysLater: 20 })
  await knowUser(page, open)
  const shift = await watchShifts(page)
  const { lastInspection } = pickupReturn
  const reads = [
    expense.list,
    lastInspection,
    merchant.paySetting,
    agreement.kinds,
    agreement.status,
    deposit.forPickup,
  ]
  const answer = await holdBack(page, reads)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(`/order/pickup?orderId=${orderId}`)
  await expect(page.getByRole('button', { name: /^步骤 / })).toBeVisible()
  for (const read of reads) {
    const answered = page.waitForResponse((response) => response.url().includes(read.path))
    answer(read)
    await answered
  }
  await expect(page.getByRole('button', { name: /^确认交车/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shift()).toBeLessThanOrEqual(0.02)
  expect(asked.length).toBeLessThanOrEqual(61)
})
