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
import { cx } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Row, Text } from '../../../ui/layout.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
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
    <div className="notices">
      <Rows
        of={notices}
        render={(notice) => <NoticeRow notice={notice} now={now} onOpen={() => open(notice)} />}
        estimate={68}
        gap={0}
        inset={false}
        head={
          <Box pad={[8, 16]} fill="surface">
            <Segmented
              label="显示"
              options={shows}
              value={unread ? 'unread' : 'all'}
              onChange={(value) => patch({ unread: value === 'unread' || undefined })}
            />
          </Box>
        }
      />
    </div>
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
function NoticeRow({ notice, now, onOpen }: { notice: Notice; now: number; onOpen: () => void }) {
  // What the line about the order says already is not repeated.
  const body = (notice.body || notifyTypes.text(notice.type)).split('，').filter((part) => !notice.about.includes(part))
  return (
    <Cell
      className={cx(!notice.read && 'notices-new')}
      lead={
        <span className="disc">
          <Avatar tone={tones[notice.level]} square>
            <Icon name={icons[notice.type] ?? 'bell'} />
          </Avatar>
          {!notice.read && <span className="notices-dot" />}
        </span>
      }
      label={
        <Row as="span" gap={8} align="baseline" className="notices-title">
          <b className="shrink cut">{notice.title}</b>
          <time className="keep push ink-3 num">{formatNear(notice.at, now)}</time>
        </Row>
      }
      note={
        <>
          {!notice.read && <span className="visually-hidden">未读，</span>}
          {notice.about && <Text block>{notice.about}</Text>}
          {body.join('，')}
        </>
      }
      chevron={false}
      onClick={onOpen}
    />
  )
}
