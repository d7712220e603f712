import './notices.css'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { useUnread } from '../parts/use-unread.ts'
import { notifyScreens } from '../screens.ts'
import { ApprovalList } from './approval-list.tsx'
import { NoticeList } from './notice-list.tsx'

/** The user's notices, and the requests that the user may approve. */
export default function Notices() {
  const { tab } = useScreen(notifyScreens.notices)
  const patch = usePatch()
  const waiting = useUnread()
  const read = useWrite(calls.notify.read)
  return (
    <Page
      fill
      right={
        <>
          <IconButton
            name="check"
            label="全部标为已读"
            disabled={waiting === 0 || read.pending}
            onClick={() => void read.run({ all: true })}
          />
          <IconButton name="gear" label="消息设置" onClick={() => void open(() => import('./switch-sheet.tsx'), {})} />
        </>
      }
      head={
        <Tabs
          label="消息种类"
          items={[
            { key: 'notice', label: '消息', count: waiting },
            { key: 'approval', label: '审批' },
          ]}
          value={tab}
          onChange={(next) => patch({ tab: next === 'notice' ? undefined : next })}
        />
      }
    >
      {tab === 'approval' ? <ApprovalList /> : <NoticeList />}
    </Page>
  )
}
