import { menus, menuType, type PermissionKey, permissionKeys } from '@cheyi/domain/permission'
import { isKeyShown } from '@cheyi/domain/platform/role/built-parts'
import { describe, expect, it } from 'vitest'
import { rowsOf, type Screen } from './kernel/page/screen.ts'
import { type CurrentUser, entranceOf } from './kernel/user.ts'
import { screens } from './screens.ts'

/*
 * Laws over the tree of rights and the catalogue of screens: what each key opens, and nothing else.
 */

const rows: readonly Screen[] = rowsOf(screens)
const keyed = rows.flatMap((row) =>
  Array.isArray(row.permission) ? [{ row, keys: row.permission as readonly PermissionKey[] }] : [],
)

const holding = (menuAutos: readonly string[]) =>
  ({
    status: 'ready',
    user: {
      parentId: '0',
      merchantId: '1',
      menuAutos,
      storeScope: { all: true, storeIds: [] },
      secondFactor: { on: false, required: false },
    } as unknown as CurrentUser,
  }) as const
const limited = (state: ReturnType<typeof holding>) => ({
  ...state,
  user: { ...state.user, storeScope: { all: false, storeIds: ['7'] } },
})
const opens = (row: Screen, menuAutos: readonly string[]) => entranceOf(row, holding(menuAutos)) === 'open'

describe('every screen with a key', () => {
  it.each(keyed.map(({ row, keys }) => [row.path, row, keys] as const))(
    '%s is opened by its own and no other',
    (_, row, keys) => {
      const beside = row.also === undefined ? [] : [row.also]
      for (const key of permissionKeys)
        expect(opens(row, [key, ...beside]), key).toBe([key, ...beside].some((held) => keys.includes(held)))
      expect(opens(row, [])).toBe(false)
      if (row.also !== undefined)
        expect(
          opens(
            row,
            keys.filter((key) => key !== row.also),
          ),
        ).toBe(false)
    },
  )
})

it('every page of the tree that stands for a capability that is built opens a screen', () => {
  const pages = menus.filter(({ key, type }) => type === menuType.page && isKeyShown(key)).map(({ key }) => key)
  const opened = new Set<string>(keyed.flatMap(({ keys }) => keys))
  expect(pages.filter((key) => !opened.has(key))).toEqual([])
})

it('who is signed in with no key at all opens what asks for none', () => {
  for (const row of rows)
    if (!Array.isArray(row.permission)) expect(opens(row, []), row.path).toBe(row.also === undefined)
})

it('who is limited to some stores, whatever their keys, opens all but what is of the merchant as a whole', () => {
  const closed = rows.filter((row) => entranceOf(row, limited(holding(permissionKeys))) !== 'open')
  expect(closed.map(({ path }) => path)).toEqual([
    '/agreement/template',
    '/agreement/seal',
    '/channelManage/:id',
    '/channelManage/:id/statement',
    '/site',
    '/site/funnel',
    '/site/coupon',
    '/site/coupon/uses',
    '/finance/balance',
    '/finance/vouchers',
    '/finance/accounts',
    '/finance/tax',
    '/finance/tax/return',
    '/finance/tax/return/documents',
    '/finance/tax/inputs',
    '/finance/tax/inputs/import',
    '/finance/assets',
    '/finance/assets/car',
    '/model/edit/:id',
    '/finance/ledger',
    '/finance/bank',
    '/finance/bank/accounts',
    '/finance/bank/days',
    '/finance/bank/entries',
    '/finance/bank/import',
    '/finance/payable',
    '/finance/payable/bill',
    '/finance/payable/payees',
    '/finance/payable/unbilled',
    '/finance/payable/runs',
    '/finance/payable/run',
    '/role/edit/:roleId',
    '/dataOverview/bridge',
    '/owner/statement',
    '/owner/statement/:statementId',
    '/owner',
    '/owner/detail',
    '/commission',
    '/commission/rule',
    '/finance/ahead',
    '/finance/ahead/rows',
    '/vehicleControl/device',
    '/vehicleControl/device/charge',
    '/vehicleControl/alarm/rule',
  ])
  const settings = rows.find(({ path }) => path === '/settings')!
  expect(entranceOf(settings, limited(holding(['merchant.setting'])))).toBe('forbidden')
  expect(entranceOf(settings, limited(holding(['merchant.pay'])))).toBe('open')
})
