import { stock } from '@cheyi/contract/stock'
import { chromium, type Page, type Route } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { browserArgs } from '../setup/browser-args.ts'
import { given, tell } from './task.ts'

/*
 * Goes through the lanes of a large fleet by the wheel, down and along the days, and tells what its frames took. A store of
 * the bench has fewer cars: the answers of the server say each car as often as it takes. `npm run bench` starts the server
 * and runs this.
 */

export interface LanesTask {
  readonly url: string
  readonly token: string
  /** Cars of the store. */
  readonly cars: number
}

/** One way of scrolling. */
export interface Scrolled {
  /** ms from one frame to the next. */
  readonly frames: readonly number[]
  /** CPU of the page's thread, ms: what others do on the machine is not in it. */
  readonly worked: number
  /** ms of tasks above 50 ms. */
  readonly longTasks: number
  /** Of the document, the most there were at any time. */
  readonly nodes: number
}

export interface Lanes {
  readonly cars: number
  readonly down: Scrolled
  readonly along: Scrolled
  /** How quick the machine was just then, by Lighthouse's measure. */
  readonly benchmarkIndex: number
}

/** Turns of the wheel in one direction. */
const TURNS = 90

const { url, token, cars, browser: executablePath } = given<LanesTask>()
const browser = await chromium.launch({ executablePath, args: browserArgs })
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  serviceWorkers: 'block',
})
const page = await context.newPage()
const times = await enlarge(page)
await page.goto(`${url}/stock?look=lanes&days=14&token=${token}`)
const list = page.getByRole('list', { name: '车辆时间轴' })
await list.getByRole('link').first().waitFor()
await list.hover()
const benchmarkIndex = await page.evaluate(pageFunctions.computeBenchmarkIndex)
const down = await scroll(page, 0, 240)
const along = await scroll(page, 60, 0)
await page.unrouteAll({ behavior: 'ignoreErrors' })
tell({ cars: times.cars, down, along, benchmarkIndex } satisfies Lanes)
await browser.close()

/** Makes the store as large as wanted: in every answer each pool has so many times its cars. */
async function enlarge(on: Page): Promise<{ readonly cars: number }> {
  const made = { cars: 0, times: 1 }
  await on.route(`**${stock.overview.path}*`, async (route) => {
    const { response, body } = await answerOf(route)
    const total = (pools: readonly Pool[]) => pools.reduce((sum, { days: [first] }) => sum + (first?.total ?? 0), 0)
    made.times = Math.ceil(cars / Math.max(1, total(body.data.pools)))
    for (const { days } of body.data.pools as readonly Pool[]) for (const day of days) day.total *= made.times
    made.cars = total(body.data.pools)
    await route.fulfill({ response, json: body })
  })
  await on.route(`**${stock.timeline.path}*`, async (route) => {
    const { response, body } = await answerOf(route)
    const { vehicles } = body.data as { vehicles: readonly { readonly vehicleId: string }[] }
    body.data.vehicles = Array.from({ length: made.times }, (_, copy) =>
      vehicles.map((car) => ({ ...car, vehicleId: `${car.vehicleId}${copy}` })),
    ).flat()
    await route.fulfill({ response, json: body })
  })
  return made
}

interface Pool {
  readonly days: readonly { total: number }[]
}

async function answerOf(route: Route) {
  const response = await route.fetch()
  return { response, body: await response.json() }
}

/** Turns the wheel there and back, and tells what it cost. */
async function scroll(on: Page, x: number, y: number): Promise<Scrolled> {
  const session = await on.context().newCDPSession(on)
  await session.send('Performance.enable')
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000
  }
  const before = await work()
  const watch = await on.evaluateHandle(() => {
    const seen = { frames: [] as number[], longTasks: 0, nodes: 0, on: true }
    new PerformanceObserver((tasks) => {
      for (const { duration } of tasks.getEntries()) seen.longTasks += duration
    }).observe({ entryTypes: ['longtask'] })
    let last = performance.now()
    const next = (now: number) => {
      seen.frames.push(now - last)
      last = now
      if (seen.frames.length % 20 === 0) seen.nodes = Math.max(seen.nodes, document.querySelectorAll('*').length)
      if (seen.on) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return seen
  })
  for (const sign of [1, -1]) for (let turn = 0; turn < TURNS; turn++) await on.mouse.wheel(x * sign, y * sign)
  const seen = await watch.evaluate((all) => {
    all.on = false
    return { frames: all.frames.slice(1), longTasks: all.longTasks, nodes: all.nodes }
  })
  return { ...seen, worked: (await work()) - before }
}
