import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { browserArgs } from '../setup/browser-args.ts'
import { given, tell } from './task.ts'

/*
 * Lighthouse on pages as a phone on a slow network loads them, each from an empty cache. `npm run bench` starts the server
 * and runs this; what each run found is told over its channel, in their order.
 */

export interface AuditTask {
  readonly url: string
  /** Of a signed-in user; not for `/login`. */
  readonly token: string
  readonly paths: readonly string[]
  /** That are to be had on a quick machine; twice as many are tried. */
  readonly runs: number
  /** Lighthouse's index of the machine's speed from which on a run counts as one. */
  readonly quickFrom: number
}

/** One run. */
export interface Audit {
  /** Scores, 0–100. */
  readonly performance: number
  readonly accessibility: number
  /** How quick the machine was just then, as Lighthouse tells. */
  readonly benchmarkIndex: number
  /** Over the network, and how many requests they took. */
  readonly bytes: number
  readonly requests: number
  /** ms of tasks above 50 ms, the CPU slowed down four times. */
  readonly longTasks: number
}

export interface Audited {
  readonly path: string
  readonly audits: readonly Audit[]
}

const { url, token, paths, runs, quickFrom, browser: executablePath } = given<AuditTask>()
const port = await freePort()
const browser = await chromium.launch({ executablePath, args: [...browserArgs, `--remote-debugging-port=${port}`] })
const audited: Audited[] = []
for (const path of paths) {
  const address = path === '/login' ? `${url}${path}` : `${url}${path}?token=${token}`
  const audits: Audit[] = []
  const quick = () => audits.filter(({ benchmarkIndex }) => benchmarkIndex >= quickFrom).length
  while (audits.length < runs * 2 && quick() < runs) {
    const result = await lighthouse(address, {
      port,
      formFactor: 'mobile',
      onlyCategories: ['performance', 'accessibility'],
      logLevel: 'error',
    })
    if (result === undefined) throw new Error(`Lighthouse found nothing at ${path}`)
    const { categories, environment, audits: found } = result.lhr
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const sum = (audit: string, field: string) =>
      itemsOf(found[audit]).reduce((all, item) => all + Number(item[field] ?? 0), 0)
    audits.push({
      performance: score('performance'),
      accessibility: score('accessibility'),
      benchmarkIndex: environment.benchmarkIndex,
      bytes: sum('network-requests', 'transferSize'),
      requests: itemsOf(found['network-requests']).length,
      longTasks: sum('long-tasks', 'duration'),
    })
  }
  audited.push({ path, audits })
}
await browser.close()
tell(audited)

type Items = readonly Readonly<Record<string, unknown>>[]

/** The lines of a table that an audit brings. @throws Error when Lighthouse has no such audit any more */
function itemsOf(audit: { readonly details?: object } | undefined): Items {
  if (audit?.details === undefined) throw new Error('Lighthouse has another list of audits')
  return (audit.details as { readonly items?: Items }).items ?? []
}
