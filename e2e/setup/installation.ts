import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { quickFolder } from '../../scripts/lib/quick-folder.mjs'
import { serverProcess } from '../../scripts/lib/server-process.mjs'
import { at, ended, spawnNode } from '../../scripts/lib/workspace.mjs'
import { isUp } from './api.ts'
import { test as base, expect } from './test.ts'

/*
 * A server of one test's own with nothing in it, as somebody has it who starts the product for real: no demo, no
 * merchant, no operator, and a registration waits for review.
 */

interface Installation {
  /** `npm run operator` with these words. */
  readonly operator: (...words: string[]) => Promise<void>
  /** The code that would have been sent to a mobile: texts are kept in the server's own folder. */
  readonly codeTo: (page: Page, mobile: string) => Promise<string>
}

export const test = base.extend<{ installation: Installation & { readonly url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  installation: async ({}, use) => {
    const dataDir = await mkdtemp(join(quickFolder(), 'run-'))
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: 'off',
      RATE_LIMIT: 'off',
      CLOCK: 'settable',
      LOG_LEVEL: 'warn',
    }
    const port = String(await freePort())
    const server = spawnNode(serverProcess, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, PORT: port },
    })
    const gone = once(server, 'exit')
    const url = `http://127.0.0.1:${port}`
    try {
      await expect.poll(() => isUp(url), { timeout: 120_000 }).toBe(true)
      await use({
        url,
        async operator(...words) {
          const command = spawnNode([at('server', 'src', 'command', 'operator.ts'), ...words], { stdio: 'ignore', env })
          expect(await ended(command)).toBe(0)
        },
        async codeTo(_, mobile) {
          let code: string | undefined
          await expect(async () => {
            const list = spawnNode([at('server', 'src', 'command', 'operator.ts'), 'messages', 'list', mobile], {
              stdio: ['ignore', 'pipe', 'inherit'],
              env,
            })
            let printed = ''
            list.stdout!.on('data', (text) => (printed += text))
            expect(await ended(list)).toBe(0)
            code = printed.match(/(?:验证码|邀请码) (\d{6})/)?.[1]
            expect(code).toBeDefined()
          }).toPass()
          return code!
        },
      })
    } finally {
      server.kill('SIGTERM')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  baseURL: async ({ installation }, use) => use(installation.url),
})

export { expect }
