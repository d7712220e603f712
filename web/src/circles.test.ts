import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/*
 * No file imports itself through others, types included: a sheet takes its types from `types.ts`, not from the page that opens it. Lazy
 * imports are left out, since a page and a sheet open each other.
 */

const IMPORTED = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?from\s+)?'(\.[^']+)'/g

type Files = ReadonlyMap<string, string>

/** The files of each circle that is found first: from a file back to itself. */
function circlesIn(files: Files): string[] {
  const importsOf = (file: string) =>
    [...files.get(file)!.matchAll(IMPORTED)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((path) => files.has(path))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) found.push([...above.slice(above.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) for (const next of importsOf(file)) visit(next, [...above, file])
    done.add(file)
  }
  for (const file of files.keys()) visit(file, [])
  return found
}

it('no file imports itself through others', () => {
  const cwd = dirname(fileURLToPath(import.meta.url))
  const paths = globSync('**/*.{ts,tsx}', { cwd }).filter((path) => !path.includes('.test.'))
  const files = new Map(paths.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]))
  expect(files.size).toBeGreaterThan(500)
  expect(circlesIn(files)).toEqual([])
})

it('a circle of types is found', () => {
  const files = new Map([
    ['a/page.tsx', "import { Sheet } from './sheet.tsx'"],
    ['a/sheet.tsx', "import type { Ticket } from './page.tsx'"],
    ['a/lazy.tsx', "const open = () => import('./lazy.tsx')"],
  ])
  expect(circlesIn(files)).toEqual(['a/page.tsx → a/sheet.tsx → a/page.tsx'])
})
