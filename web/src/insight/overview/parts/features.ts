import { type Beginning, type Screen, standsAlone } from '../../../kernel/page/screen.ts'
import { type CurrentUser, mayOpen } from '../../../kernel/user.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { type Work, workOf } from '../home/work.ts'

/*
 * Every screen that can be opened directly, in groups: 全部功能 shows all of them, the side navigation those with an
 * entry in `places`. Both use the catalogue of screens, so that a new screen appears in 全部功能 without a change here.
 */

/** Screens that only make sense after another screen, which links to them. */
const onTheWay: readonly string[] = [
  'session.noAuth',
  'session.scanLogin',
  'session.cancelAccount',
  'secondFactor.setup',
  'stock.chooseStore',
  // The same page as `/illegals/create`, opened from an order.
  'violation.create-of-order',
]

/** An entry of the navigation: its icon, and two or three characters for the narrow rail. */
type Place = readonly [icon: IconName, short: string]

interface Group {
  readonly title: string
  /** The kinds of work for whose users the group comes first. */
  readonly work?: readonly Work[]
  /** The group is collapsed at first in the side navigation, for users with another kind of work. */
  readonly closed?: true
  /** By names of screens, in the order of the side navigation; the other screens of the same features follow in 全部功能. */
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
      'person.list': ['people', '客户'],
      'company.list': ['document', '企业'],
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
      'cost.import': ['receipt', '费用'],
      'maintenance.care': ['wrench', '保养'],
      'vehicle-control.list': ['pin', '车控'],
      'vehicle-control.alarms': ['bell', '报警'],
      'vehicle-control.fences': ['navigate', '围栏'],
      'insurance.list': ['shield', '保险'],
      'violation.list': ['warning', '违章'],
      'toll.list': ['yuan', '通行'],
      'violation.lease-filing': ['document', '备案'],
      'model.list': ['tag', '车型'],
    },
  },
  {
    title: '经营',
    work: ['channel'],
    places: {
      'data.overview': ['chart', '数据'],
      'profit.list': ['car', '收益'],
      'owner.statements': ['people', '车主'],
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
      'cash-shift.shifts': ['lock', '交接班'],
      'reconcile.list': ['document', '对账'],
      'debt.ages': ['clock', '账龄'],
      'payment.receipts': ['receipt', '收款单'],
      'instalment.companies': ['people', '单位'],
      'invoice.list': ['copy', '发票'],
      'closing.months': ['calendar', '月结'],
      'bookkeeping.list': ['document', '凭证'],
    },
  },
  {
    title: '设置',
    closed: true,
    places: {
      'account.list': ['people', '员工'],
      'role.list': ['shield', '权限'],
      'garage.list': ['wrench', '维修厂'],
      'merchant.settings': ['gear', '设置'],
      'agreement.template': ['document', '合同'],
      'audit.list': ['clock', '日志'],
      'session.profile': ['person', '账号'],
    },
  },
]
/** Icons of screens that differ from the icon of their feature, because something is created there. */
const ownIcons: Readonly<Record<string, IconName>> = {
  'order.create': 'plus',
  'longOrder.create': 'plus',
  'account.add': 'plus',
  'inventory.import': 'document',
  'inventory.policies': 'shield',
  'payment.held': 'people',
  'payment.ledger': 'chart',
  'payment.corrections': 'edit',
}

export interface Feature {
  readonly row: Screen
  readonly label: string
  readonly icon: IconName
  /** The short name for the narrow rail; undefined: the feature is not in the side navigation. */
  readonly short: string | undefined
}

/** An action that one tap starts. */
interface Begun extends Omit<Feature, 'short'> {
  readonly note: string | undefined
  readonly with: Beginning['with']
}

export interface FeatureGroup {
  readonly title: string
  readonly closed: boolean
  readonly features: readonly Feature[]
}

const featureOf = ({ file }: Screen) => file.split('/').slice(0, 2).join('/')

/** Whether a screen is listed in 全部功能 for a user who may open it. */
export const isFeature = (row: Screen): boolean =>
  standsAlone(row) && row.permission !== 'public' && row.opener === undefined && !onTheWay.includes(row.name)

const placed = new Map(groups.flatMap((group) => Object.keys(group.places).map((name, at) => [name, { group, at }])))

/** The group without a title comes first, then the groups of the user's own work. */
const rank = ({ title, work }: Group, own: Work): number => (title === '' ? 0 : work?.includes(own) ? 1 : 2)

/**
 * The groups with the screens that the user may open, those of the user's work first; a feature without a place goes
 * into the last group.
 */
export function featuresOf(rows: readonly Screen[], user: CurrentUser | null): FeatureGroup[] {
  /** The first place of each feature: its other screens are in the same group and have the same icon. */
  const firstOf = new Map<string, string>()
  for (const name of placed.keys()) {
    const row = rows.find((one) => one.name === name)
    if (row !== undefined && !firstOf.has(featureOf(row))) firstOf.set(featureOf(row), name)
  }
  const own = workOf(new Set(user?.menuAutos))
  const features = rows
    .filter((row) => isFeature(row) && mayOpen(row, user))
    .map((row) => {
      const of = placed.has(row.name) ? row.name : firstOf.get(featureOf(row))
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

/** The navigation entry of a page: found by its address, by that of its parent page, or by its feature. */
export function placeOf(places: readonly Feature[], row: Screen | undefined): Feature | undefined {
  if (row === undefined) return undefined
  const within = (path: string) =>
    places
      .filter(({ row: { path: base } }) => path === base || (base !== '/' && path.startsWith(`${base}/`)))
      .toSorted((a, b) => b.row.path.length - a.row.path.length)[0]
  return (
    within(row.path) ??
    (row.parent === undefined ? undefined : within(row.parent)) ??
    places.find((place) => featureOf(place.row) === featureOf(row))
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

/** Replaces all synonyms for creating something by one word. */
const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('·', '')
    .replaceAll(/新增|新建|添加|录入|登记|增加|创建/g, '添加')

/** Whether a text contains the keyword; ignores case, the dot of a plate, and which synonym for creating is used. */
export const says = (text: string, keyword: string): boolean => {
  const bare = keyword.toLowerCase().replaceAll('·', '')
  return text.toLowerCase().replaceAll('·', '').includes(bare) || plainly(text).includes(plainly(keyword))
}
