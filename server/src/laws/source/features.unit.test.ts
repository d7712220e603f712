import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { featureOf, features, modules, type Side, sides } from '../../testing/modules.ts'

/*
 * A feature has the same name in every package: the tables of docs/modules.md, which state the responsibility of each feature, are compared
 * with the folders.
 */

const root = join(import.meta.dirname, '../../../..')

/** Folders that are not modules: the base of all features, and the code above all of them. */
const beside: Readonly<Record<Side, readonly string[]>> = {
  D: [],
  C: ['kernel', '__snapshots__'],
  S: ['kernel', 'outside', 'testing', 'seed', 'command', 'laws'],
  W: ['kernel', 'ui', 'page', 'form', 'shell', 'build', 'words'],
}
const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const rowFor = (module: string, name: string, side: Side): string =>
  `docs/modules.md: write | ${name} | what it is responsible for | ${side} | into the table of ${module}, or ${side} into its row`

const on = (letter: string) => features.filter(({ where }) => where.includes(letter)).map(({ name }) => name)

it.each(Object.entries(sides) as [Side, string][])(
  '%s has the folders of the modules, and of each its features',
  (side, folder) => {
    const here = modules.filter((module) => features.some((one) => one.module === module && one.where.includes(side)))
    expect(foldersIn(folder).sort()).toEqual([...here, ...beside[side]].sort())
    if (side === 'C') return
    for (const module of here) {
      const named = features.filter((one) => one.module === module && one.where.includes(side)).map(({ name }) => name)
      const found = foldersIn(`${folder}/${module}`)
      const told = [
        ...found.filter((name) => !named.includes(name)).map((name) => rowFor(module, name, side)),
        ...named
          .filter((name) => !found.includes(name))
          .map(
            (name) => `docs/modules.md: ${folder}/${module} has no folder ${name}, take the letter ${side} off its row`,
          ),
      ]
      expect(told).toEqual([])
    }
  },
)

it('files of the contract are named by their features', () => {
  const files = globSync('*/**/*.ts', { cwd: join(root, sides.C) }).filter((file) =>
    modules.includes(file.split('/')[0]!),
  )
  const featureIn = (file: string) => {
    const [module, name] = [file.split('/')[0], featureOf(file).replace('.ts', '')]
    // `channel-push` is a feature, `channel-key` a part of `channel`.
    return features
      .filter(
        (one) =>
          one.module === module && one.where.includes('C') && (name === one.name || name.startsWith(`${one.name}-`)),
      )
      .toSorted((one, other) => other.name.length - one.name.length)[0]
  }
  const unknown = files.filter((file) => featureIn(file) === undefined)
  expect(unknown.map((file) => rowFor(file.split('/')[0]!, featureOf(file).replace('.ts', ''), 'C'))).toEqual([])
  const found = new Set(files.map(featureIn))
  expect(features.filter((one) => one.where.includes('C') && !found.has(one))).toEqual([])
})

it('a browser flow is named by a feature, a mechanism or a journey', () => {
  const names = readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => name.split('.')[0]!)
  const known = [...on('W'), ...on('S'), 'every-screen', 'page', 'shell']
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

it('every feature says what it is responsible for', () => {
  expect(features.filter(({ what }) => what === '')).toEqual([])
})

it('a folder of more than 25 files has folders within', () => {
  const files = globSync('{packages/*/src,server/{src,bench},web/src,e2e,scripts}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  }).filter((file) => !file.endsWith('.gen.ts'))
  const count = new Map<string, number>()
  for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
  const flat = [...count]
    .filter(([folder, n]) => n > 25 && ![...count.keys()].some((other) => other.startsWith(`${folder}/`)))
    .map(([folder]) => folder)
  expect(flat).toEqual([])
})
