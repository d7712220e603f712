import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from '../../../../scripts/lib/web-build.mjs'
import { writeSite } from '../../../manual/site.ts'
import { rowsOf, standsAlone } from '../../kernel/page/screen.ts'
import { hasHelp } from '../../page/help-button.tsx'
import { furtherPagesOf, pageOf } from '../../page/manual/manual.ts'
import { screens } from '../../screens.ts'
import { beyondOfScript, beyondOfSheet } from '../testing/compat.ts'
import { htmlOf, OLD_PICTURE } from './html.ts'
import { layoutOf, picturesFolder, quotesOf, readPages, readTaken } from './read.ts'

const root = resolve(import.meta.dirname, '../../../..')
const rows = rowsOf(screens)
const pages = readPages()
const taken = readTaken()

/** Screens of staff on which 怎么用 opens the list of all pages, and why. */
const withoutPage: Readonly<Record<string, string>> = {
  'manual.home': 'is the manual itself',
  'manual.page': 'is the manual itself',
  'lookup.demo': 'for developers: all widgets',
  'lookup.native-test': 'for developers: the shell of the app',
  'simulation.checks': 'for developers and whoever installs: checks of this installation',
  'simulation.check': 'as simulation.checks',
}

describe('a page of the manual', () => {
  it('is there for each screen of staff, or its lack has a reason', () => {
    const names = rows.filter(hasHelp).map(({ name }) => name)
    const without = names.filter((name) => pageOf(pages, name) === undefined)
    expect(without.filter((name) => !(name in withoutPage))).toEqual([])
    expect(Object.keys(withoutPage).filter((name) => !without.includes(name))).toEqual([])
  })

  it('names screens that exist, and a screen has one page', () => {
    const names = new Set<string>(rows.filter(hasHelp).map(({ name }) => name))
    for (const { task, screens: own, also } of pages)
      for (const name of [...own, ...also]) expect(names, task).toContain(name)
    const all = pages.flatMap(({ screens: own }) => own)
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
    for (const { name } of rows)
      for (const page of furtherPagesOf(pages, name)) expect(page.screens, page.task).not.toContain(name)
  })

  it.each(pages.map((page) => [page.task, page] as const))(
    '%s is whole, short, and true in its names',
    (task, page) => {
      expect(page.title.length, 'title').toBeGreaterThan(1)
      expect(page.title.length, 'title').toBeLessThanOrEqual(14)
      expect(page.order, 'order').toBeLessThan(99)
      const linked = htmlOf(page.markdown, {
        page: (other) => {
          expect(pages.map((one) => one.task)).toContain(other)
          return other
        },
        screen(path) {
          const row = rows.find((one) => one.path === path.split('?')[0])
          expect(row !== undefined && standsAlone(row), `${path} opens by itself`).toBe(true)
          return path
        },
        picture(name) {
          expect(page.pictures.map((picture) => picture.name)).toContain(name)
          expect(existsSync(resolve(picturesFolder, `${name}.webp`)), `${name}: npm run shots -- --manual`).toBe(true)
          return { src: name, ...taken[name]!, isOld: false }
        },
      })
      const pictures = page.pictures.reduce(
        (sum, { name }) => sum + statSync(resolve(picturesFolder, `${name}.webp`)).size,
        0,
      )
      expect(Buffer.byteLength(linked) + pictures, `${task} in bytes, with its pictures`).toBeLessThanOrEqual(25_000)
      expect(linked.match(/<h2>/g)?.length ?? 0, 'sections').toBeGreaterThanOrEqual(2)
      expect(linked).toContain('遇到问题')
    },
  )
})

/** All texts of the product in which names of buttons, fields and messages stand. */
const words = [
  ...globSync('{web/src,packages/domain/src,packages/contract/src,server/src}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|\/testing\/|\/seed\/|\/laws\//.test(file))
    .map((file) => readFileSync(resolve(root, file), 'utf8')),
  ...rows.flatMap(({ title, begins }) => [title, ...begins.map(({ label }) => label)]),
]
  .join('\n')
  .split('\n')
  .filter((line) => /\p{Script=Han}/u.test(line) && !/^\s*(?:\*|\/\/)/.test(line))
  .join('\n')

it('a name that a page quotes stands in the product', () => {
  const unknown = pages.flatMap(({ task, markdown }) =>
    quotesOf(markdown)
      // What stands between is a number or a name: 「取消并退……」.
      .filter((name) => !name.split('……').every((part) => words.includes(part)))
      .map((name) => `${task}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('a picture', () => {
  const all = pages.flatMap(({ task, pictures }) => pictures.map((picture) => ({ task, ...picture })))
  it('has a page, a screen that exists, and is shown by it', () => {
    for (const { task, name, screen } of all) {
      expect(
        rows.map((row) => row.name),
        task,
      ).toContain(screen)
      expect(pages.find((page) => page.task === task)!.markdown, name).toContain(`${name}.webp`)
    }
    const files = globSync('*.webp', { cwd: picturesFolder }).map((file) => file.replace('.webp', ''))
    expect(files.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
    expect(Object.keys(taken).toSorted()).toEqual(files.toSorted())
  })
  it('is small, and so are all together', () => {
    const sizes = all.map(({ name }) => statSync(resolve(picturesFolder, `${name}.webp`)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
  })
  it('that is older than its screen says so, in the page itself', () => {
    const where = { page: (task: string) => task, screen: (path: string) => path }
    const html = (isOld: boolean) =>
      htmlOf('![a](../pictures/b.webp)', { ...where, picture: () => ({ src: 'b', width: 1, height: 1, isOld }) })
    expect(html(true)).toContain(OLD_PICTURE)
    expect(html(false)).not.toContain(OLD_PICTURE)
  })
  it('is told old by what draws the screen: another component or style, and no other file', () => {
    const digest = layoutOf('rental/order/create')
    expect(digest).toMatch(/^[0-9a-f]{12}$/)
    expect(layoutOf('rental/order/cancel')).not.toBe(digest)
  })
})

describe('the text of a page', () => {
  const where = {
    page: (task: string) => `/p/${task}`,
    screen: (path: string) => path,
    picture: () => ({ src: '', width: 1, height: 1, isOld: false }),
  }
  it('is escaped, and its names are bold', () => {
    expect(htmlOf('a & 「收款」', where)).toBe('<p>a &#38; <b>「收款」</b></p>\n')
  })
  it('has no HTML of its own', () => {
    expect(() => htmlOf('<script>x</script>', where)).toThrow(/no HTML/)
    expect(() => htmlOf('a <b>b</b>', where)).toThrow(/no HTML/)
  })
  it('leads to pages and screens alone', () => {
    expect(htmlOf('[x](deposit.md)', where)).toContain('<a href="/p/deposit" data-task="deposit">x</a>')
    expect(() => htmlOf('[x](https://example.com)', where)).toThrow(/leads to/)
    expect(() => htmlOf('[x](javascript:alert)', where)).toThrow(/leads to/)
  })
})

describe('the website of the manual', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manual-'))
  beforeAll(async () => {
    await ensureWebBuilt()
    await writeSite(folder)
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has each page, the handbook and the document of the open API, and no link that leads nowhere', () => {
    const files = globSync('*.html', { cwd: folder })
    expect(files.toSorted()).toEqual(
      [...pages.map(({ task }) => `${task}.html`), 'index.html', 'night-call.html', 'operations.html'].toSorted(),
    )
    const broken = files.flatMap((file) =>
      Array.from(
        readFileSync(join(folder, file), 'utf8').matchAll(/(?:href|src)="([^"#:]+)(?:#[^"]*)?"/g),
        ([, to]) => to!,
      )
        .filter((to) => !existsSync(join(folder, to)))
        .map((to) => `${file}: ${to}`),
    )
    expect(broken).toEqual([])
    const document = JSON.parse(readFileSync(join(folder, 'open/v1/openapi.json'), 'utf8')) as { paths: object }
    expect(Object.keys(document.paths).length).toBeGreaterThan(5)
  })

  it('uses what the oldest engines have', () => {
    const [, search = ''] = /<script>([\s\S]+)<\/script>/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
    expect([...beyondOfScript(search, 'script')]).toEqual([])
    expect([...beyondOfSheet(readFileSync(join(folder, 'style.css'), 'utf8'))]).toEqual([])
  })
})
