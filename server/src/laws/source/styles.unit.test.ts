import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/*
 * Layout is expressed by the parts of web/src/ui/layout.tsx; a class is for the appearance of one place only. The maxima may only decrease.
 */

const src = fileURLToPath(new URL('../../../../web/src/', import.meta.url))
const read = (pattern: string): Map<string, string> =>
  new Map(globSync(pattern, { cwd: src }).map((file) => [file, readFileSync(`${src}${file}`, 'utf8')]))

const sheets = read('**/*.css')
const code = [...read('**/*.{ts,tsx}')]
  .flatMap(([file, text]) => (/\.(test|gen)\./.test(file) ? [] : [text]))
  .join('\n')

const isUi = (file: string): boolean => file.startsWith('ui/')
const classesIn = (css: string): string[] =>
  [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  )

/** The number of occurrences of each word in texts of the code. A word of a template ends where its value begins: `heat-`. */
const words = new Map<string, number>()
for (const [, one, two, template] of code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g))
  for (const word of (one ?? two ?? template ?? '').replace(/\$\{[^}]*\}/g, '\0').split(/\s+/))
    words.set(word, (words.get(word) ?? 0) + 1)
const begun = [...words.keys()].filter((word) => /^[a-z][\w-]*-\0/.test(word)).map((word) => word.split('\0')[0] ?? '')

const uses = (name: string): number => words.get(name) ?? (begun.some((start) => name.startsWith(start)) ? 1 : 0)
const ofUi = new Set([...sheets].flatMap(([file, css]) => (isUi(file) ? classesIn(css) : [])))
const ofFeatures = new Set([...sheets].flatMap(([file, css]) => (isUi(file) ? [] : classesIn(css))))

test('a class of a sheet is used', () => {
  expect([...ofFeatures, ...ofUi].filter((name) => uses(name) === 0)).toEqual([])
})

test('features say their layout by parts: their sheets, and the classes of one place, get fewer', () => {
  const lines = [...sheets].flatMap(([file, css]) => (isUi(file) ? [] : [css.split('\n').length - 1]))
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(3150)
  expect([...ofFeatures].filter((name) => !ofUi.has(name) && uses(name) === 1).length).toBeLessThanOrEqual(233)
})

test('a token of the design is used', () => {
  const all = [...sheets.values(), code].join('\n')
  const named = [...(sheets.get('ui/tokens.css') ?? '').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect([...new Set(named)].filter((name) => !all.includes(`var(${name})`))).toEqual([])
})

/** Property → sheet and value, for each class with a rule of its own outside the layers: among those, the later rule wins. */
const drawn = new Map<string, Map<string, { file: string; value: string }>>()
for (const [file, css] of sheets)
  for (const [, selectors = '', body = ''] of css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^@layer [^;{]*\{.*?^\}/gms, '')
    .matchAll(/([^{};]+)\{([^{}]*)\}/g))
    for (const [, name = ''] of selectors.split(',').flatMap((one) => [...one.matchAll(/^\s*\.([\w-]+)\s*$/g)])) {
      const known = drawn.get(name) ?? new Map()
      drawn.set(name, known)
      for (const [, property = '', value = ''] of body.matchAll(/([\w-]+):([^;]+)/g))
        known.set(property, { file, value })
    }

test('classes of two sheets on one element do not say the same: which sheet comes first differs from page to page', () => {
  const together = [...code.matchAll(/className="([^"]*)"|\bcx\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([, names, args = '']) =>
      (names ?? [...args.matchAll(/'([^']*)'/g)].map(([, name]) => name).join(' ')).split(/\s+/),
  )
  expect(together.filter((names) => names.length > 1).length).toBeGreaterThan(100)
  const clashes = together.flatMap((names) =>
    names.flatMap((one) =>
      names.flatMap((other) =>
        [...(drawn.get(one) ?? [])].flatMap(([property, { file, value }]) => {
          const same = one < other ? drawn.get(other)?.get(property) : undefined
          return same && same.file !== file && same.value !== value ? [`${one}, ${other}: ${property}`] : []
        }),
      ),
    ),
  )
  expect([...new Set(clashes)]).toEqual([])
})
