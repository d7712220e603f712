import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { screenTable } from './build/screen-table.ts'
import { screensPattern } from './build/worker.ts'
import { givenPageNames, pageNameOf } from './kernel/page/page-names.ts'
import { rowsOf } from './kernel/page/screen.ts'
import { screens } from './screens.ts'

const here = dirname(fileURLToPath(import.meta.url))
const rows = rowsOf(screens)

it.each(rows)('$name has its screen.tsx and reads the parts of its path', ({ path, file, search }) => {
  expect(existsSync(`${here}/${file}/screen.tsx`)).toBe(true)
  for (const [, name] of path.matchAll(/:(\w+)/g)) expect(Object.keys(search)).toContain(name)
})

it('names every screen of the tree, once each', () => {
  const files = globSync('*/*/**/screen.tsx', { cwd: here }).map((file) => dirname(file))
  const unnamed = files.filter((file) => !rows.some((row) => row.file === file))
  expect(
    unnamed.map(
      (file) => `write a row with file: '${file}' into screens.ts of its feature, and that into web/src/screens.ts`,
    ),
  ).toEqual([])
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

it('has the device answer for its own pages alone, not for what else stands at this address', () => {
  const isScreen = (path: string) => new RegExp(screensPattern(screens)).test(path)
  expect(rows.map(({ path }) => path.replace(/:\w+/g, '7')).filter((path) => !isScreen(path))).toEqual([])
  const others = ['/s/demo', '/s/demo/mine', '/s/demo/embed', '/open/v1/docs', '/media/7', '/callback/v1/pay/wechat/7']
  const further = [
    '/order/deposit/payDeposit/v1',
    '/api/login/v1/userInfo',
    '/internal/host_certificate',
    '/robots.txt',
  ]
  expect([...others, ...further, '/site/assets/client.js'].filter(isScreen)).toEqual([])
})

it('keeps pages alive only under pages that exist', () => {
  const paths = rows.map(({ path }) => path as string)
  for (const { holds, beside } of rows) for (const path of [...holds, ...beside]) expect(paths).toContain(path)
})

it("keeps the server's table of screens up to date (npm run generate -w @cheyi/web)", () => {
  expect(readFileSync(`${here}/../../server/src/kernel/screens.gen.ts`, 'utf8')).toBe(screenTable())
})

it('names every page, as the specification does where it says so', () => {
  for (const name of Object.keys(givenPageNames)) expect(rows.map((row) => row.name)).toContain(name)
  const named = new Map(rows.map(({ path, name }) => [path as string, pageNameOf(name)]))
  expect(new Set(named.values()).size).toBe(rows.length)
  for (const [path, name] of [
    ['/', 'Index'],
    ['/account/add', 'AddAccount'],
    ['/account/edit/:id', 'EditAccount'],
    ['/role', 'Roles'],
    ['/role/edit/:roleId', 'RoleEdit'],
    ['/stock', 'Stock'],
    ['/stock/choose-store', 'StockChooseStore'],
    ['/stock/summary/:storeId/:modelId', 'StockSummary'],
    ['/inventory', 'Inventory'],
    ['/price', 'PriceList'],
    ['/price/setting', 'PriceSetting'],
    ['/price/calendar', 'PriceCalendar'],
  ])
    expect(named.get(path!), path).toBe(name)
})

it('rows of screens stand on little, since every page carries them all', () => {
  const allowed = [
    '@cheyi/domain/booking/order/kind',
    '@cheyi/domain/booking/order/kinds',
    '../../kernel/page/screen.ts',
  ]
  /** The profiles that make the screens of each kind of ticket. */
  const ofTickets = /^@cheyi\/domain\/fleet\/ticket\/\w+$/
  const imported = globSync('*/*/screens.ts', { cwd: here }).flatMap((file) =>
    [...readFileSync(`${here}/${file}`, 'utf8').matchAll(/^(?:import|export) .*from '(.+)'/gm)].map(
      ([, from]) => from!,
    ),
  )
  expect([...new Set(imported)].filter((from) => !ofTickets.test(from)).toSorted()).toEqual(allowed.toSorted())
})
