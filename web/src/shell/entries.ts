import { orderKind } from '@cheyi/domain/order/kind'
import { accountScreens } from '../account/screens.ts'
import { auditScreens } from '../audit/screens.ts'
import { dataScreens } from '../data/screens.ts'
import { inventoryScreens } from '../inventory/screens.ts'
import { rowAt } from '../kernel/page/router.ts'
import { type CurrentUser, mayOpen } from '../kernel/user.ts'
import { merchantScreens } from '../merchant/screens.ts'
import { modelScreens } from '../model/screens.ts'
import { orderScreens, screensOf } from '../order/screens.ts'
import { overviewScreens } from '../overview/screens.ts'
import { paymentScreens } from '../payment/screens.ts'
import { priceScreens } from '../price/screens.ts'
import { stockScreens } from '../stock/screens.ts'
import { storeScreens } from '../store/screens.ts'
import type { NavItem } from '../ui/frame/navigation.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/show/tag.tsx'
import { isTab } from './tabs.ts'

const longScreens = screensOf(orderKind.long)

/** A place in the navigation; its key is the path of its screen. */
export interface Entry {
  readonly path: string
  readonly label: string
  /** Two or three characters for rail and tab bar. */
  readonly short: string
  readonly icon: IconName
}

/** In the order of the side navigation. */
const places: readonly Entry[] = [
  { path: overviewScreens.home.path, label: '工作台', short: '工作台', icon: 'home' },
  { path: orderScreens.list.path, label: '短租订单', short: '订单', icon: 'order' },
  { path: longScreens.list.path, label: '长租订单', short: '长租', icon: 'receipt' },
  { path: stockScreens.list.path, label: '库存', short: '库存', icon: 'stock' },
  { path: dataScreens.overview.path, label: '数据概览', short: '数据', icon: 'chart' },
  { path: priceScreens.list.path, label: '价格', short: '价格', icon: 'calendar' },
  { path: inventoryScreens.list.path, label: '车辆管理', short: '车辆', icon: 'car' },
  { path: storeScreens.list.path, label: '门店', short: '门店', icon: 'store' },
  { path: modelScreens.list.path, label: '车型', short: '车型', icon: 'tag' },
  { path: paymentScreens.flow.path, label: '财务', short: '财务', icon: 'yuan' },
  { path: accountScreens.list.path, label: '账号与权限', short: '账号', icon: 'people' },
  { path: auditScreens.list.path, label: '操作日志', short: '日志', icon: 'clock' },
  { path: merchantScreens.settings.path, label: '商家设置', short: '设置', icon: 'gear' },
]

/** One thing that can be begun from anywhere. */
export interface Beginning {
  readonly path: string
  readonly label: string
  readonly note: string
  readonly icon: IconName
  readonly tone: Tone
}

const beginnings: readonly Beginning[] = [
  { path: orderScreens.create.path, label: '短租订单', note: '到店客户或电话预订', icon: 'order', tone: 'primary' },
]

/** Only what the user may open. */
const open = <T extends { readonly path: string }>(list: readonly T[], user: CurrentUser | null): T[] =>
  list.filter(({ path }) => {
    const row = rowAt(path)
    return row !== undefined && mayOpen(row, user)
  })

/** An entry as the widgets take it. */
export const navItem = ({ path, label, short, icon }: Entry): NavItem => ({ key: path, href: path, label, short, icon })

export const navEntries = (user: CurrentUser | null): Entry[] => open(places, user)

export const tabEntries = (user: CurrentUser | null): Entry[] => navEntries(user).filter(({ path }) => isTab(path))

export const newEntries = (user: CurrentUser | null): Beginning[] => open(beginnings, user)

/** The entry a path belongs to: the longest one that begins it, so that `/order/detail` lights 订单. */
export function entryOf(entries: readonly Entry[], path: string): Entry | undefined {
  return entries
    .filter((entry) => path === entry.path || (entry.path !== '/' && path.startsWith(`${entry.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
