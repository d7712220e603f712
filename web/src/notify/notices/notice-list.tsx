import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { goTo, rowOfLink } from '../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../kernel/user.ts'
import { Rows, useListPage } from '../../page/list/use-list-page.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Box } from '../../ui/layout.tsx'
import { notifyScreens } from '../screens.ts'
import { type Notice, NoticeRow } from './notice-row.tsx'

const shows = [
  { value: 'all', label: '全部' },
  { value: 'unread', label: '未读' },
] as const

/** What there is to tell: newest first, each leading to what it is about. */
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
