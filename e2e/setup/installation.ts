import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { quickFolder } from '../../scripts/lib/quick-folder.mjs'
import { serverProcess } from '../../scripts/lib/server-process.mjs'
import { at, ended, spawnNode } from '../../scripts/lib/workspace.mjs'
import { ownCertificate, ownKey } from './certificate.ts'
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

interface Options {
  /** It has a certificate of its own, which no browser trusts by itself. */
  readonly isSecure: boolean
}

export const test = base.extend<Options & { installation: Installation & { readonly url: string } }>({
  isSecure: [false, { option: true }],
  installation: async ({ isSecure }, use) => {
    const dataDir = await mkdtemp(join(quickFolder(), 'run-'))
    const files = { TLS_CERT: join(dataDir, 'cert.pem'), TLS_KEY: join(dataDir, 'key.pem') }
    if (isSecure) {
      await writeFile(files.TLS_CERT, ownCertificate)
      await writeFile(files.TLS_KEY, ownKey)
    }
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: 'off',
      RATE_LIMIT: 'off',
      CLOCK: 'settable',
      LOG_LEVEL: 'warn',
      ...(isSecure && files),
    }
    const port = String(await freePort())
    const server = spawnNode(serverProcess, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...env, PORT: port },
    })
    const gone = once(server, 'exit')
    const url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`
    try {
      await once(server, 'message')
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
