import { rowAt } from '../kernel/page/router.ts'
import { type CurrentUser, mayOpen } from '../kernel/user.ts'
import type { NavItem } from '../ui/frame/navigation.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/show/tag.tsx'
import { isTab } from './tabs.ts'

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
  { path: '/', label: '工作台', short: '工作台', icon: 'home' },
  { path: '/order', label: '短租订单', short: '订单', icon: 'order' },
  { path: '/long-order', label: '长租订单', short: '长租', icon: 'receipt' },
  { path: '/stock', label: '库存', short: '库存', icon: 'stock' },
  { path: '/price', label: '价格', short: '价格', icon: 'calendar' },
  { path: '/tickets', label: '工单', short: '工单', icon: 'ticket' },
  { path: '/illegals', label: '违章管理', short: '违章', icon: 'warning' },
  { path: '/vehicleControl', label: '车辆控制', short: '车控', icon: 'lock' },
  { path: '/inventory', label: '车辆管理', short: '车辆', icon: 'car' },
  { path: '/store', label: '门店', short: '门店', icon: 'store' },
  { path: '/model', label: '车型', short: '车型', icon: 'tag' },
  { path: '/channelManage', label: '渠道管理', short: '渠道', icon: 'link' },
  { path: '/dataOverview', label: '数据概览', short: '数据', icon: 'chart' },
  { path: '/account', label: '账号与权限', short: '账号', icon: 'people' },
  { path: '/audit', label: '操作日志', short: '日志', icon: 'clock' },
  { path: '/settings', label: '商家设置', short: '设置', icon: 'gear' },
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
  { path: '/order/create', label: '短租订单', note: '到店客户或电话预订', icon: 'order', tone: 'primary' },
  { path: '/long-order/create', label: '长租订单', note: '按月分期付款', icon: 'receipt', tone: 'purple' },
  { path: '/tickets', label: '工单', note: '调车、维保、年检', icon: 'ticket', tone: 'warning' },
  { path: '/illegals/create', label: '违章', note: '录入并匹配订单', icon: 'warning', tone: 'neutral' },
]

/** Only what this build has a screen for and the user may open: nothing leads nowhere. */
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
