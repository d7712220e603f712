import { type Beginning, type Screen, standsAlone } from '../../../kernel/page/screen.ts'
import { type CurrentUser, mayOpen } from '../../../kernel/user.ts'
import type { screens } from '../../../screens.ts'
import type { IconName } from '../../../ui/icon.tsx'

/*
 * The places of the navigation, each with its rooms as tabs, and every screen that can be opened directly: 全部功能 shows all of them by
 * place. Both use the catalogue of screens, so that a new screen appears in 全部功能 without a change here.
 */

type Catalogue = typeof screens
type NamesIn<Rows> = Rows extends Readonly<Record<string, { readonly name: infer Name }>> ? Name : never
/** Every screen, so that a name that no feature has does not compile. Pages of long orders have the names of those of all orders. */
type ScreenName = NamesIn<Catalogue[Exclude<keyof Catalogue, 'longOrder'>]> | `longOrder.${'list' | 'create'}`

/** Screens that only make sense after another screen, which links to them. */
const onTheWay: readonly string[] = [
  'session.noAuth',
  'session.scanLogin',
  'session.cancelAccount',
  'secondFactor.setup',
  'stock.chooseStore',
  'tax.documents',
  // The same page as `/illegals/create`, opened from an order.
  'violation.create-of-order',
] satisfies readonly ScreenName[]

interface Place {
  readonly title: string
  /** Of two characters, for the narrow rail. */
  readonly short?: string
  readonly icon: IconName
  /** The name of each room's tab, by the name of its screen. The first room that the user may open is the place's own page. */
  readonly rooms: Readonly<Record<string, string>>
}

/** By sections, between which the navigation has a line. */
const sections: readonly (readonly Place[])[] = [
  [
    { title: '工作台', icon: 'home', rooms: { 'overview.home': '工作台' } },
    { title: '消息', icon: 'bell', rooms: { 'notify.notices': '消息' } },
  ],
  [
    { title: '订单', icon: 'order', rooms: { 'order.list': '短租', 'longOrder.list': '长租' } },
    {
      title: '客户',
      icon: 'people',
      rooms: { 'person.list': '客户', 'company.list': '企业客户', 'person.requests': '客户请求' },
    },
    { title: '取送', icon: 'navigate', rooms: { 'driver.tasks': '取送' } },
  ],
  [
    { title: '库存', icon: 'stock', rooms: { 'stock.list': '库存' } },
    {
      title: '车辆',
      icon: 'car',
      rooms: { 'inventory.list': '车辆', 'model.list': '车型', 'cost.list': '费用' },
    },
    {
      title: '工单',
      icon: 'wrench',
      rooms: {
        'ticket.hub': '待办',
        'maintenance.care': '待保养',
        'maintenance.list': '维保',
        'yearly.list': '年检',
        'relocation.list': '调车',
        'insurance.list': '保险案件',
        'garage.list': '维修厂',
      },
    },
    {
      title: '车控',
      icon: 'pin',
      rooms: {
        'vehicle-control.list': '车辆',
        'vehicle-control.alarms': '报警',
        'vehicle-control.fences': '围栏',
        'vehicle-control.commands': '指令',
        'vehicle-control.device': '设备',
      },
    },
    {
      title: '违章与通行',
      short: '违章',
      icon: 'warning',
      rooms: { 'violation.list': '违章', 'toll.list': '过路停车充电', 'violation.lease-filing': '合同备案' },
    },
  ],
  [
    { title: '价格', icon: 'tag', rooms: { 'price.list': '价格' } },
    {
      title: '渠道',
      icon: 'link',
      rooms: {
        'channel.list': '渠道',
        'site.setting': '自营网站',
        'site.funnel': '自营网站数据',
        'coupon.list': '优惠券',
      },
    },
    {
      title: '经营',
      icon: 'chart',
      rooms: {
        'data.overview': '总览',
        'profit.list': '车辆收益',
        'owner.statements': '车主结算',
        'owner.list': '车主',
        'commission.statements': '员工提成',
        'commission.rules': '提成规则',
      },
    },
    {
      title: '财务',
      icon: 'yuan',
      rooms: {
        'payment.flow': '收支',
        'debt.ages': '应收',
        'instalment.companies': '企业账单',
        'payment.held': '押金',
        'reconcile.list': '对账',
        'bank.list': '银行',
        'payable.bills': '应付',
        'payable.runs': '付款批次',
        'cash-shift.shifts': '交接班',
        'bookkeeping.list': '凭证',
        'closing.months': '月结',
        'cash-ahead.weeks': '资金预测',
        'invoice.list': '发票',
        'tax.inputs': '进项发票',
        'tax.returns': '税务',
        'asset.list': '固定资产',
        'payment.receipts': '收款单',
      },
    },
  ],
  [
    {
      title: '设置',
      icon: 'gear',
      rooms: {
        'merchant.settings': '商家',
        'store.list': '门店',
        'account.list': '员工',
        'role.list': '权限',
        'agreement.template': '合同',
        'audit.list': '日志',
        'lookup.checkup': '状态',
        'session.profile': '账号',
        'commission.own': '我的提成',
        'manual.home': '使用手册',
      },
    },
  ],
] satisfies readonly (readonly (Omit<Place, 'rooms'> & { readonly rooms: Partial<Record<ScreenName, string>> })[])[]
const places = sections.flat()

/** Icons of screens that differ from the icon of their place. */
const ownIcons: Readonly<Record<string, IconName>> = {
  'order.create': 'plus',
  'longOrder.create': 'plus',
  'account.add': 'plus',
  'longOrder.list': 'receipt',
  'company.list': 'document',
  'person.requests': 'person',
  'model.list': 'tag',
  'cost.list': 'yuan',
  'cost.import': 'receipt',
  'ticket.hub': 'ticket',
  'relocation.list': 'navigate',
  'insurance.list': 'shield',
  'inventory.import': 'document',
  'inventory.policies': 'shield',
  'vehicle-control.alarms': 'bell',
  'vehicle-control.fences': 'navigate',
  'toll.list': 'yuan',
  'violation.lease-filing': 'document',
  'price.list': 'calendar',
  'profit.list': 'car',
  'owner.statements': 'people',
  'owner.list': 'people',
  'commission.statements': 'people',
  'commission.rules': 'edit',
  'commission.own': 'yuan',
  'cash-shift.shifts': 'lock',
  'reconcile.list': 'document',
  'bank.list': 'receipt',
  'payable.bills': 'receipt',
  'cash-ahead.weeks': 'chart',
  'payable.runs': 'yuan',
  'bank.days': 'chart',
  'debt.ages': 'clock',
  'payment.receipts': 'receipt',
  'payment.held': 'people',
  'payment.ledger': 'chart',
  'payment.corrections': 'edit',
  'instalment.companies': 'people',
  'invoice.list': 'copy',
  'tax.inputs': 'copy',
  'tax.returns': 'document',
  'asset.list': 'car',
  'closing.months': 'calendar',
  'bookkeeping.list': 'document',
  'store.list': 'store',
  'account.list': 'people',
  'role.list': 'shield',
  'agreement.template': 'document',
  'audit.list': 'clock',
  'session.profile': 'person',
  'manual.home': 'help',
} satisfies Partial<Record<ScreenName, IconName>>

export interface Feature {
  readonly row: Screen
  readonly label: string
  readonly icon: IconName
}

/** An action that one tap starts. */
interface Begun extends Feature {
  readonly note: string | undefined
  readonly with: Beginning['with']
}

/** One page of a place, with the name of its tab. */
export interface Room {
  readonly row: Screen
  readonly label: string
}

/** A place of the navigation with the rooms that the user may open, at least one. */
export interface OpenPlace {
  readonly title: string
  readonly short: string
  readonly icon: IconName
  readonly rooms: readonly Room[]
}

export interface FeatureGroup {
  readonly title: string
  readonly features: readonly Feature[]
}

const featureOf = ({ file }: Screen) => file.split('/').slice(0, 2).join('/')

/** Whether a screen is listed in 全部功能 for a user who may open it. */
export const isFeature = (row: Screen): boolean =>
  standsAlone(row) && row.permission !== 'public' && row.opener === undefined && !onTheWay.includes(row.name)

/** The places of the navigation by sections; a place of which the user may open no room is left out. */
export function placesOf(rows: readonly Screen[], user: CurrentUser | null): readonly (readonly OpenPlace[])[] {
  const roomsOf = (named: Place['rooms']): Room[] =>
    Object.entries(named).flatMap(([name, label]) => {
      const row = rows.find((one) => one.name === name)
      return row !== undefined && mayOpen(row, user) ? [{ row, label }] : []
    })
  return sections
    .map((section) =>
      section
        .map(({ title, short = title, icon, rooms }) => ({ title, short, icon, rooms: roomsOf(rooms) }))
        .filter(({ rooms }) => rooms.length > 0),
    )
    .filter((section) => section.length > 0)
}

/** The place whose room a screen is, or whose feature it belongs to. */
function placeAt(row: Screen, rows: readonly Screen[]): Place | undefined {
  return (
    places.find(({ rooms }) => row.name in rooms) ??
    places.find(({ rooms }) => rows.some((one) => one.name in rooms && featureOf(one) === featureOf(row)))
  )
}

/** The screens that the user may open, by place; a screen that belongs to none stands with the settings. */
export function featuresOf(rows: readonly Screen[], user: CurrentUser | null): FeatureGroup[] {
  const features = rows
    .filter((row) => isFeature(row) && mayOpen(row, user))
    .map((row) => {
      const place = placeAt(row, rows) ?? places.at(-1)!
      const at = Object.keys(place.rooms).indexOf(row.name)
      const icon = ownIcons[row.name] ?? place.icon
      return { place, at: at < 0 ? places.length : at, feature: { row, label: row.title, icon } }
    })
    .toSorted((a, b) => a.at - b.at)
  return places
    .map((place) => ({
      title: place.title,
      features: features.filter((one) => one.place === place).map(({ feature }) => feature),
    }))
    .filter(({ features: of }) => of.length > 0)
}

/** The place and the room of a page: found by its address, by that of its parent page, or by its feature. */
export function whereIs(
  open: readonly OpenPlace[],
  row: Screen | undefined,
): { readonly place: OpenPlace; readonly room: Room } | undefined {
  if (row === undefined) return undefined
  const rooms = open.flatMap((place) => place.rooms.map((room) => ({ place, room })))
  const within = (path: string) =>
    rooms
      .filter(
        ({
          room: {
            row: { path: base },
          },
        }) => path === base || (base !== '/' && path.startsWith(`${base}/`)),
      )
      .toSorted((a, b) => b.room.row.path.length - a.room.row.path.length)[0]
  return (
    within(row.path) ??
    (row.parent === undefined ? undefined : within(row.parent)) ??
    rooms.find(({ room }) => featureOf(room.row) === featureOf(row))
  )
}

/** The actions that a search may offer: everything that the user has the permission to create. */
export const searchableBeginningsOf = (rows: readonly Screen[], user: CurrentUser | null): Begun[] =>
  rows.flatMap((row) =>
    row.begins
      .filter(
        ({ key, whole }) =>
          mayOpen(row, user) &&
          (key === undefined || mayOpen({ permission: [key] }, user)) &&
          (!whole || user?.storeScope.all === true),
      )
      .map(({ label, note, with: values }) => ({ row, label, note, with: values, icon: 'plus' as const })),
  )
