import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/*
 * Unused code is removed. An export is used by modules that import it by name, through a namespace (`store.rows`) or whole (`import()`),
 * and by its own module. `@later` names the capability that will use it, `@internal` says that only tests do.
 */

const root = join(import.meta.dirname, '../../../..')
const files = globSync(
  '{{packages/*/{src,scripts},server/{src,bench},web/{src,docs,site},e2e,scripts}/**/,web/,server/}*.{ts,tsx,mjs}',
  {
    cwd: root,
    exclude: (path) => /node_modules|\.gen\.ts$/.test(path),
  },
).map((path) => path.replaceAll('\\', '/'))
const generated = globSync('{server,web}/src/**/*.gen.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'))

/** Examples are read by others, and run by tests. */
const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/(testing|examples)(\/|\.ts)|^e2e\//.test(path)

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}
interface Module {
  /** Name → whether a tag exempts it. */
  readonly exports: Map<string, boolean>
  /** Module → imported names; `*` means all of them. */
  readonly uses: Map<string, Set<string>>
  /** The number of occurrences of each name in the module. */
  readonly names: Map<string, number>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node)
}

/** The file of an import specifier, relative to the root of the workspace; undefined for a package of others. */
function target(from: string, specifier: string): string | undefined {
  const own = /^@cheyi\/(domain|contract|open-client)\/(.+)$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.')
    ? join(dirname(from), specifier.replace(/\?.*/, '')).replaceAll('\\', '/')
    : undefined
}

function read(path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  const module: Module = { exports: new Map(), uses: new Map(), names: new Map() }
  const spaces = new Map<string, string>()
  const take = (file: string | undefined, name: string) => {
    if (file !== undefined) module.uses.set(file, (module.uses.get(file) ?? new Set()).add(name))
  }
  const nameOf = (node: unknown) =>
    (node as { name?: string; value?: string }).name ?? (node as { value: string }).value
  const spared = (start: number) => {
    const comment = /\/\*\*((?!\*\/)[\s\S])*\*\/\s*$/.exec(text.slice(0, start))
    return comment !== null && /@later|@internal/.test(comment[0])
  }
  walk(program, (node, parent) => {
    const named = (node.source ?? (node.argument as { literal?: unknown } | undefined)?.literal) as
      | { value?: unknown }
      | null
      | undefined
    const source = typeof named?.value === 'string' ? target(path, named.value) : undefined
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers as Node[]) {
        if (one.type === 'ImportNamespaceSpecifier') {
          if (source !== undefined) spaces.set(nameOf(one.local), source)
        } else take(source, one.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(one.imported))
      }
    else if (node.type === 'ImportExpression' || node.type === 'TSImportType') take(source, '*')
    else if (node.type === 'ExportAllDeclaration') take(source, '*')
    else if (node.type === 'ExportNamedDeclaration') {
      for (const one of node.specifiers as Node[]) {
        take(source, nameOf(one.local))
        module.exports.set(nameOf(one.exported), spared(node.start))
      }
      const made = node.declaration as (Node & { id?: Node; declarations?: { id: Node }[] }) | null
      // The type annotation is not part of the name.
      for (const id of made?.declarations?.map((each) => each.id) ?? (made?.id ? [made.id] : []))
        walk({ ...id, typeAnnotation: null }, (each) => {
          if (each.type === 'Identifier' && each.name)
            if (!module.exports.has(each.name as string)) module.exports.set(each.name as string, spared(node.start))
        })
    } else if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const name = node.name as string
      module.names.set(name, (module.names.get(name) ?? 0) + 1)
      const file = spaces.get(name)
      if (file === undefined || parent?.type === 'ImportNamespaceSpecifier') return
      const member = parent?.type === 'MemberExpression' && parent.object === node && parent.computed !== true
      const typed = parent?.type === 'TSQualifiedName' && parent.left === node
      const jsx = parent?.type === 'JSXMemberExpression' && parent.object === node
      const part = member || jsx ? parent?.property : typed ? parent?.right : undefined
      take(file, part === undefined ? '*' : nameOf(part))
    }
  })
  return module
}

const modules = new Map([...files, ...generated].map((path) => [path, read(path)]))

function unused(users: (path: string) => boolean): string[] {
  const taken = new Map<string, Set<string>>()
  for (const [path, { uses }] of modules)
    if (users(path)) for (const [file, names] of uses) taken.set(file, (taken.get(file) ?? new Set()).union(names))
  const found: string[] = []
  for (const path of files) {
    // Declarations for a package without types are not exports of ours, and the server calls the renderer of booking pages in its build.
    if (isTest(path) || path === 'web/site/render.tsx' || /^scripts\/\w+\.mjs$|config\.ts$|\.d\.ts$/.test(path))
      continue
    const { exports, names } = modules.get(path)!
    const by = taken.get(path) ?? new Set()
    for (const [name, isSpared] of exports)
      if (!isSpared && !by.has('*') && !by.has(name) && (names.get(name) ?? 0) < 2) found.push(`${path} ${name}`)
  }
  return found.sort()
}

it('nothing is exported that nobody uses', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(unused(() => true)).toEqual([])
})

it('the product uses what it exports, not its tests alone', () => {
  expect(unused((path) => !isTest(path))).toEqual([])
})
