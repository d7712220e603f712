import { formatNear } from '@cheyi/domain/near'
import { approvalState, approvalStates, awaitsDecision } from '@cheyi/domain/platform/account/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Grid, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'

type Asked = OutputOf<typeof calls.approval.page>['list'][number]

const tones: Readonly<Record<Asked['state'], Tone>> = {
  [approvalState.waiting]: 'warning',
  [approvalState.passed]: 'success',
  [approvalState.refused]: 'danger',
  [approvalState.expired]: 'neutral',
}

/** Actions that need the approval of a second person: the user's own requests, and those that the user may decide. */
export function ApprovalList() {
  const now = useNow()
  const approvals = useListPage(
    calls.approval.page,
    {},
    {
      noun: '审批',
      keyOf: ({ id }) => id,
      empty: { title: '没有审批', note: '大额扣款、老板角色等需两人完成的操作会出现在这里' },
    },
  )
  const decide = (asked: Asked, pass: boolean) => void open(() => import('./decision.tsx'), { asked, pass })
  return (
    <Rows
      of={approvals}
      head={<Tickets />}
      render={(asked) => <AskedCard asked={asked} now={now} onDecide={(pass) => decide(asked, pass)} />}
      estimate={180}
    />
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

function AskedCard({ asked, now, onDecide }: { asked: Asked; now: number; onDecide: (pass: boolean) => void }) {
  const rows = [
    { label: '申请人', value: asked.mine ? `${asked.requesterName}（本人）` : asked.requesterName },
    { label: '申请时间', value: formatNear(asked.createdAt, now) },
    awaitsDecision(asked.state) && { label: '有效至', value: formatNear(asked.expireAt, now) },
    asked.mine && asked.approvers.length > 0 && { label: '可审批', value: asked.approvers.join('、') },
    asked.deciderName !== null && { label: '审批人', value: asked.deciderName },
    asked.note !== '' && { label: '说明', value: asked.note },
  ].filter((row) => row !== false)
  return (
    <Card pad title={asked.name} extra={<Tag tone={tones[asked.state]}>{approvalStates.text(asked.state)}</Tag>}>
      <Text as="p" pad={[0, 0, 8]}>
        {asked.summary}
      </Text>
      <KeyValue rows={rows} />
      {asked.mayDecide && (
        <Grid columns={2} gap={12} pad={[12, 0, 0]}>
          <Button variant="outline" onClick={() => onDecide(false)}>
            拒绝
          </Button>
          <Button variant="primary" onClick={() => onDecide(true)}>
            通过
          </Button>
        </Grid>
      )}
    </Card>
  )
}
