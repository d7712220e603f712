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

interface Fixtures {
  /** Opens an address as somebody signed in. */
  readonly open: (address: string, who?: Who, page?: Page) => Promise<void>
}

interface WorkerFixtures {
  /** Asks the server as one of the staff, past the browser; a worker signs in once for each of them. */
  readonly as: (who?: Who) => Promise<Api>
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
  context: async ({ context }, use) => {
    await delayAnswers(context)
    await use(context)
  },
  open: async ({ page, as }, use) => {
    await use(async (address, who = 'owner', on = page) => {
      const { token } = await as(who)
      await on.goto(withToken(address, token))
    })
  },
})

export { expect } from '@playwright/test'
