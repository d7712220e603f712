import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { browserArgs } from '../browser-args.ts'
import { given, tell } from './task.ts'

/*
 * Lighthouse on pages as a phone on a slow network loads them, each from an empty cache. `npm run bench` starts the server
 * and runs this; the scores (0–100) are told over its channel, in the order of the runs.
 */

export interface AuditTask {
  readonly url: string
  /** Of a signed-in user; not for `/login`. */
  readonly token: string
  readonly paths: readonly string[]
  readonly runs: number
}

export interface Audited {
  readonly path: string
  readonly performance: readonly number[]
  readonly accessibility: readonly number[]
}

const { url, token, paths, runs, browser: executablePath } = given<AuditTask>()
const port = await freePort()
const browser = await chromium.launch({ executablePath, args: [...browserArgs, `--remote-debugging-port=${port}`] })
const audited: Audited[] = []
for (const path of paths) {
  const address = path === '/login' ? `${url}${path}` : `${url}${path}?token=${token}`
  const performance: number[] = []
  const accessibility: number[] = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(address, {
      port,
      formFactor: 'mobile',
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error',
    })
    const score = (category: string) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100)
    performance.push(score('performance'))
    accessibility.push(score('accessibility'))
  }
  audited.push({ path, performance, accessibility })
}
await browser.close()
tell(audited)
