import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type Api, owner, signIn } from './api.ts'

/** Who signs in: the demo's accounts, by what they are in the main merchant. */
export const staff = {
  owner,
  manager: { ...owner, mobile: '13800000002' },
  clerk: { ...owner, mobile: '13800000003' },
  finance: { ...owner, mobile: '13800000004' },
  fleet: { ...owner, mobile: '13800000005' },
  service: { ...owner, mobile: '13800000006' },
  channel: { ...owner, mobile: '13800000007' },
  operator: { ...owner, mobile: '13800000000' },
  /** Of a merchant of their own, whose settings no other flow goes by. */
  second: { ...owner, mobile: '13800000011' },
  /** Of a merchant where no other flow arranges a car: what is free there stays so. */
  third: { ...owner, mobile: '13800000021' },
} as const

export type Who = keyof typeof staff

/** `JITTER=600 npm run e2e`: each answer of a call comes up to so many ms late, so that they come in any order. */
const jitter = Number(process.env.JITTER ?? 0)

/** In a context that a test opens itself; those of the fixture have it. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (jitter === 0) return
  await context.route(/\/v1\//, async (route) => {
    if (route.request().resourceType() !== 'eventsource')
      await new Promise((done) => setTimeout(done, Math.random() * jitter))
    // The page may have been closed meanwhile.
    await route.continue().catch(() => undefined)
  })
}

/** An address that signs in whoever opens it: the token stands in it as the native shell puts it there. */
export const withToken = (address: string, token: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}token=${token}`

/** By the form of the login page, which is open. */
export async function signInByHand(
  page: Page,
  { mobile, password }: { mobile: string; password: string },
): Promise<void> {
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Flows are quicker than a person: what more than ten quick clicks open lies over what they click next. */
function hideDebugPanel(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[aria-label="调试面板"] { display: none }')
  document.adoptedStyleSheets.push(sheet)
}

/** What calls of a page were refused, as it comes in: a toast is over before the flow that waits for more gives up. */
function refusalsOf(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('response', async (answer) => {
    if (answer.request().method() !== 'POST') return
    // The page may have gone on before its body was read.
    const { success, errorCode, message } = await answer.json().catch(() => ({ success: true }))
    if (!success) refused.push(`${new URL(answer.url()).pathname}: ${errorCode} ${message}`)
  })
  return refused
}

interface Fixtures {
  /** Of a flow that sets the browser's clock, which is set for its whole context and never taken back. */
  readonly ownClock: boolean
  /** Opens an address as somebody signed in. */
  readonly open: (address: string, who?: Who, page?: Page) => Promise<void>
}

interface WorkerFixtures {
  /** Asks the server as one of the staff, past the browser; a worker signs in once for each of them. */
  readonly as: (who?: Who) => Promise<Api>
  /**
   * One context for all flows of a worker on the same device, so that the application is not fetched anew for each. Between
   * two flows its pages are closed, and of what they left only the cache of files is kept. What cannot be taken back
   * (init scripts, bindings) belongs on a page.
   */
  readonly contextFor: (device: string) => Promise<BrowserContext>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  as: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use, { project }) => {
      const apis = new Map<Who, Promise<Api>>()
      await use((who = 'owner') => {
        const known = apis.get(who) ?? signIn(project.use.baseURL ?? '', staff[who])
        apis.set(who, known)
        return known
      })
    },
    { scope: 'worker' },
  ],
  contextFor: [
    async ({ browser }, use) => {
      const contexts = new Map<string, Promise<BrowserContext>>()
      await use((device) => {
        const known = contexts.get(device) ?? browser.newContext()
        contexts.set(device, known)
        return known
      })
    },
    { scope: 'worker' },
  ],
  ownClock: [false, { option: true }],
  // By all that a file of flows may set of its device.
  context: async (
    { browser, contextFor, ownClock, viewport, hasTouch, isMobile, reducedMotion, serviceWorkers, ignoreHTTPSErrors },
    use,
  ) => {
    const device = JSON.stringify([viewport, hasTouch, isMobile, reducedMotion, serviceWorkers, ignoreHTTPSErrors])
    const context = ownClock ? await browser.newContext() : await contextFor(device)
    await delayAnswers(context)
    await use(context)
    if (ownClock) return context.close()
    await Promise.all(context.pages().map((page) => page.close()))
    await context.unrouteAll()
    await context.clearPermissions()
    await context.setOffline(false)
  },
  page: async ({ context }, use, info) => {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
    await devtools.detach()
    const refused = refusalsOf(page)
    await use(page)
    if (info.status === info.expectedStatus) return
    // Told at the end of a run, whose pictures may be gone by then.
    const said = await page
      .locator('h1, dialog[open], [role="alert"], [role="status"]')
      .allInnerTexts()
      .catch(() => [])
    // The list of a run shows the beginning alone.
    const body = [page.url(), ...refused, ...said].join('\n')
    await info.attach('what the page said', { body, contentType: 'text/plain' })
  },
  open: async ({ page, as }, use) => {
    await use(async (address, who = 'owner', on = page) => {
      const { token } = await as(who)
      await on.addInitScript(hideDebugPanel)
      await on.goto(withToken(address, token))
    })
  },
})

export { expect } from '@playwright/test'
