import { ensureInstalled } from './lib/install.mjs'
import {
  api,
  bounds,
  build,
  dependencies,
  e2e,
  e2eAndRestore,
  ground,
  lint,
  restore,
  types,
  unit,
} from './lib/stages.mjs'
import { script } from './lib/workspace.mjs'

/*
 * npm test — everything there is to check. The last line says `N passed, N failed`; the exit code is 1 if any failed.
 *   --check  all that needs no browser
 *   --e2e    the browser tests alone; with the paths of some specs those
 *   --audit  licences and advisories of the dependencies alone, which keeps the answer
 *   --restore  a backup of a demo, restored and compared, alone
 */

/** Of young objects, MB: tests make and forget much, and with the 16 of V8 a run of the API takes a fourteenth more of the processor. */
const YOUNG_MB = 64

script(async () => {
  process.env.NODE_OPTIONS = `--max-semi-space-size=${YOUNG_MB} ${process.env.NODE_OPTIONS ?? ''}`
  await ensureInstalled({ toCheck: true })
  /** @type {(import('./lib/stages.mjs').Outcome & { line: string })[]} */
  const outcomes = []
  for (const stage of chosenStages()) {
    const began = performance.now()
    console.info(`\n── ${stage.name} ──`)
    const outcome = await stage.run().catch((error) => {
      console.error(error)
      return { passed: 0, failed: 1, failures: [`${stage.name}：${error.message}`] }
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    outcomes.push({ ...outcome, line: `${stage.name}：${outcome.passed} 通过，${outcome.failed} 失败，${seconds} 秒` })
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.info(`\n✗ ${failure}`)
  console.info(`\n${outcomes.map(({ line }) => line).join('\n')}`)
  console.info(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
})

function chosenStages() {
  if (process.argv.includes('--check')) return [types, lint, dependencies, unit, api, bounds]
  if (process.argv.includes('--audit')) return [dependencies]
  if (process.argv.includes('--e2e')) return [build, e2e]
  if (process.argv.includes('--restore')) return [build, restore]
  return [types, lint, dependencies, unit, api, bounds, ground, build, ...e2eAndRestore]
}
