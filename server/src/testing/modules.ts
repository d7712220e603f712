import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Modules stand one above the other, and imports go up in the order of docs/modules.md only. This reads the tables of that
 * document, and which feature imports which.
 */

const root = join(import.meta.dirname, '../../..')

/** The packages and their letters in docs/modules.md. */
export const sides = { D: 'packages/domain/src', C: 'packages/contract/src', S: 'server/src', W: 'web/src' } as const
export type Side = keyof typeof sides

export interface Feature {
  readonly module: string
  readonly name: string
  readonly what: string
  /** Letters of the packages that it exists in. */
  readonly where: string
}

const isModule = (title: string): boolean => /^[a-z]+$/.test(title)

export const features: readonly Feature[] = readFileSync(join(root, 'docs/modules.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const module = section.split('\n')[0]!
    if (!isModule(module)) return []
    const rows = section.split('\n').filter((line) => /^\| (?!feature )/.test(line))
    return rows.map((line) => {
      const [name, what, where] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { module, name: name!, what: what!, where: where! }
    })
  })

/** From the lowest to the highest. */
export const modules: readonly string[] = [...new Set(features.map(({ module }) => module))]

/** The feature of a file below `src`; the folder itself for what is in no module. */
export function featureOf(path: string): string {
  const [first, second] = path.split('/')
  return modules.includes(first!) ? second! : first!
}

export interface Source {
  /** Below the folder of the side. */
  readonly path: string
  readonly text: string
}

/** The sources of a side, tests apart. */
export const sourcesOf = (side: Side): Source[] =>
  globSync('*/**/*.{ts,tsx}', { cwd: join(root, sides[side]) })
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(root, sides[side], path), 'utf8') }))

/** Codes have no imports of their own, and screens link to each other: any feature may name them. */
const everywhere = /\/(codes|screens)\.ts$/

const imported = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g

const placeOf = (path: string) => {
  const [module, feature] = path.split('/')
  const height = modules.indexOf(module!)
  return height === -1 ? undefined : { height, name: `${module}/${feature!.replace(/\.ts$/, '')}` }
}

/** How many imports go to a higher module, by `module/feature → module/feature`. */
export function upward(sources: readonly Source[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { path, text } of sources) {
    const from = placeOf(path)
    if (from === undefined) continue
    for (const [, named, lazy] of text.matchAll(imported)) {
      const target = join(dirname(path), (named ?? lazy)!)
      const to = everywhere.test(target) ? undefined : placeOf(target)
      if (to === undefined || to.height <= from.height) continue
      const pair = `${from.name} → ${to.name}`
      counts[pair] = (counts[pair] ?? 0) + 1
    }
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
