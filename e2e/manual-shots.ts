import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import {
  layoutOf,
  type Picture,
  picturesFolder,
  readPages,
  readTaken,
  type Taken,
} from '../web/src/build/manual/read.ts'
import { rowsOf, standsAlone } from '../web/src/kernel/page/screen.ts'
import { screens } from '../web/src/screens.ts'
import { type Api, signIn } from './setup/api.ts'
import { allAnswered, countAsked, settled } from './setup/asked.ts'
import { browserArgs } from './setup/browser-args.ts'
import { exampleAddress } from './setup/example-links.ts'

/*
 * The pictures of the manual, as its pages ask for them. `npm run shots -- --manual` starts the server with demo data and runs this with
 * SHOTS_URL and CHROME_PATH; `--all` takes those again whose screens have not changed since. A picture is small, because a page with all
 * its pictures is: a phone of 360 × 480, in few colours.
 */

const SIZE = { width: 360, height: 480 }
const SCALE = 1.5
/** No picture may weigh more; a heavier one is taken again with less quality. */
const MOST = 16_000

const baseURL = setting('SHOTS_URL')
const rows = rowsOf(screens)
const taken: Record<string, Taken> = { ...readTaken() }
const wanted = readPages().flatMap(({ pictures }) => pictures)
const layout = ({ screen }: Picture): string => layoutOf(rowOf(screen).file)
const old = wanted.filter(
  (picture) => process.argv.includes('--all') || taken[picture.name]?.layout !== layout(picture),
)

const api = await signIn(baseURL)
const browser = await chromium.launch({ executablePath: setting('CHROME_PATH'), args: browserArgs })
const context = await browser.newContext({
  baseURL,
  viewport: SIZE,
  deviceScaleFactor: SCALE,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  serviceWorkers: 'block',
})
await context.addInitScript((token) => localStorage.setItem('token', token), api.token)
const failed: string[] = []
for (const picture of old)
  try {
    const file = await take(context, picture, api)
    await writeFile(join(picturesFolder, `${picture.name}.webp`), file)
    taken[picture.name] = { ...SIZE, layout: layout(picture) }
    console.info(`${picture.name}：${file.length} 字节`)
  } catch (error) {
    failed.push(picture.name)
    console.error(`✗ ${picture.name}：${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
await browser.close()
const names = wanted.flatMap(({ name }) => (taken[name] === undefined ? [] : [name])).toSorted()
const kept = Object.fromEntries(names.map((name) => [name, taken[name]]))
await writeFile(join(picturesFolder, 'taken.json'), `${JSON.stringify(kept, null, 2)}\n`)
console.info(`已更新 ${old.length - failed.length} 张手册图片，其余 ${wanted.length - old.length} 张对应的页面没有变化`)
process.exitCode = failed.length === 0 ? 0 : 1

function rowOf(name: string) {
  const row = rows.find((one) => one.name === name)
  if (row === undefined) throw new Error(`没有页面 ${name}`)
  return row
}

async function take(from: BrowserContext, { name, screen, steps }: Picture, asked: Api): Promise<Buffer> {
  const row = rowOf(screen)
  const values = steps.flatMap((step) => (step.startsWith('with ') ? [step.slice(5)] : []))
  const address =
    values.length > 0 && standsAlone(row) ? `${row.path}?${values.join('&')}` : await exampleAddress(row, asked)
  if (address === undefined) throw new Error(`${name}：没有示例数据`)
  const page = await from.newPage()
  const requests = countAsked(page)
  await page.goto(address)
  await settled(page)
  for (const step of steps) {
    await follow(page, step)
    await allAnswered(page, requests, step)
    await settled(page)
  }
  const session = await from.newCDPSession(page)
  for (const quality of [60, 45, 30, 20, 10]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const file = Buffer.from(data, 'base64')
    if (file.length > MOST) continue
    await page.close()
    return file
  }
  throw new Error(`${name}：图片太大`)
}

/** `tap 更多` opens what is shown, `scroll 费用` brings it into view, `mark 取车` draws a frame around it. */
async function follow(page: Page, step: string): Promise<void> {
  const [act = '', ...rest] = step.split(' ')
  const words = rest.join(' ')
  if (act === 'with') return
  const place = page
    .getByText(words, { exact: true })
    .or(page.getByRole('button', { name: words }))
    .filter({ visible: true })
    .first()
  if (act === 'tap') await place.click()
  else if (act === 'scroll') await place.scrollIntoViewIfNeeded()
  else if (act === 'mark')
    await place.evaluate((element) => {
      const { style } = element as HTMLElement
      style.outline = '3px solid #e03131'
      style.outlineOffset = '2px'
      style.borderRadius = '6px'
    })
  else throw new Error(`${step}：tap、scroll、mark 或 with`)
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; use npm run shots -- --manual`)
  return value
}
