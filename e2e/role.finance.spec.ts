import { contract } from '@cheyi/contract/index'
import { defaultRoleOf, keysOf } from '@cheyi/domain/permission'
import type { Page } from '@playwright/test'
import { rowsOf } from '../web/src/kernel/page/screen.ts'
import { screens } from '../web/src/screens.ts'
import { allAnswered, countAsked } from './setup/asked.ts'
import { exampleAddress } from './setup/example-links.ts'
import { expect, test } from './setup/test.ts'

/* Finance meets no button that ends in a refusal: what a button asks of the server, or the page that it opens, is permitted. */

interface Known {
  readonly path: string
  readonly effect: string
  readonly permission: string | readonly string[]
}
const calls = new Map(
  Object.values(contract).flatMap((feature) =>
    Object.values(feature as Record<string, Known>).map((call) => [call.path, call] as const),
  ),
)
const held: ReadonlySet<string> = new Set(keysOf(defaultRoleOf('F').menuIds))
const isPermitted = ({ permission }: Known) => typeof permission === 'string' || permission.some((key) => held.has(key))

/** Buttons of one page that are tried: those of acts, in bars and cards. */
const ACTS = '.action-bar button, .record-act button, .nav-bar button, .menu button, .fee-line button'
const MOST = 4
const WINDOWS = 4
/** After so many ms no further page is opened. */
const LIMIT = 40_000

test('no button of finance ends in a refusal', async ({ context, open, as, page }) => {
  test.setTimeout(120_000)
  const api = await as('finance')
  await open('/', 'finance')
  const refused = new Set<string>()
  const tried = { pages: 0, buttons: 0 }
  // Nothing is changed: a write is judged by its permission and then cut off.
  await context.route('**/api/**', async (route) => {
    const call = calls.get(new URL(route.request().url()).pathname)
    if (call !== undefined && !isPermitted(call))
      refused.add(`${new URL(route.request().frame().url()).pathname}: ${call.path}`)
    if (call?.effect === 'write') return route.abort()
    return route.continue()
  })

  const rows = rowsOf(screens).filter(
    ({ permission, opener }) =>
      opener === undefined &&
      (permission === 'signedIn' || (Array.isArray(permission) && permission.some((key) => held.has(key)))),
  )
  const started = Date.now()
  async function work(window: Page, from: number) {
    const asked = countAsked(window)
    for (let at = from; at < rows.length && Date.now() - started < LIMIT; at += WINDOWS) {
      const address = await exampleAddress(rows[at]!, api)
      if (address === undefined) continue
      tried.pages++
      await window.goto(address)
      await allAnswered(window, asked, address)
      const buttons = window.locator(ACTS).and(window.locator(':visible:enabled'))
      const names = (await buttons.allInnerTexts()).filter((name) => !['', '返回'].includes(name)).slice(0, MOST)
      for (const name of new Set(names)) {
        await buttons
          .getByText(name, { exact: true })
          .first()
          .click({ timeout: 1_000, noWaitAfter: true })
          .catch(() => {})
        tried.buttons++
        await allAnswered(window, asked, address)
        if (new URL(window.url()).pathname === '/no-auth') refused.add(`${address}: ${name}`)
        await window.goto(address)
        await allAnswered(window, asked, address)
      }
    }
  }
  const windows = await Promise.all([page, ...Array.from({ length: WINDOWS - 1 }, () => context.newPage())])
  await Promise.all(windows.map(work))
  expect(tried.pages).toBeGreaterThan(15)
  expect(tried.buttons).toBeGreaterThan(15)
  expect([...refused]).toEqual([])
})
