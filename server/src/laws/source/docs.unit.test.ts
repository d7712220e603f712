import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Enumeration } from '@cheyi/domain/enumeration'
import { expect, it } from 'vitest'

/*
 * Documents stay short and can be found: every reference from a comment or another document leads to a file of this repository. Applied
 * migrations are compared with a hash, so their comments are not checked here.
 */

const root = join(import.meta.dirname, '../../../..')
const docs = globSync('{*.md,docs/**/*.md,web/src/**/*.md}', { cwd: root })
const sources = globSync('{packages,server,web,e2e,scripts}/**/*.{ts,tsx,mjs,css}', {
  cwd: root,
  exclude: (path) => /node_modules|\/dist$/.test(path),
})
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isEnumeration = (value: unknown): value is Enumeration =>
  typeof value === 'object' && value !== null && 'code' in value && 'text' in value
const lines = (path: string) => read(path).trimEnd().split('\n').length

const records = docs.filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
const numbers = new Set(records.map((path) => Number(basename(path).slice(0, 4))))
const decisions = /\b[Dd]ecisions? (\d{1,4}(?:(?:, | and | to )\d{1,4})*)/g
const documents = /(?<![\w/.-])(?:[\w-]+\/)*[\w-]+\.md\b/g

it('a number of a decision that a comment or document names has a record', () => {
  const found = [...sources, ...docs].flatMap((path) =>
    [...read(path).matchAll(decisions)]
      .flatMap(([, named]) => named!.match(/\d+/g)!)
      .filter((number) => !numbers.has(Number(number)))
      .map((number) => `${path}: ${number}`),
  )
  expect(found).toEqual([])
})

it('a document that a comment names is in the repository', () => {
  const names = new Set(docs.map((path) => basename(path)))
  const found = sources.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line))
      .flatMap((line) => line.match(documents) ?? [])
      .filter((name) => !names.has(basename(name)))
      .map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

it('a link between documents leads to a file', () => {
  const files = new Set(globSync('**/*', { cwd: root, exclude: (path) => /node_modules|\.git$/.test(path) }))
  const found = docs.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => join(path, '..', target!))
      .filter((target) => !files.has(target.replace(/\/$/, '')))
      .map((target) => `${path}: ${target}`),
  )
  expect(found).toEqual([])
})

it('each section of ASVS that is claimed names tests that exist', () => {
  const rows = read('docs/security.md').match(/^\| V\d+\.\d+ .*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(40)
  const found = rows.flatMap((row) => {
    const [section, , tests] = row.split(' | ') as [string, string, string]
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    const unknown = named.filter((path) => !/\.(test|spec)\.tsx?$/.test(path) || !existsSync(join(root, path)))
    return named.length === 0 ? [`${section} names no test`] : unknown.map((path) => `${section}: ${path}`)
  })
  expect(found).toEqual([])
})

it('a state in the glossary stands under its name, number and Chinese word in the domain', async () => {
  const domain = globSync('packages/domain/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.includes('.test.') && /\benumeration\(/.test(read(path)),
  )
  const real = new Set<string>()
  for (const path of domain) {
    const values = Object.entries((await import(join(root, path))) as Record<string, unknown>)
    for (const [plural, enumeration] of values) {
      if (!isEnumeration(enumeration)) continue
      const name = values.find(([, value]) => value === enumeration.code)?.[0] ?? plural
      for (const [key, code] of Object.entries(enumeration.code))
        real.add(`${enumeration.text(code)} \`${name}.${key}\` = ${code}`)
    }
  }
  const told = [...read('docs/glossary.md').matchAll(/^\| (.+?) \| .+? \| (`\w+\.\w+` = \d+) \|$/gm)]
  expect(told.length).toBeGreaterThan(300)
  expect(told.map(([, chinese, code]) => `${chinese} ${code}`).filter((line) => !real.has(line))).toEqual([])
})

it('the front page, the limits and the records are short, and every record is in the index', () => {
  expect(lines('README.md')).toBeLessThanOrEqual(120)
  expect(lines('docs/limits.md')).toBeLessThanOrEqual(120)
  expect(records.length).toBeLessThanOrEqual(50)
  expect(records.filter((path) => lines(path) > 40)).toEqual([])
  const index = read('docs/decisions/README.md')
  expect(records.filter((path) => !index.includes(`(${basename(path)})`))).toEqual([])
})
