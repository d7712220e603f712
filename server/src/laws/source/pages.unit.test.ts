import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/*
 * The frame of a page, its way back, its skeleton, its failure and its list are rendered by web/src/page. The files that compose these
 * parts themselves have a special layout; their number may only decrease.
 */

const src = fileURLToPath(new URL('../../../../web/src/', import.meta.url))
const screens = globSync('**/*.tsx', { cwd: src })
  .filter((file) => !/^(ui|shell|page)\/|\.test\./.test(file))
  .map((file) => ({ file, code: readFileSync(`${src}${file}`, 'utf8') }))

test.each([
  ['NavBar', 5],
  ['LoadError', 8],
  ['Skeleton', 12],
  ['VirtualList', 3],
])('<%s is drawn by hand in at most %i files', (part, most) => {
  const byHand = screens.filter(({ code }) => code.includes(`<${part}`)).map(({ file }) => file)
  expect(byHand.length, byHand.join('\n')).toBeLessThanOrEqual(most)
})
