import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/*
 * A feature gives a lower module what that needs by a call when it is loaded (CONTRIBUTING.md, "What a lower module needs of a higher one").
 * A module that no process loads gives nothing, and nobody notices before the hour at which it is missing. Only `buildApp` makes the kernel
 * without which no work of a feature runs, so its module loads all of them; `requireRegistrations` asks the same where it runs.
 */

const src = join(import.meta.dirname, '../..')
const paths = globSync('**/*.ts', { cwd: src }).map((path) => path.replaceAll('\\', '/'))
const isTest = (path: string) => /\.test\.ts$/.test(path) || /^(testing|laws)\//.test(path)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
interface Module {
  /** Modules of the server that are loaded with it. */
  readonly imports: readonly string[]
  /** Imported for what they do when they are loaded. */
  readonly bare: readonly string[]
  /** Functions that it calls when it is loaded, which other modules gave it. */
  readonly calls: readonly { readonly name: string; readonly from: string }[]
}

function read(path: string): Module {
  const program = parseAst(readFileSync(join(src, path), 'utf8'), { lang: 'ts' }) as unknown as { body: Node[] }
  const imports: string[] = []
  const bare: string[] = []
  const from = new Map<string, string>()
  const fileOf = (source: unknown) => {
    const name = (source as { value?: string } | null)?.value ?? ''
    return name.startsWith('.') ? join(dirname(path), name).replaceAll('\\', '/') : undefined
  }
  for (const node of program.body) {
    const file = fileOf(node.source)
    if (file === undefined || node.importKind === 'type' || node.exportKind === 'type') continue
    const specifiers = (node.specifiers ?? []) as (Node & { local: { name: string } })[]
    if (
      specifiers.length > 0 &&
      specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type')
    )
      continue
    imports.push(file)
    if (node.type !== 'ImportDeclaration') continue
    if (specifiers.length === 0) bare.push(file)
    for (const { local } of specifiers) from.set(local.name, file)
  }
  const calls = program.body.flatMap((node) => {
    const expression = node.type === 'ExpressionStatement' ? (node.expression as Node) : undefined
    if (expression?.type !== 'CallExpression') return []
    // `setupCounts.register(…)` is a call of what was imported, too; a function that its own module has is none.
    let callee = expression.callee as Node
    while (callee.type === 'MemberExpression') callee = callee.object as Node
    const name = String(callee.name)
    return from.has(name) ? [{ name, from: from.get(name)! }] : []
  })
  return { imports, bare, calls }
}

const modules = new Map(paths.map((path) => [path, read(path)]))

function loadedBy(entry: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path) || !modules.has(path)) return
    seen.add(path)
    for (const next of modules.get(path)!.imports) visit(next)
  }
  visit(entry)
  return seen
}

/** Programs that run something when they are loaded. */
const programs = new Set(['serve', 'run', 'main'])
const registrations = [...modules].filter(
  ([path, { calls }]) => !isTest(path) && calls.some(({ name }) => !programs.has(name)),
)
const app = loadedBy('app.ts')

it('finds the modules that register something', () => {
  const names = new Set(registrations.flatMap(([, { calls }]) => calls.map(({ name }) => name)))
  expect(registrations.length).toBeGreaterThan(35)
  for (const name of [
    'registerOrders',
    'registerPendingWork',
    'setupCounts',
    'openBusiness',
    'recordsAreNamed',
    'whenWorkEnds',
    'whenArrived',
  ])
    expect(names).toContain(name)
})

it('whoever assembles the server loads every module that registers something', () => {
  const registering = registrations.map(([path]) => path)
  expect(registering.filter((path) => !app.has(path))).toEqual([])
  expect(loadedBy('main.ts')).toContain('app.ts')
})

it('tests register nothing that the product does not', () => {
  const registering = new Set(registrations.map(([path]) => path))
  const bare = [...modules].filter(([path, of]) => isTest(path) && of.bare.some((file) => registering.has(file)))
  expect(bare.map(([path]) => path)).toEqual([])
})
