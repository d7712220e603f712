import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Which tests belong to a source: those whose cheapest could name a fault in it. Unit tests are found by what they import; API tests import
 * the whole application, so they are those of the features whose sources import it.
 */

const IMPORT = /(?:from|import\()\s*'([^']+)'/g
/** The most files of a step, nearest first: a rule that everything imports would otherwise ask for all tests. */
const MOST = 12

/** Who imports a file, for all sources and tests of the workspace. */
export function importersOf(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const path of globSync('{packages/*,server}/src/**/*.ts', { cwd: root }))
    for (const [, specifier] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const target = targetOf(path, specifier!)
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  return importers
}

function targetOf(from: string, specifier: string): string | undefined {
  const own = /^@cheyi\/(domain|contract)\/(.+)$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

/** The files that import a file, directly or through others, nearest first. */
export function* reachOf(path: string, importers: ReadonlyMap<string, ReadonlySet<string>>): Generator<string> {
  const seen = new Set([path])
  for (let ring = [path]; ring.length > 0; ) {
    const next = ring.flatMap((file) => [...(importers.get(file) ?? [])]).filter((file) => !seen.has(file))
    for (const file of new Set(next)) {
      seen.add(file)
      yield file
    }
    ring = [...new Set(next)]
  }
}

export interface TestSteps {
  /** Unit tests that import the source, nearest first. */
  readonly unit: readonly string[]
  /** API tests of its feature, then of the features that import it. */
  readonly api: readonly string[]
}

const isUnit = (path: string): boolean => /^packages\/.*\.test\.ts$|\.unit\.test\.ts$/.test(path)
/** `server/src/<module>/<feature>` of a file of the server, else undefined. */
const featureFolder = (path: string): string | undefined => /^server\/src\/[a-z]+\/[a-z-]+(?=\/)/.exec(path)?.[0]

/** @param path of a source, below the root */
export function testsOf(path: string, root: string, importers: ReadonlyMap<string, ReadonlySet<string>>): TestSteps {
  const reach = [path, ...reachOf(path, importers)]
  const feature = /\/src\/([a-z]+\/[a-z-]+)/.exec(path)?.[1]
  const folders = [`server/src/${feature}`, ...reach.flatMap((file) => featureFolder(file) ?? [])]
  const api = [...new Set(folders)].flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: (name) => isUnit(name) }).toSorted(byNearness(path)),
  )
  return {
    unit: reach.filter((file) => isUnit(file)).slice(0, MOST),
    api: [...new Set(api.filter((file) => !isUnit(file)))].slice(0, MOST),
  }
}

/** Tests that share more of the path with a source come first. */
function byNearness(path: string): (a: string, b: string) => number {
  const words = new Set(path.replace(/\.ts$/, '').split(/[/.-]/))
  const shared = (test: string) => test.split(/[/.-]/).filter((word) => words.has(word)).length
  return (a, b) => shared(b) - shared(a)
}
