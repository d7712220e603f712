import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { goTo, rowAt } from '../../kernel/router.ts'
import { mayOpen, useUser } from '../../kernel/user.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
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
  const notices = useList(calls.notify.page, { unread: unread || undefined }, { quiet: true })
  const read = useWrite(calls.notify.read)

  function open({ id, link, read: known }: Notice) {
    if (!known) void read.run({ ids: [id] })
    const row = rowAt(link.split('?')[0] ?? '')
    if (row !== undefined && mayOpen(row, user)) goTo(link)
  }
  return (
    <div className="notices">
      <VirtualList
        key={String(unread)}
        label="消息"
        items={notices.items}
        keyOf={(notice) => notice.id}
        render={(notice) => <NoticeRow notice={notice} now={now} onOpen={() => open(notice)} />}
        estimate={68}
        gap={0}
        more={notices.hasMore}
        loading={notices.isLoadingMore}
        failed={notices.moreFailed}
        onMore={notices.loadMore}
        onRefresh={notices.restart}
        head={
          <div className="notices-tools">
            <Segmented
              label="显示"
              options={shows}
              value={unread ? 'unread' : 'all'}
              onChange={(value) => patch({ unread: value === 'unread' || undefined })}
            />
          </div>
        }
        instead={instead(notices, unread)}
      />
    </div>
  )
}

function instead(notices: ReturnType<typeof useList>, unread: boolean) {
  if (notices.isPending) return <Skeleton shape="rows" />
  if (notices.error) return <LoadError note={notices.error.message} onRetry={() => void notices.restart()} />
  if (notices.items.length > 0) return undefined
  return (
    <Empty
      art="list"
      title={unread ? '没有未读消息' : '还没有消息'}
      note={unread ? undefined : '新订单、超期未还、待审批等会出现在这里'}
    />
  )
}
