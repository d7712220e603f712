import { ensureGenerated } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inTurn, inTurnBeside } from './lib/lanes.mjs'
import {
  api,
  bounds,
  build,
  dependencies,
  e2e,
  e2eAndRestore,
  lint,
  proofs,
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
 *   --large  random histories, races and flows in the number that somebody waits for (LARGE=1 does the same for a part of the tests)
 */

/** Of young objects, MB: tests make and forget much, and with the 16 of V8 a run of the API takes a fourteenth more of the processor. */
const YOUNG_MB = 64

script(async () => {
  process.env.NODE_OPTIONS = `--max-semi-space-size=${YOUNG_MB} ${process.env.NODE_OPTIONS ?? ''}`
  await ensureInstalled({ toCheck: true })
  await ensureGenerated()
  if (process.argv.includes('--large')) process.env.LARGE = '1'
  const { first, busy = [], beside = [], last = [] } = chosenStages()
  const outcomes = await inTurn(first)
  outcomes.push(...(await Promise.all([inTurn(busy), inTurnBeside(beside)])).flat())
  outcomes.push(...(await inTurn(last)))
  const sum = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.info(`\n✗ ${failure}`)
  console.info(`\n${outcomes.map(({ line }) => line).join('\n')}`)
  console.info(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
})

/**
 * What waits more than it computes runs beside what keeps the processors busy. Proofs come last and alone: their clients ask without a
 * pause, and tests beside them ran into their time limits.
 */
function chosenStages() {
  if (process.argv.includes('--audit')) return { first: [dependencies] }
  if (process.argv.includes('--e2e')) return { first: [build, e2e] }
  if (process.argv.includes('--restore')) return { first: [build, restore] }
  const browser = process.argv.includes('--check') ? [] : e2eAndRestore
  return { first: [types, lint, dependencies, unit, build], busy: [api, ...browser], beside: [bounds], last: proofs }
}
