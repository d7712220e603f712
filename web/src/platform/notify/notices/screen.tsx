import './notices.css'
import { formatMoment } from '@cheyi/domain/near'
import { approvalState, approvalStates, awaitsDecision } from '@cheyi/domain/platform/account/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { DAY } from '@cheyi/domain/time'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { calls, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useReach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Cell, IconButton } from '../../../ui/layout.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { useUnread } from '../parts/use-unread.ts'
import { notifyScreens } from '../screens.ts'
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

type Asked = OutputOf<typeof calls.approval.page>['list'][number]

const tones: Readonly<Record<Asked['state'], Tone>> = {
  [approvalState.waiting]: 'warning',
  [approvalState.passed]: 'success',
  [approvalState.refused]: 'danger',
  [approvalState.expired]: 'neutral',
}

/** Actions that need the approval of a second person: the user's own requests, and those that the user may decide. */
function ApprovalList() {
  const approvals = useListPage(
    calls.approval.page,
    {},
    {
      noun: '审批',
      keyOf: ({ id }) => id,
      empty: { title: '没有审批', note: '大额扣款、老板角色等需两人完成的操作会出现在这里' },
    },
  )
  return <Items of={approvals} first={approvals.first} columns={columns} head={<Tickets />} />
}

const columns: readonly ListColumn<Asked>[] = [
  { key: 'name', title: '操作', kind: 'text', width: 108, card: 'title', of: ({ name }) => name },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 76,
    of: ({ state }) => [{ text: approvalStates.text(state), tone: tones[state] }],
  },
  { key: 'summary', title: '内容', kind: 'text', width: 280, card: 'note', of: ({ summary }) => summary },
  {
    key: 'requester',
    title: '申请人',
    kind: 'person',
    width: 108,
    card: 'plate',
    of: ({ requesterName, mine }) => (mine ? `${requesterName}（本人）` : requesterName),
  },
  { key: 'at', title: '申请时间', kind: 'time', card: 'plate', of: ({ createdAt }) => createdAt },
  {
    key: 'approvers',
    title: '可审批',
    kind: 'person',
    card: 'note',
    named: true,
    of: ({ mine, approvers }) => mine && approvers.join('、'),
  },
  { key: 'decider', title: '审批人', kind: 'person', card: 'note', named: true, of: ({ deciderName }) => deciderName },
  { key: 'note', title: '说明', kind: 'text', card: 'note', named: true, extra: true, of: ({ note }) => note },
  {
    key: 'due',
    title: '有效至',
    kind: 'due',
    width: 112,
    of: ({ state, mayDecide, expireAt }, now) =>
      awaitsDecision(state) &&
      mayDecide && { text: `${formatMoment(expireAt, now)} 前`, late: false, soon: expireAt < now + DAY },
  },
  { key: 'act', title: '审批', kind: 'act', width: 128, when: ({ mayDecide }) => mayDecide, Act: Decide },
]

function Decide({ item: asked }: { readonly item: Asked }) {
  const decide = (pass: boolean) => void open(() => import('./decision.tsx'), { asked, pass })
  return (
    <>
      <Button size="s" onClick={() => decide(false)}>
        拒绝
      </Button>
      <Button size="s" variant="primary" onClick={() => decide(true)}>
        通过
      </Button>
    </>
  )
}

/** Tickets whose quote or costs need approval; they are decided on their own page, which shows the work and the garage. */
function Tickets() {
  const reach = useReach()
  const opens = reach.held.has('ticket.cost') && reach.held.has('ticket.maintenance')
  const { data } = useRead(calls.ticket.hub, { waits: 'ticketApprove' }, { enabled: opens })
  if (!opens || !data || data.open.length === 0) return null
  return (
    <Card title="维保费用">
      {data.open.map(({ ticketId, plate, what, place, no }) => (
        <Cell
          key={ticketId}
          label={`${displayPlate(plate)} ${what}`}
          note={[place, no].filter(Boolean).join(' · ')}
          extra={<Tag tone="warning">待审批</Tag>}
          onClick={() => go(ticketScreens.maintenanceDetail, { ticketId })}
        />
      ))}
    </Card>
  )
}
