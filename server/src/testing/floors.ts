import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Features stand in layers, and imports go down only. This reads the tables of docs/modules.md, and which feature imports which.
 */

const root = join(import.meta.dirname, '../../..')

/** Folders whose rooms have floors, by the column of the table that gives them. */
export const sides = { D: 'packages/domain/src', S: 'server/src', W: 'web/src' } as const
export type Side = keyof typeof sides

/** Folders beside the rooms: what all rooms stand on, and what stands over all of them. */
export const noRooms: Readonly<Record<Side, readonly string[]>> = {
  D: [],
  S: ['kernel', 'outside', 'testing', 'seed', 'command'],
  W: ['kernel', 'ui', 'page', 'form', 'shell', 'build'],
}

const doc = readFileSync(join(root, 'docs/modules.md'), 'utf8')

/** The cells of the rows of a table of docs/modules.md, without its first row. */
const tableUnder = (title: string, after: string): string[][] =>
  doc
    .split(`\n${title}\n`)[1]!
    .split(`\n${after}`)[0]!
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** What each room is for, and by letters the packages in which it is. */
export const rooms = tableUnder('## Features', '### Layers').map(([name, what, where]) => ({
  name: name!,
  what: what!,
  where: where!,
}))

const columns: readonly Side[] = ['D', 'S', 'W']

/** The floor of each room on a side; `order above` where a room has a second one. */
export const floors: Readonly<Record<Side, ReadonlyMap<string, number>>> = (() => {
  const of = { D: new Map<string, number>(), S: new Map<string, number>(), W: new Map<string, number>() }
  for (const [floor, ...cells] of tableUnder('### Layers', '## '))
    for (const [i, side] of columns.entries())
      for (const name of cells[i]!.split(', ')) if (name !== '') of[side].set(name, Number(floor))
  return of
})()

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

/** Words of a room without an import of their own: any room may name a code, and link to a screen. */
const ground: Readonly<Record<Side, RegExp | null>> = { D: /^[^/]+\/codes\.ts$/, S: null, W: /^[^/]+\/screens\.ts$/ }

/** What a room with two floors keeps on the lower one: on the server the files beside its folders, on the web its `parts`. */
const lower: Readonly<Record<Side, RegExp>> = { D: /^/, S: /^[^/]+\/(?!handlers\.ts)[^/]+$/, W: /^[^/]+\/parts\// }

interface Place {
  readonly name: string
  readonly floor: number
}

/** Where a file stands; undefined for what is no room. A room without a floor stands over all that have one. */
function placeOf(side: Side, path: string): Place | undefined {
  const room = path.split('/')[0]!
  if (!path.includes('/') || path.startsWith('..') || noRooms[side].includes(room)) return
  const above = `${room} above`
  const name = floors[side].has(above) && !lower[side].test(path) ? above : room
  return { name, floor: floors[side].get(name) ?? Number.POSITIVE_INFINITY }
}

const imported = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g

interface Import {
  readonly from: Place
  readonly to: Place
}

/** What rooms import of other rooms, types too. */
export const importsOf = (side: Side, sources: readonly Source[]): Import[] =>
  sources.flatMap(({ path, text }) => {
    const from = placeOf(side, path)
    if (from === undefined) return []
    return [...text.matchAll(imported)].flatMap(([, named, lazy]) => {
      const target = join(dirname(path), (named ?? lazy)!)
      const to = placeOf(side, target)
      return to === undefined || to.name === from.name || ground[side]?.test(target) ? [] : [{ from, to }]
    })
  })

/** How many imports of a room by another do not go down, by `from → to`. */
export function upward(side: Side, sources: readonly Source[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { from, to } of importsOf(side, sources))
    if (!(to.floor < from.floor)) counts[`${from.name} → ${to.name}`] = (counts[`${from.name} → ${to.name}`] ?? 0) + 1
  return counts
}
