import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'
import { rowsOf } from '../../../../web/src/kernel/page/screen.ts'
import { screens } from '../../../../web/src/screens.ts'

const root = join(import.meta.dirname, '../../../..')

const sources = globSync('{web,server}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\.gen\.ts$|screens\.ts$|\/testing\//.test(file),
)

/** The simulated vendor contains the path of its own page. */
const spelled = ['server/src/outside/pay/simulator/trades.ts']

/** A text that begins with a slash, or with an escape that may be one: most modules have none, and parsing is slow. */
const mayBeginWithSlash = /['"`][/\\]/

/** The texts of a module that may be paths, with `x` for the values of a template. */
function textsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  if (!mayBeginWithSlash.test(source)) return []
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
    if (type === 'Literal' && typeof value === 'string') texts.push(value)
    if (type === 'TemplateLiteral') texts.push((quasis ?? []).map((part) => part.value.cooked).join('x'))
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return texts
}

it('the path of a screen is spelled in its row alone', () => {
  const paths = rowsOf(screens)
    .filter(({ path }) => path !== '/')
    .map(({ path }) => path.replace(/:\w+/g, '[^/?]+'))
  const isPath = new RegExp(`^(?:${paths.join('|')})(?:\\?.*)?$`)
  const found = sources.filter((file) => textsOf(join(root, file)).some((text) => isPath.test(text)))
  expect(found.toSorted()).toEqual(spelled)
}, 60_000)

it('the title of a screen is written in its row alone', () => {
  const titles = new Set(rowsOf(screens).map(({ title }) => title))
  const found = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<(?:NavBar|Page|Form|FormPage)\s[^>]*?title="([^"]+)"/g)]
      .filter(([, title]) => titles.has(title!))
      .map(([, title]) => `${file}: ${title}`),
  )
  expect(found).toEqual([])
})

it('a page that is a form is one column, on a desktop too', () => {
  const forms = rowsOf(screens).filter(({ name }) => /\.(?:add|edit|settings?)$/.test(name))
  expect(forms.length).toBeGreaterThan(7)
  expect(forms.filter(({ narrow }) => !narrow).map(({ name }) => name)).toEqual([])
})

/** A page that both kinds of order have, named for regular orders: alone, or in a link of a page. */
const regular =
  /\b(?:order|pickupReturn|deposit|expense|supplement|arrange|reimbursement)Screens\.(?!list\b|create\b)\w+/
const linking = new RegExp(String.raw`\b(?:go|linkTo|hrefOf|goBack)\([^;{]*?${regular.source}`)

it('a link to a page of an order goes by the kind of the order', () => {
  expect(linking.test('linkTo(reach, late ? x : orderScreens.detail, { orderId })')).toBe(true)
  const found = sources.filter((file) =>
    (file.endsWith('/screen.tsx') ? linking : regular).test(readFileSync(join(root, file), 'utf8')),
  )
  expect(found).toEqual([])
})
