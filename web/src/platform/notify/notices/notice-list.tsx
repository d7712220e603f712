import './notices.css'
import { formatNear } from '@cheyi/domain/near'
import { notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, rowOfLink } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Text } from '../../../ui/layout.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
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
  const now = useNow()
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
    <Rows
      of={notices}
      render={(notice) => <NoticeCard notice={notice} now={now} onOpen={() => open(notice)} />}
      estimate={92}
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

/** One notice; a tap marks it as read and opens its subject. */
function NoticeCard({ notice, now, onOpen }: { notice: Notice; now: number; onOpen: () => void }) {
  const { title, about, read, at, level, type } = notice
  // What the line about the order says already is not repeated.
  const body = (notice.body || notifyTypes.text(type)).split('，').filter((part) => !about.includes(part))
  return (
    <RecordCard
      before={
        <span className="disc">
          <Avatar tone={tones[level]} square>
            <Icon name={icons[type] ?? 'bell'} />
          </Avatar>
          {!read && <span className="notices-dot" />}
        </span>
      }
      title={
        <CardLink onClick={onOpen}>
          <Text size="m" className={read ? 'weight-r' : undefined}>
            {title}
          </Text>
          {!read && <span className="visually-hidden">，未读</span>}
        </CardLink>
      }
      end={
        <Text as="time" num note>
          {formatNear(at, now)}
        </Text>
      }
    >
      {about && <p className="num">{about}</p>}
      {body.length > 0 && <p>{body.join('，')}</p>}
    </RecordCard>
  )
}
