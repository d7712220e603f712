import { type Beginning, type Screen, standsAlone } from '../../../kernel/page/screen.ts'
import { type CurrentUser, mayOpen } from '../../../kernel/user.ts'
import { type Work, workOf } from '../../../platform/todo/parts/work.ts'
import type { IconName } from '../../../ui/icon.tsx'

/*
 * Every screen that can be opened by itself, in groups: 全部功能 shows all of them, the side navigation those with a place of
 * their own. Both come from the catalogue of screens, so that a new one is in 全部功能 without a line here.
 */

/** Screens that make sense only on the way from another, which links to them. */
const onTheWay: readonly string[] = [
  'session.noAuth',
  'session.scanLogin',
  'session.cancelAccount',
  'secondFactor.setup',
  'stock.chooseStore',
  // The same page as `/illegals/create`, on the way from an order.
  'violation.create-of-order',
]

/** A place of the navigation: its icon, and two or three characters for the narrow rail. */
type Place = readonly [icon: IconName, short: string]

interface Group {
  readonly title: string
  /** Whose day is spent here: the group stands first for them. */
  readonly work?: readonly Work[]
  /** In the side navigation it is closed at first for whose day is spent elsewhere. */
  readonly closed?: true
  /** By names of screens, in the order of the side navigation; whatever else their rooms have stands behind them in 全部功能. */
  readonly places: Readonly<Record<string, Place>>
}

const groups: readonly Group[] = [
  { title: '', places: { 'overview.home': ['home', '工作台'], 'notify.notices': ['bell', '消息'] } },
  {
    title: '订单',
    work: ['desk', 'service'],
    places: {
      'order.list': ['order', '短租'],
      'longOrder.list': ['receipt', '长租'],
      'driver.tasks': ['navigate', '取送'],
      'person.requests': ['person', '请求'],
    },
  },
  {
    title: '车辆',
    work: ['fleet'],
    places: {
      'stock.list': ['stock', '库存'],
      'inventory.list': ['car', '车辆'],
      'ticket.hub': ['ticket', '工单'],
      'maintaince.care': ['wrench', '保养'],
      'vehicle-control.list': ['pin', '车控'],
      'violation.list': ['warning', '违章'],
      'violation.lease-filing': ['document', '备案'],
      'model.list': ['tag', '车型'],
    },
  },
  {
    title: '经营',
    work: ['channel'],
    places: {
      'data.overview': ['chart', '数据'],
      'price.list': ['calendar', '价格'],
      'channel.list': ['link', '渠道'],
      'store.list': ['store', '门店'],
    },
  },
  {
    title: '钱',
    work: ['finance'],
    closed: true,
    places: {
      'payment.flow': ['yuan', '财务'],
      'till.shifts': ['lock', '交接班'],
      'reconcile.list': ['document', '对账'],
      'debt.ages': ['clock', '账龄'],
      'payment.receipts': ['receipt', '收款单'],
      'instalment.companies': ['people', '单位'],
      'invoice.list': ['copy', '发票'],
      'closing.months': ['calendar', '月结'],
    },
  },
  {
    title: '设置',
    closed: true,
    places: {
      'account.list': ['people', '员工'],
      'role.list': ['shield', '权限'],
      'merchant.settings': ['gear', '设置'],
      'agreement.template': ['document', '合同'],
      'audit.list': ['clock', '日志'],
      'session.profile': ['person', '账号'],
    },
  },
]
/** Where one does not fit its room: something is begun there. */
const ownIcons: Readonly<Record<string, IconName>> = {
  'order.create': 'plus',
  'longOrder.create': 'plus',
  'account.add': 'plus',
  'inventory.import': 'document',
  'payment.held': 'people',
  'payment.ledger': 'chart',
  'payment.corrections': 'edit',
}

export interface Feature {
  readonly row: Screen
  readonly label: string
  readonly icon: IconName
  /** For the narrow rail; none: it is not in the side navigation. */
  readonly short: string | undefined
}

/** What can be begun by one tap. */
interface Begun extends Omit<Feature, 'short'> {
  readonly note: string | undefined
  readonly with: Beginning['with']
}

export interface FeatureGroup {
  readonly title: string
  readonly closed: boolean
  readonly features: readonly Feature[]
}

const roomOf = ({ file }: Screen) => file.split('/')[0] ?? ''

/** Whether a screen is one of 全部功能 for somebody who may open it. */
export const isFeature = (row: Screen): boolean =>
  standsAlone(row) && row.permission !== 'public' && row.opener === undefined && !onTheWay.includes(row.name)

const placed = new Map(groups.flatMap((group) => Object.keys(group.places).map((name, at) => [name, { group, at }])))

/** What belongs to no kind of work stands at the top, one's own work follows. */
const rank = ({ title, work }: Group, own: Work): number => (title === '' ? 0 : work?.includes(own) ? 1 : 2)

/** The groups with what the person may open, that of their own work first; a room without a place stands in the last group. */
export function featuresOf(rows: readonly Screen[], user: CurrentUser | null): FeatureGroup[] {
  /** The first place of each room: what else is in the room stands in its group and has its icon. */
  const rooms = new Map<string, string>()
  for (const name of placed.keys()) {
    const row = rows.find((one) => one.name === name)
    if (row !== undefined && !rooms.has(roomOf(row))) rooms.set(roomOf(row), name)
  }
  const own = workOf(new Set(user?.menuAutos))
  const features = rows
    .filter((row) => isFeature(row) && mayOpen(row, user))
    .map((row) => {
      const of = placed.has(row.name) ? row.name : rooms.get(roomOf(row))
      const { group, at } = (of === undefined ? undefined : placed.get(of)) ?? { group: groups.at(-1)!, at: 99 }
      const [icon, short] = group.places[row.name] ?? []
      const drawn = icon ?? ownIcons[row.name] ?? (of === undefined ? 'more' : group.places[of]![0])
      return { group, at: short === undefined ? 100 + at : at, feature: { row, label: row.title, icon: drawn, short } }
    })
    .toSorted((a, b) => a.at - b.at)
  return groups
    .toSorted((a, b) => rank(a, own) - rank(b, own))
    .map((group) => ({
      title: group.title,
      closed: group.closed === true && rank(group, own) > 1,
      features: features.filter((one) => one.group === group).map(({ feature }) => feature),
    }))
    .filter(({ features: of }) => of.length > 0)
}

/** The place of the navigation that a page belongs to: by its address, that of the page behind it, or its room. */
export function placeOf(places: readonly Feature[], row: Screen | undefined): Feature | undefined {
  if (row === undefined) return undefined
  const within = (path: string) =>
    places
      .filter(({ row: { path: base } }) => path === base || (base !== '/' && path.startsWith(`${base}/`)))
      .toSorted((a, b) => b.row.path.length - a.row.path.length)[0]
  return (
    within(row.path) ??
    (row.parent === undefined ? undefined : within(row.parent)) ??
    places.find((place) => roomOf(place.row) === roomOf(row))
  )
}

/** The actions a search may offer: everything new that the user has the right to begin. */
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

/** One word for each that means that something new comes to be. */
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('·', '')
    .replaceAll(/新增|新建|添加|录入|登记|增加|创建/g, '添加')

/** Whether a text says what was typed, whatever its case, the dot of a plate, and the word for something new. */
export const says = (text: string, keyword: string): boolean => {
  const bare = keyword.toLowerCase().replaceAll('·', '')
  return text.toLowerCase().replaceAll('·', '').includes(bare) || plainly(text).includes(plainly(keyword))
}
