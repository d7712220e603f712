import { chromium, type Page } from '@playwright/test'
import { browserArgs } from '../setup/browser-args.ts'
import { given, tell } from './task.ts'

/*
 * Flings through the order list on a phone to its ten-thousandth order, opens one there and comes back. `npm run bench`
 * starts the server, with that many orders, and runs this.
 */

export interface FlingTask {
  readonly url: string
  readonly token: string
  /** Orders to pass. */
  readonly orders: number
}

export interface Flung {
  /** Of the document, the most there were at any time. */
  readonly nodes: number
  readonly passed: number
  /** The row at the top was the same after coming back. */
  readonly cameBack: boolean
}

const { url, token, orders, browser: executablePath } = given<FlingTask>()
const browser = await chromium.launch({ executablePath, args: browserArgs })
const context = await browser.newContext({
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
})
const page = await context.newPage()
await page.goto(`${url}/order?token=${token}`)
const rows = page.getByRole('list', { name: '订单列表' }).getByRole('listitem')
await rows.first().waitFor()

let nodes = 0
let passed = 0
while (passed < orders) {
  const seen = await fling(page)
  nodes = Math.max(nodes, seen.nodes)
  if (seen.end) break
  passed = seen.last + 1
}
const before = await topRow(page)
await rows.nth(Math.floor((await rows.count()) / 2)).click()
await page.waitForURL('**/order/detail**')
await page.goBack()
await rows.first().waitFor()
tell({ nodes, passed, cameBack: (await topRow(page)) === before } satisfies Flung)
await browser.close()

/** To the end of what is loaded; answers when more is there, and what the document held meanwhile. */
function fling(on: Page): Promise<{ nodes: number; last: number; end: boolean }> {
  return on.evaluate(async () => {
    const list = document.querySelector<HTMLElement>('ul[aria-label="订单列表"]')!
    let scroller: HTMLElement = list
    while (getComputedStyle(scroller).overflowY !== 'auto' && getComputedStyle(scroller).overflowY !== 'scroll')
      scroller = scroller.parentElement!
    const lastRow = () => Number(list.querySelector('li:last-child')?.getAttribute('data-index') ?? 0)
    const height = scroller.scrollHeight
    let nodes = 0
    scroller.scrollTop = height
    for (let frame = 0; frame < 600; frame++) {
      await new Promise(requestAnimationFrame)
      nodes = Math.max(nodes, document.querySelectorAll('*').length)
      if (scroller.scrollHeight > height) return { nodes, last: lastRow(), end: false }
    }
    return { nodes, last: lastRow(), end: true }
  })
}

/** What the first row in sight says. */
function topRow(on: Page): Promise<string> {
  return on.evaluate(() => {
    const shown = [...document.querySelectorAll('ul[aria-label="订单列表"] li')]
    const head = Math.max(
      0,
      ...[...document.querySelectorAll('header')].map((one) => one.getBoundingClientRect().bottom),
    )
    return shown.find((row) => row.getBoundingClientRect().bottom > head)?.textContent ?? ''
  })
}
