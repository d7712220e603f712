import './messages.css'
import { formatDateTime } from '@cheyi/domain/time'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { goBack } from '../../kernel/router.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What would have been sent by SMS, on an installation that sends nothing; anybody may look, so it is for demos only. */
export default function Messages() {
  const sent = useRead(calls.simulation.messages, {}, { every: 3000, quiet: true })
  const refresh = () => void sent.refetch()
  return (
    <PageFrame
      header={
        <NavBar
          title="模拟短信"
          onBack={() => goBack('/login')}
          right={<RefreshButton onRefresh={refresh} busy={sent.isFetching} />}
        />
      }
      narrow
      reading
    >
      {sent.isPending ? (
        <Skeleton shape="rows" cards={3} />
      ) : sent.error?.kind === 'refused' ? (
        <Empty title="此处没有模拟短信" note="短信已由服务商发送，或当前不是演示环境" />
      ) : sent.error ? (
        <LoadError onRetry={refresh} />
      ) : sent.data.list.length === 0 ? (
        <Empty title="还没有短信" note="演示环境不会真正发送短信，内容会出现在这里" />
      ) : (
        <ol className="messages" aria-label="短信列表">
          {sent.data.list.map((sms) => (
            <li key={`${sms.at}-${sms.mobile}-${sms.text}`}>
              <Card pad>
                <p className="messages-to num">
                  <span>{sms.mobile}</span>
                  <time>{formatDateTime(sms.at)}</time>
                </p>
                <p className="messages-text">{sms.text}</p>
              </Card>
            </li>
          ))}
        </ol>
      )}
    </PageFrame>
  )
}
