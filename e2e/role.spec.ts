import { order } from '@cheyi/contract/booking/order'
import { orderKind, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { refusals } from '@cheyi/domain/refusal'
import type { Locator, Page, Response } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { allAnswered, countAsked } from './setup/asked.ts'
import { expect, test, type Who } from './setup/test.ts'

/*
 * What the staff of every default role is shown at home and on an order of each status leads where they may go: no button
 * ends before a closed door, and nothing that a page asks for by itself is refused.
 */

/** Without owner and store manager, whom nothing about an order is closed to. */
const roles: readonly Who[] = ['clerk', 'finance', 'fleet', 'service', 'channel']

/** Works at once, without a page or a sheet that could be closed to somebody: pressed in other flows. */
const atOnce = /^(联系|导航到|重试退还|O\d{12}$)/

/** A way on: a link by its path, a button by its name. */
interface Way {
  readonly from: string
  readonly name: string
  /** Stands in the sheet behind 更多. */
  readonly behind: boolean
}

/** The page is there, and nothing on it waits for an answer. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByText('授权中...').or(page.getByText('跳转中...'))).toBeHidden()
  await expect(page.getByRole('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Of a call: the code of the application is not read again for each page that is loaded. */
const isAnswer = (response: Response) => ['fetch', 'xhr'].includes(response.request().resourceType())

const load = (page: Page, address: string) => page.goto(address)

/** Goes there within the app, as a tap on a link does. */
const go = (page: Page, address: string) => page.evaluate((to) => history.pushState({}, '', to), address)

/** A page that asks for nothing and shows no way on. */
const AWAY = '/privacy-policy'

/** From where nothing has been opened yet: who is there already leaves the page, which closes what was opened, and comes back. */
async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search === address) {
    await go(page, AWAY)
    await expect(page).toHaveTitle('车驿 · 隐私政策')
  }
  await go(page, address)
}

/** By its label or by all of its words. */
function button(scope: Locator, name: string): Locator {
  const words = new RegExp(`^\\s*${name.replaceAll(/[^\p{L}\p{N}]/gu, '.')}\\s*$`)
  const all = scope.getByRole('button')
  return all
    .and(scope.getByLabel(name, { exact: true }))
    .or(all.filter({ hasText: words }))
    .first()
}

const namesIn = (scope: Locator): Promise<string[]> =>
  scope
    .getByRole('button', { disabled: false })
    .evaluateAll((buttons) =>
      buttons.filter((one) => one.checkVisibility()).map((one) => (one.ariaLabel ?? one.textContent).trim()),
    )

/** The same way of another order differs by its numbers. */
const kindOf = (name: string): string => name.replaceAll(/[\d,.:¥*·\s-]+/g, ' ')

/** Home, and one order of each status that there is. */
async function addresses(api: Api): Promise<string[]> {
  const found = await Promise.all(
    orderStatuses.values.map(async (status) => {
      const { list } = await api.ask(order.list, { orderKind: orderKind.short, status: [status], pageSize: 1 })
      return list.map(({ orderId }) => `/order/detail?orderId=${orderId}`)
    }),
  )
  return ['/', ...found.flat()]
}

// Shared out: one after the other they would be the end of the stage, alone.
test.describe.configure({ mode: 'parallel' })

for (const who of roles) {
  test(`${who}: whatever is shown may be opened`, async ({ page, open, as }) => {
    test.setTimeout(300_000)
    const { code } = refusals.forbidden
    const asked = countAsked(page)
    const refused: string[] = []
    page.on('response', async (response) => {
      if (!isAnswer(response)) return
      // A page that is left takes the answers it did not wait for along.
      const answer = await response.json().catch(() => null)
      if (answer?.errorCode === code) refused.push(new URL(response.url()).pathname)
    })
    const more = page.getByRole('button', { name: '更多', exact: true })
    const sheet = page.getByRole('dialog', { name: '更多操作' })
    const ways = new Map<string, Way>()
    const links = new Map<string, string>()
    const note = (from: string, names: readonly string[], behind: boolean) => {
      for (const name of names)
        if (name !== '' && !atOnce.test(name) && !ways.has(kindOf(name))) ways.set(kindOf(name), { from, name, behind })
    }

    await open('/', who)
    for (const from of await addresses(await as(who))) {
      await goTo(page, from)
      await settle(page)
      note(from, await namesIn(page.locator('body')), false)
      for (const href of await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
        if (href?.startsWith('/')) links.set(href.split('?')[0]!, href)
      if (!(await more.isVisible())) continue
      await more.click()
      await expect(sheet).toBeVisible()
      note(from, await namesIn(sheet), true)
    }

    const opened = async (what: string) => {
      await settle(page)
      // A sheet whose code came after its page was left would open over the next one.
      await allAnswered(page, asked, what)
      expect.soft(page.url(), what).not.toContain('/no-auth')
      expect.soft(refused.splice(0), what).toEqual([])
    }
    for (const href of links.values()) {
      await goTo(page, href)
      await opened(href)
    }
    let tried = 0
    for (const { from, name, behind } of ways.values()) {
      const way = button(behind ? sheet : page.locator('body'), name)
      for (const arrive of [goTo, load]) {
        await arrive(page, from)
        await settle(page)
        if (behind) {
          await more.click()
          await expect(sheet).toBeVisible()
        }
        if (await way.isVisible()) break
      }
      // Other flows work on the same orders: what one of them has done or handed over meanwhile is not to be done any more.
      if (!(await way.isVisible()) || (await way.isDisabled())) continue
      await way.click()
      tried++
      await opened(`${name} on ${from}`)
    }
    expect(tried, 'there is something to do').toBeGreaterThan(5)
    expect(refused, 'nothing was refused that came late').toEqual([])
  })
}
