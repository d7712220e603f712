import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { quickFolder } from '../scripts/lib/quick-folder.mjs'
import { serverProcess } from '../scripts/lib/server-process.mjs'
import { browserArgs } from './setup/browser-args.ts'

/*
 * One server with fresh demo data for the whole run; `npm run e2e` picks port, folder and browser, so that several
 * runs may go on at once. E2E_URL names a server that runs already. Flows are made for the phone; `*.desktop.spec.ts`
 * is what only the counter has.
 */

const given = process.env.E2E_URL
const port = Number(process.env.E2E_PORT ?? 8290)
/** Given: whoever started the run looks into the installation behind it, and clears it. */
const keptDataDir = process.env.E2E_DATA_DIR
const dataDir = keptDataDir ?? join(quickFolder(), `e2e-${port}`)
const isRunner = process.env.TEST_WORKER_INDEX === undefined
if (isRunner && !given) {
  const clear = () => rmSync(dataDir, { recursive: true, force: true })
  clear()
  // By then the server has stopped.
  if (keptDataDir === undefined) process.once('exit', clear)
}

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const newOwner = '**/new-owner.spec.ts'

export default defineConfig({
  testDir: '.',
  outputDir: `../.test/results-${port}`,
  forbidOnly: Boolean(process.env.CI),
  // What takes long and is proved by other flows as well is tried in the large size alone: `npm test -- --large`, or LARGE=1.
  grepInvert: process.env.LARGE ? undefined : /@large/,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // A flow waits for what moves, is fetched or settles: three keep two cores busy.
  workers: 3,
  // A machine of others' may stand still for seconds. What passed the second time alone is named at the end of the stage.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    baseURL: given ?? `http://127.0.0.1:${port}`,
    actionTimeout: 15_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // It would fetch the whole build for each test; who tests it allows it.
    serviceWorkers: 'block',
    // A third of the processor time of a run; `TRACE=1 npm run e2e -- …` says more of a flow that fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Drawing what slides and fades took a fifth of a flow's processor time. Flows of the page, the shell and the main job have it.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: browserArgs,
    },
  },
  projects: [
    { name: 'demo', testMatch: 'setup/demo.setup.ts' },
    // It has a server of its own, and two cores are not kept busy by the making of the demo.
    { name: 'new owner', testMatch: newOwner, use: phone },
    // First, since one of its files takes longer than all others at the end, and would have both cores to itself.
    {
      name: 'desktop',
      testMatch: '**/*.desktop.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
      dependencies: ['demo'],
    },
    { name: 'phone', testIgnore: ['**/*.desktop.spec.ts', newOwner], use: phone, dependencies: ['demo'] },
  ],
  // It is not waited for here: whoever needs it depends on `demo`.
  webServer: given
    ? undefined
    : {
        command: [process.execPath, ...serverProcess].map((word) => `"${word}"`).join(' '),
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        env: {
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'on',
          RATE_LIMIT: 'off',
          CLOCK: 'settable',
          LOG_LEVEL: 'warn',
        },
      },
})
