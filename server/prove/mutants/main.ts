import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modules } from '../../src/testing/modules.ts'
import { chooseMutations, type Planted } from './choose.ts'
import { faultKinds, lineOf, plantFault } from './mutations.ts'
import { openRunner } from './runner.ts'
import { importersOf, testsOf } from './tests-of.ts'
import { copyTree } from './tree.ts'

/*
 * npm run mutants — plants faults one at a time into rules, calls and handlers, and runs the tests that belong to the place. Prints for
 * each module how many faults were named, and which survived.
 *   --count N    how many faults, 300 by default
 *   --seed N     which ones, 1 by default
 *   --module M   only those of this module
 *   --list       prints them and plants none
 * Each result is appended to .test/mutants-<seed>.jsonl at once; a run with the same seed goes on after the last one, and asks a fault that
 * survived again.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    module: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '../../..')
const { seed, module } = values
if (module !== undefined && !modules.includes(module)) {
  console.error(`没有模块 ${module}。可选：${modules.join('、')}`)
  process.exit(1)
}

interface Result {
  readonly key: string
  readonly module: string
  readonly kind: string
  /** File, line, and what stands there instead. */
  readonly place: string
  readonly named: string | null
  readonly ms: number
}

const chosen = chooseMutations(root, { count: Number(values.count), seed: Number(seed), only: module })
const texts = new Map<string, string>()
for (const { path } of chosen) texts.set(path, await readFile(join(root, path), 'utf8'))
const keyOf = ({ path, start, end, replacement }: Planted) => `${path}:${start}-${end}:${replacement}`
const placeOf = (fault: Planted) => {
  const text = texts.get(fault.path)!
  return `${fault.path}:${lineOf(text, fault)} ${text.slice(fault.start, fault.end).trim().slice(0, 60)} → ${fault.replacement.slice(0, 60)}`
}
if (values.list) {
  for (const fault of chosen) console.info(`${fault.kind} ${placeOf(fault)}`)
  process.exit(0)
}

await mkdir(join(root, '.test'), { recursive: true })
const log = join(root, '.test', `mutants-${seed}.jsonl`)
const earlierResults = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean)
const results = new Map(earlierResults.map((line): [string, Result] => [JSON.parse(line).key, JSON.parse(line)]))
const left = chosen.filter((fault) => (results.get(keyOf(fault))?.named ?? null) === null)

const tree = join(root, '.test', 'mutants-tree')
const write = await copyTree(root, tree)
const importers = importersOf(root)
const runner = await openRunner(tree)
try {
  for (const [index, fault] of left.entries()) {
    const { path } = fault
    const text = texts.get(path)!
    await write(path, plantFault(text, fault))
    runner.invalidate(path)
    const { unit, api } = testsOf(path, root, importers)
    let named: string | null = null
    let ms = 0
    for (const [project, files] of [['unit', unit] as const, ['api', api] as const]) {
      if (named !== null || files.length === 0) continue
      const verdict = await runner.run(project, files)
      named = verdict.named
      ms += verdict.ms
    }
    await write(path, text)
    runner.invalidate(path)
    const result: Result = {
      key: keyOf(fault),
      module: fault.module,
      kind: fault.kind,
      place: placeOf(fault),
      named,
      ms,
    }
    results.set(result.key, result)
    await appendFile(log, `${JSON.stringify(result)}\n`)
    console.info(
      `${index + 1}/${left.length} ${Math.round(ms / 1000)} s ${named === null ? '✗ survived' : '✓'} ${result.place}${named === null ? '' : `\n    ${named}`}`,
    )
  }
} finally {
  await runner.close()
}
report(chosen.flatMap((fault) => results.get(keyOf(fault)) ?? []))

function report(all: readonly Result[]): void {
  const rows = [...Map.groupBy(all, (result) => result.module), ['all', all] as const]
  console.info('| Module | Faults | Named | Share |\n| --- | --- | --- | --- |')
  for (const [name, of] of rows) console.info(`| ${name} | ${share(of)} |`)
  console.info('\n| Kind | Faults | Named | Share |\n| --- | --- | --- | --- |')
  for (const [kind, of] of Map.groupBy(all, (result) => result.kind))
    console.info(`| ${faultKinds[kind as keyof typeof faultKinds]} | ${share(of)} |`)
  for (const { place } of all.filter(({ named }) => named === null)) console.info(`survived: ${place}`)
}

function share(of: readonly Result[]): string {
  const named = of.filter((result) => result.named !== null).length
  return `${of.length} | ${named} | ${of.length === 0 ? '–' : `${((100 * named) / of.length).toFixed(1)} %`}`
}
