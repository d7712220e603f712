import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * A function is named by a verb (it acts), a noun (it returns a value) or a question (`isPaid`). A lone participle or preposition
 * (`told`, `checked`, `until`) says neither, so that a reader has to open the function to know what it does.
 */

/** Participles that do not end in -ed, and prepositions. `read` and `put` are verbs too. */
const irregular = new Set(
  (
    'begun bound broken chosen come done drawn fits forever found given gone held kept known left lost made met ' +
    'paid past said same seen sent shown since sold spent spoken taken told until within worn written wrong'
  ).split(' '),
)
const verbs = new Set(['bleed', 'embed', 'exceed', 'feed', 'need', 'proceed', 'seed', 'speed', 'succeed'])
const isLoneParticiple = (name: string): boolean => irregular.has(name) || (/^[a-z]+ed$/.test(name) && !verbs.has(name))

const declaration =
  /^(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^>]+>)?\()/gm
const namesIn = (source: string): string[] =>
  [...source.matchAll(declaration)].map(([, named, assigned]) => (named ?? assigned)!)

const root = join(import.meta.dirname, '../../../..')
const found = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\.gen\.ts$|\/testing\//.test(path))
    .toSorted()
    .flatMap((path) =>
      namesIn(readFileSync(join(root, path), 'utf8'))
        .filter(isLoneParticiple)
        .map((name) => `${path} ${name}`),
    )

it('finds a function that is named by a lone participle', () => {
  const planted = `
export async function told(ctx: Context) {}
const checked = (row: Row): Row => row
export const until: Wait = async (at) => {}
export function requireFound(row: Row) {}
export const succeed = (row: Row) => row
const isPaid = (row: Row) => row.paid`
  expect(namesIn(planted).filter(isLoneParticiple)).toEqual(['told', 'checked', 'until'])
})

it('names no function of the server and the packages by a lone participle', () => {
  expect(found('{packages/*/src,server/{src,bench,prove,cluster}}/**/*.ts')).toEqual([])
})

it('names fewer and fewer functions of the web so', () => {
  // The number may only become smaller.
  expect(found('web/src/**/*.{ts,tsx}').length).toBeLessThanOrEqual(60)
})
