import { type Beginning, type Screen, standsAlone } from '../../kernel/page/screen.ts'
import { type CurrentUser, mayOpen } from '../../kernel/user.ts'
import type { IconName } from '../../ui/icon.tsx'

/*
 * 全部功能: every screen that can be opened by itself, drawn from the catalogue, so that a new one stands there without
 * anybody's doing.
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

interface Kind {
  readonly title: string
  /** Rooms, as folders of `web/src`, each with its icon. */
  readonly rooms: Readonly<Record<string, IconName>>
}

/** In the order they are drawn; a room that none of them names stands in the last one. */
const kinds: readonly Kind[] = [
  { title: '订单与客户', rooms: { order: 'order', driver: 'person', renewal: 'receipt', agreement: 'document' } },
  {
    title: '款项',
    rooms: {
      payment: 'yuan',
      till: 'lock',
      deposit: 'shield',
      expense: 'receipt',
      instalment: 'receipt',
      invoice: 'receipt',
      reconcile: 'document',
      closing: 'calendar',
      debt: 'clock',
    },
  },
  {
    title: '车辆与库存',
    rooms: {
      stock: 'stock',
      inventory: 'car',
      model: 'tag',
      ticket: 'ticket',
      'vehicle-control': 'pin',
      violation: 'warning',
      damage: 'wrench',
    },
  },
  { title: '经营', rooms: { overview: 'home', data: 'chart', price: 'calendar', store: 'store', channel: 'link' } },
  {
    title: '员工与设置',
    rooms: { account: 'people', role: 'shield', merchant: 'gear', audit: 'clock', notify: 'bell', session: 'lock' },
  },
  { title: '其他', rooms: {} },
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
  'payment.receipts': 'receipt',
}

export interface Feature {
  readonly row: Screen
  readonly label: string
  readonly icon: IconName
}

/** What can be begun by one tap. */
interface Begun extends Feature {
  readonly note: string | undefined
  readonly with: Beginning['with']
}

export interface FeatureGroup {
  readonly title: string
  readonly features: readonly Feature[]
}

const roomOf = ({ file }: Screen) => file.split('/')[0] ?? ''

const kindOf = (row: Screen): Kind => kinds.find(({ rooms }) => roomOf(row) in rooms) ?? kinds.at(-1)!

const place = ({ rooms }: Kind, row: Screen) => Object.keys(rooms).indexOf(roomOf(row))

/** Whether a screen is one of 全部功能 for somebody who may open it. */
export const isFeature = (row: Screen): boolean =>
  standsAlone(row) && row.permission !== 'public' && row.opener === undefined && !onTheWay.includes(row.name)

/** Every screen the person may open by itself, by what it is about; groups with nothing in them are left out. */
export function featuresOf(rows: readonly Screen[], user: CurrentUser | null): FeatureGroup[] {
  const open = rows.filter((row) => isFeature(row) && mayOpen(row, user))
  return kinds
    .map((kind) => ({
      title: kind.title,
      features: open
        .filter((row) => kindOf(row) === kind)
        .toSorted((a, b) => place(kind, a) - place(kind, b))
        .map((row) => ({
          row,
          label: row.title,
          icon: ownIcons[row.name] ?? kind.rooms[roomOf(row)] ?? ('more' as const),
        })),
    }))
    .filter(({ features }) => features.length > 0)
}

/** Whatever new the person may begin. */
export const beginningsOf = (rows: readonly Screen[], user: CurrentUser | null): Begun[] =>
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
