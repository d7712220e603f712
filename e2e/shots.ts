import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { rowsOf, type Screen } from '../web/src/kernel/page/screen.ts'
import { screens } from '../web/src/screens.ts'
import { type Api, signIn } from './setup/api.ts'
import { settled } from './setup/asked.ts'
import { browserArgs } from './setup/browser-args.ts'
import { exampleAddress } from './setup/example-links.ts'

/*
 * Pictures of every screen of the catalogue on phone and desktop, with a contact sheet. `npm run shots` starts the
 * server with demo data and runs this with SHOTS_URL, SHOTS_DIR and CHROME_PATH.
 */

const sizes = {
  phone: { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>

/** Those that the README shows, kept in docs/pictures when SHOTS_DOCS asks for it. */
const pictures: Readonly<Record<string, keyof typeof sizes>> = {
  'overview.home': 'phone',
  'order.detail': 'desktop',
  'stock.list': 'phone',
}

interface Shot {
  readonly screen: Screen
  readonly address: string | undefined
  /** What the page complained about. */
  readonly faults: string[]
}

const baseURL = setting('SHOTS_URL')
const folder = setting('SHOTS_DIR')

const api = await signIn(baseURL)
await rm(folder, { recursive: true, force: true })
const browser = await chromium.launch({ executablePath: setting('CHROME_PATH'), args: browserArgs })
const shots: Shot[] = []
for (const screen of rowsOf(screens)) {
  const address = await exampleAddress(screen, api)
  shots.push({ screen, address, faults: address === undefined ? [] : await shoot(browser, screen, address, api) })
}
await browser.close()
await writeFile(join(folder, 'index.html'), contactSheet(shots))

const missing = shots.filter((shot) => shot.address === undefined)
const faulty = shots.filter((shot) => shot.faults.length > 0)
for (const { screen } of missing) console.info(`没有示例数据：${screen.path}`)
for (const { screen, faults } of faulty) console.info(`${screen.path}：${faults.join('；')}`)
console.info(`${shots.length - missing.length} 个页面已截图：${join(folder, 'index.html')}`)
process.exitCode = faulty.length > 0 ? 1 : 0

async function shoot(browser: Browser, screen: Screen, address: string, { token }: Api): Promise<string[]> {
  const faults: string[] = []
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({ ...options, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    // Signed in, /login and its like would go on to the home page.
    if (screen.permission !== 'public')
      await context.addInitScript((value) => localStorage.setItem('token', value), token)
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(`${size} ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${size} ${message.text()}`)
    })
    await page.goto(address)
    await settled(page)
    await mkdir(join(folder, size), { recursive: true })
    await page.screenshot({ path: join(folder, size, `${screen.name}.png`) })
    if (process.env.SHOTS_DOCS && pictures[screen.name] === size)
      await page.screenshot({ path: join(process.env.SHOTS_DOCS, `${screen.name}.jpg`), type: 'jpeg', quality: 80 })
    await context.close()
  }
  return faults
}

function contactSheet(all: readonly Shot[]): string {
  const cards = all.map(({ screen, address, faults }) => {
    const pictures = Object.keys(sizes).map(
      (size) => `<a href="${size}/${screen.name}.png"><img loading="lazy" src="${size}/${screen.name}.png" alt=""></a>`,
    )
    return `<section><h2>${screen.title || '（默认标题）'} <code>${screen.path}</code></h2>
<p>${escaped(faults.join('；'))}</p><div>${address === undefined ? '没有示例数据' : pictures.join('')}</div></section>`
  })
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>车驿 · 页面总览</title><style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; background: #eef0f4; }
section { margin-bottom: 32px; } h2 { font-size: 16px; margin: 0; } p { color: #c33; margin: 4px 0; }
div { display: flex; gap: 16px; align-items: flex-start; } img { height: 480px; border: 1px solid #ccc; background: #fff; }
</style><h1>车驿 · ${all.length} 个页面</h1>
${cards.join('\n')}</html>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; use npm run shots`)
  return value
}
