import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultRoleOf, keysOf, menus, permissionKeys } from '@cheyi/domain/permission'
import { describe, expect, it } from 'vitest'
import { rowsOf, type Screen } from '../../../kernel/page/screen.ts'
import { says } from '../../../kernel/says.ts'
import { type CurrentUser, mayOpen } from '../../../kernel/user.ts'
import { screens } from '../../../screens.ts'
import { beginningsOf } from './beginnings.ts'
import { featuresOf, isFeature, placesOf, searchableBeginningsOf, whereIs } from './features.ts'

const rows: readonly Screen[] = rowsOf(screens)
const holding = (menuAutos: readonly string[]) =>
  ({ menuAutos, storeScope: { all: true, storeIds: [] } }) as unknown as CurrentUser
const all = (user: CurrentUser | null) => featuresOf(rows, user).flatMap(({ features }) => features)

describe('全部功能', () => {
  it('names every screen that opens by itself, once, to whoever holds every key', () => {
    const shown = all(holding(permissionKeys)).map(({ row }) => row.path)
    expect(shown.toSorted()).toEqual(
      rows
        .filter(isFeature)
        .map(({ path }) => path)
        .toSorted(),
    )
    expect(shown).toEqual(expect.arrayContaining(['/', '/account', '/role', '/audit', '/inventory', '/settings']))
  })
  it('names nothing twice by the same words', () => {
    const labels = all(holding(permissionKeys)).map(({ label }) => label)
    expect(labels.filter((label, i) => label === '' || labels.indexOf(label) !== i)).toEqual([])
  })
  it('shows pages for trying out to who has their key alone, and to no shop’s owner without it', () => {
    const trials = ['/test', '/demo', '/native-test']
    const shownTo = (keys: readonly string[]) =>
      all(holding(keys))
        .map(({ row }) => row.path)
        .filter((path) => trials.includes(path))
    expect(shownTo(['dev']).toSorted()).toEqual(trials.toSorted())
    expect(shownTo(keysOf(defaultRoleOf('B').menuIds))).toEqual([])
    const forbidden = rows.filter(
      (row) => row.permission[0] === 'dev' && mayOpen(row, holding(keysOf(defaultRoleOf('B').menuIds))),
    )
    expect(forbidden).toEqual([])
  })
  it('shows nobody what they may not open', () => {
    const clerk = all(holding(['order.list', 'stock'])).map(({ row }) => row.path)
    expect(clerk).toEqual(expect.arrayContaining(['/order', '/stock', '/notices', '/profile']))
    expect(clerk).not.toContain('/account')
    expect(clerk).not.toContain('/order/create')
  })
})

describe('the side navigation', () => {
  const of = (keys: readonly string[]) => placesOf(rows, holding(keys)).flat()
  const every = of(permissionKeys)
  const titles = (letter: string) =>
    of(menus.filter((menu) => menu.held.includes(letter)).map(({ key }) => key)).map(({ title }) => title)

  it('has fifteen places, each with one icon of its own', () => {
    expect(every.map(({ title }) => title)).toEqual(
      '工作台 消息 订单 客户 取送 库存 车辆 工单 车控 违章与通行 价格 渠道 经营 财务 设置'.split(' '),
    )
    expect(new Set(every.map(({ icon }) => icon)).size).toBe(15)
  })
  it('has a room for every feature that can be opened by itself, and each room once', () => {
    const featureOf = ({ file }: Screen) => file.split('/').slice(0, 2).join('/')
    const rooms = every.flatMap((place) => place.rooms.map(({ row }) => row))
    expect(new Set(rooms).size).toBe(rooms.length)
    const placed = new Set(rooms.map(featureOf))
    // Pages of developers and of the demo are found in 全部功能 alone.
    const others = rows.filter(
      (row) => isFeature(row) && !placed.has(featureOf(row)) && !row.permission.includes('dev'),
    )
    expect(others.map(({ path }) => path)).toEqual([])
  })
  it('names only screens of the catalogue', () => {
    // As many as are declared, since every key opens every room.
    expect(every.reduce((sum, { rooms }) => sum + rooms.length, 0)).toBe(65)
  })
  it('marks a place on every page', () => {
    const unmarked = rows.filter(
      (row) =>
        row.permission !== 'public' &&
        row.opener === undefined &&
        !row.permission.includes('dev') &&
        whereIs(every, row) === undefined,
    )
    expect(unmarked.map(({ path }) => path)).toEqual([])
    const marked = (name: string) => {
      const { place, room } = whereIs(
        every,
        rows.find((row) => row.name === name),
      )!
      return `${place.title} ${room.label}`
    }
    expect(
      ['order.detail', 'ticket.hub', 'maintenance.care', 'person.detail', 'payment.ledger', 'insurance.detail'].map(
        marked,
      ),
    ).toEqual(['订单 短租', '工单 待办', '工单 待保养', '客户 客户', '财务 收支', '工单 保险案件'])
  })
  it('keeps its order for everybody, without places of which nothing may be opened', () => {
    expect(titles('M')).toContain('财务')
    expect(titles('V')).not.toContain('渠道')
    for (const letter of ['B', 'M', 'D', 'F', 'V', 'S', 'Q']) {
      const order = titles(letter).map((title) => every.findIndex((place) => place.title === title))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  })
})

describe('what can be begun', () => {
  const labels = (keys: readonly string[]) => searchableBeginningsOf(rows, holding(keys)).map(({ label }) => label)
  it('is found in the catalogue, by whoever may', () => {
    expect(labels(permissionKeys).toSorted()).toEqual(
      [
        '新建车型',
        '新建车辆',
        '新建门店',
        '现场开单',
        '新建调车单',
        '新建维保单',
        '新建年检单',
        '新建围栏',
        '登记违章',
        '登记出险',
      ].toSorted(),
    )
    expect(labels(['order.list', 'order.create', 'inventory.edit'])).toEqual(['新建车辆'])
  })
  it('begins with money for who books no orders, and with orders for who does', () => {
    const first = (letter: 'F' | 'M' | 'C', all = true) =>
      beginningsOf({ ...holding(keysOf(defaultRoleOf(letter).menuIds)), storeScope: { all, storeIds: [] } }).map(
        ({ label }) => label,
      )
    expect(first('F')).toEqual(['收款', '应付账单', '工单'])
    expect(first('F', false)).toEqual(['收款', '工单'])
    for (const letter of ['M', 'C'] as const) {
      expect(first(letter)[0]).toBe('现场开单')
      expect(first(letter)).not.toContain('收款')
    }
  })
  it('tells every value that its screen asks for', () => {
    for (const { row, with: values } of searchableBeginningsOf(rows, holding(permissionKeys)))
      for (const [name, { required }] of Object.entries(row.search)) if (required) expect(values).toHaveProperty(name)
  })
  it('is sought by any word for something new, and by parts of it', () => {
    for (const typed of ['添加车', '新增车', '新建车辆', '录入车', '车辆', '加车'])
      expect(says('新建车辆', typed)).toBe(true)
    expect(says('新建员工', '新')).toBe(true)
    expect(says('导入车辆 批量 表格 Excel', 'excel')).toBe(true)
    expect(says('新建车辆', '门店')).toBe(false)
  })
})

/** Opened by what is outside of the product: a message, a QR code, a partner's app. */
const fromOutside: readonly string[] = [
  '/join',
  '/scan-login',
  '/wukongLoginCode',
  '/wukongLogin',
  '/agreement/verify',
  '/illegals/customer',
  '/selfPickupReturn/userReturn',
  '/simulated-pay',
  '/simulated-wechat',
]

const src = fileURLToPath(new URL('../../..', import.meta.url))
const domain = fileURLToPath(new URL('../../../../../packages/domain/src', import.meta.url))
/** The side navigation is no way there: a phone has none. */
const sources = [
  ...globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/screens\.ts$|\.test\.|\.gen\.|shell\/entries/.test(file))
    .map((file) => ({ folder: dirname(file), text: readFileSync(`${src}/${file}`, 'utf8') })),
  ...['booking/order/offers.ts', 'platform/merchant/setup.ts'].map((file) => ({
    folder: file,
    text: readFileSync(`${domain}/${file}`, 'utf8'),
  })),
]
const keyOf = (row: Screen) =>
  Object.entries(screens).flatMap(([module, of]) =>
    Object.entries(of as Record<string, Screen>).flatMap(([key, one]) =>
      one === row ? [`${module}Screens.${key}`] : [],
    ),
  )[0]!

/** How a source names a screen: its row, its path, or, of a page of an order, the last part of it. */
function naming(row: Screen): RegExp {
  const path = row.path.split('/:')[0]!
  const part = path.split('/').at(-1)!
  return new RegExp(`\\b${keyOf(row)}\\b|'${row.name}'|['"\`}]${path}[/?'"\`$]|['"\`/]${part}['"\`?]`)
}

describe('no screen is reached by its address alone', () => {
  it.each(
    rows
      .filter((row) => !isFeature(row) && row.opener === undefined && !fromOutside.includes(row.path))
      .map((row) => [row.path, row]),
  )('%s', (_, row) => {
    const from = sources.filter(({ folder, text }) => folder !== row.file && naming(row).test(text))
    expect(from.map(({ folder }) => folder)).not.toEqual([])
  })
})
