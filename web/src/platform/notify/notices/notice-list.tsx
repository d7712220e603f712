import './notices.css'
import { notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { localDate } from '@cheyi/domain/time'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, rowOfLink } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box } from '../../../ui/layout.tsx'
import { Avatar } from '../../../ui/show/tag.tsx'
import { notifyScreens } from '../screens.ts'

const shows = [
  { value: 'all', label: '全部' },
  { value: 'unread', label: '未读' },
] as const

/** The notices, newest first, each with a link to its subject. */
export function NoticeList() {
  const { unread } = useScreen(notifyScreens.notices)
  const patch = usePatch()
  const user = useUser()
  const notices = useListPage(
    calls.notify.page,
    { unread: unread || undefined },
    {
      noun: '消息',
      keyOf: ({ id }) => id,
      empty: unread
        ? { title: '没有未读消息' }
        : { title: '还没有消息', note: '新订单、超时未还、待审批等会出现在这里' },
    },
  )
  const read = useWrite(calls.notify.read)

  function open({ id, link, read: known }: Notice) {
    if (!known) void read.run({ ids: [id] })
    const row = rowOfLink(link)
    if (row !== undefined && mayOpen(row, user)) goTo(link)
  }
  return (
    <Items
      of={notices}
      first={notices.first}
      columns={columns}
      link={(_, notice) => ({ onClick: () => open(notice) })}
      alike={{ keyOf: kindOf, unit: '条' }}
      head={
        <Box pad={[0, 0, 10]}>
          <ChipRadios
            label="显示"
            options={shows}
            value={unread ? 'unread' : 'all'}
            onChange={(value) => patch({ unread: value === 'unread' || undefined })}
          />
        </Box>
      }
    />
  )
}

type Notice = OutputOf<typeof calls.notify.page>['list'][number]

const icons: Readonly<Partial<Record<Notice['type'], IconName>>> = {
  [notifyType.orderNew]: 'order',
  [notifyType.confirmSoon]: 'clock',
  [notifyType.orderCancelled]: 'close',
  [notifyType.overdue]: 'warning',
  [notifyType.violationNew]: 'camera',
  [notifyType.documentExpiring]: 'document',
  [notifyType.carePending]: 'wrench',
  [notifyType.ticket]: 'ticket',
  [notifyType.approval]: 'sign',
  [notifyType.security]: 'shield',
  [notifyType.oversold]: 'stock',
  [notifyType.channel]: 'link',
  [notifyType.deposit]: 'shield',
  [notifyType.money]: 'receipt',
  [notifyType.morning]: 'chart',
}

const tones: Readonly<Record<Notice['level'], 'primary' | 'warning' | 'danger'>> = {
  [notifyLevel.normal]: 'primary',
  [notifyLevel.important]: 'warning',
  [notifyLevel.urgent]: 'danger',
}

const ORDER_NO = /O\d{12}/
/** Also in a sentence: 沪A·D6J19. */
const PLATE = /[\u4e00-\u9fa5](?:[A-Z]·|临[A-Z])[A-Z0-9]{4,7}/

const orderOf = ({ title, about }: Notice) => ORDER_NO.exec(`${title} ${about}`)?.[0]
const plateOf = ({ title, about, body }: Notice) =>
  PLATE.exec(`${title} ${about}`)?.[0] ?? body.split('，').find((part) => PLATE.exec(part)?.[0] === part)

/** A plate in a sentence, which no line breaks. */
const unbroken = (text: string): string => text.replace(new RegExp(PLATE, 'g'), (plate) => [...plate].join('\u2060'))

/** What has happened, without the order and the car, which have columns of their own. */
const whatOf = ({ title }: Notice): string => title.replace(ORDER_NO, '').replace(PLATE, '').replace(/ +/g, ' ').trim()

/** Notices of one kind on one day, read or not, are one row: 5 cancelled orders, a car that waits for 20 and for 30 minutes. */
const kindOf = (notice: Notice): string =>
  [notice.type, whatOf(notice).replace(/\d+/g, '#'), notice.read, localDate(notice.at)].join(' ')

/** The order's customer, time and car, and the text, each said once. */
function factsOf(notice: Notice): string {
  const { about, body, type } = notice
  const told = about
    .split(' · ')
    .map((part) => part.replace(ORDER_NO, '').replace(PLATE, '').trim())
    .filter(Boolean)
  const said = (body || notifyTypes.text(type))
    .split('，')
    .filter((part) => part !== plateOf(notice) && !about.includes(part.replace('原定 ', '')))
  return unbroken([...told, said.join('，')].filter(Boolean).join(' · '))
}

const columns: readonly ListColumn<Notice>[] = [
  { key: 'icon', title: '图标', kind: 'picture', Picture: Sign },
  { key: 'what', title: '消息', kind: 'text', width: 176, card: 'title', of: whatOf },
  {
    key: 'level',
    title: '状态',
    kind: 'tag',
    width: 72,
    of: ({ read, level }) => [!read && { text: '未读', tone: tones[level] }],
  },
  { key: 'plate', title: '车牌', kind: 'plate', of: (notice) => plateOf(notice) ?? null },
  { key: 'order', title: '订单号', kind: 'text', width: 128, card: 'plate', of: orderOf },
  { key: 'facts', title: '内容', kind: 'text', width: 380, card: 'note', of: factsOf },
  { key: 'at', title: '时间', kind: 'time', card: 'end', of: ({ at }) => at },
]

function Sign({ item: { type, level, read } }: { readonly item: Notice }) {
  return (
    <span className="disc">
      <Avatar tone={tones[level]} square>
        <Icon name={icons[type] ?? 'bell'} />
      </Avatar>
      {!read && <span className="notices-dot" />}
    </span>
  )
}
