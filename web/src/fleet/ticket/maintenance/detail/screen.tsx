import { costPayers, maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { ask, calls, feedback, useWrite } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../../kernel/user.ts'
import { None } from '../../../../page/detail.tsx'
import { choose, confirm, open } from '../../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../../page/page.tsx'
import { damageScreens } from '../../../../rental/damage/screens.ts'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Note, Notice } from '../../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../../ui/show/rows.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { TicketPage } from '../../parts/ticket-page.tsx'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from './types.ts'

const sheets = () => import('./sheets.tsx')

/** One maintenance ticket with its costs. */
export default page(ticketScreens.maintenanceDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.maintenanceDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  return (
    <TicketPage
      ticket={ticket}
      onRefresh={() => refresh(asked)}
      footer={<Actions ticket={ticket} />}
      facts={factsOf(ticket)}
      ends={['送修', '验收']}
      notices={ticket.awaitsApproval && <Notice tone="warning">{approvalWords(ticket)}</Notice>}
    >
      {ticket.damage && <DamageLine damage={ticket.damage} />}
      {ticket.cost && <Costs cost={ticket.cost} />}
    </TicketPage>
  )
})

/** For example 报价 ¥3,800.00 超过 ¥2,000.00，已通知店长、财务审批. */
function approvalWords({ cost }: Ticket): string {
  if (!cost?.asked) return '报价或费用待审批'
  const { fen, limit, refused, approvers } = cost.asked
  // A limit that was raised since does not approve it.
  const above = fen > limit ? ` 超过 ${formatMoney(limit)}` : ''
  const amount = `${fen === cost.total ? '费用' : '报价'} ${formatMoney(fen)}${above}`
  if (refused) return `${amount}，审批未同意，请与维修厂重新议价后登记`
  if (!cost.own) return `${amount}，待您审批`
  return approvers.length === 0 ? `${amount}，待审批` : `${amount}，已通知${approvers.join('、')}审批`
}

function factsOf(ticket: Ticket) {
  const { startKm, endKm, nextKm, nextOn } = ticket
  return [
    ['类型', ticket.what],
    ['维修项目', ticket.items],
    [
      '里程',
      startKm === null
        ? null
        : [startKm, endKm]
            .filter((km) => km !== null)
            .map(formatKm)
            .join(' ~ '),
    ],
    ['下次保养', [nextKm !== null && formatKm(nextKm), nextOn].filter(Boolean).join(' 或 ') || null],
    ['维修厂', [ticket.garageName, ticket.garagePhone, ticket.garageAddress].filter(Boolean).join(' ') || null],
  ] as const
}

/** The damage case that is repaired, with the amount that was charged to the customer. */
function DamageLine({ damage }: { readonly damage: NonNullable<Ticket['damage']> }) {
  const { orderId, orderNo, status } = damage
  const link = linkTo(useReach(), damageScreens.record, { orderId })
  return (
    <Card>
      <Cell
        label="车损单"
        note={`订单 ${orderNo}`}
        extra={<Tag>{damageStatuses.text(status)}</Tag>}
        onClick={link && (() => link.onClick())}
      />
    </Card>
  )
}

function Costs({ cost }: { readonly cost: NonNullable<Ticket['cost']> }) {
  const { quote, approved, approvedName, rows, total, accepted } = cost
  if (quote === null && rows.length === 0) return <None of="费用" />
  return (
    <Card pad title="费用">
      {quote !== null && (
        <FeeLine
          label="报价"
          basis={approved === null ? undefined : `${approvedName ?? ''} 已审批 ${formatMoney(approved)}`}
          fen={quote}
        />
      )}
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and rows are never reordered.
        <FeeLine key={i} label={row.item} basis={basisOf(row)} fen={row.amount} />
      ))}
      {rows.length > 0 && <FeeTotal label={accepted < total ? '合计（待审批）' : '合计'} fen={total} />}
      <Note top={8}>仅作经营统计，不计入财务账；已月结的月份也可补录、更正</Note>
    </Card>
  )
}

const basisOf = ({ on, payer }: NonNullable<Ticket['cost']>['rows'][number]) =>
  [on, `${costPayers.text(payer)}承担`].filter(Boolean).join(' · ')

const s = maintenanceStatus

/** Actions that the account and the state of the ticket allow: the next step first, the rest behind 更多. */
function Actions({ ticket }: { readonly ticket: Ticket }) {
  const mayCost = useMay('ticket.cost')
  const write = useWrite(calls.ticket.maintenanceHandle)
  const { ticketId, version, status, cost } = ticket
  const approves = mayCost && cost !== null && cost.asked !== null && !cost.own
  const bill = (of: Ticket) => open(sheets, 'CostSheet', { ticket: of })
  const decide = () => void open(sheets, 'DecisionSheet', { ticket })
  if (!isOpenTicket(ticket)) {
    if (!mayCost || cost === null) return null
    return (
      <ActionBar>
        {approves ? (
          <>
            <Button size="l" block onClick={() => void bill(ticket)}>
              更正费用
            </Button>
            <MainButton onClick={decide}>审批费用</MainButton>
          </>
        ) : (
          <MainButton onClick={() => void bill(ticket)}>{cost.rows.length === 0 ? '登记费用' : '更正费用'}</MainButton>
        )}
      </ActionBar>
    )
  }
  const handle = (act: 'edit' | 'send' | 'extend' | 'accept') => go(ticketScreens.maintenanceHandle, { ticketId, act })
  async function finish() {
    if (!(await confirm({ title: '确认完工', body: '维修厂已完工，等待验收？', confirm: '完工' }))) return
    const done = await write.run({ ticketId, version, action: 'finish' })
    if (!done) return
    feedback.toast('已完工，待验收')
    // The clerk who fetches the car often has the bill, so the costs can be entered directly afterwards.
    if (mayCost && cost?.rows.length === 0) await bill({ ...ticket, version: done.version })
  }
  const because = (action: 'reject' | 'cancel') => open(sheets, 'ReasonSheet', { ticket, action })
  async function more() {
    const verbs = [
      { key: 'assign', label: ticket.assigneeId === null ? '派单' : '改派' },
      ...(mayCost && status !== s.checking ? [{ key: 'quote', label: '登记报价' }] : []),
      ...(mayCost ? [{ key: 'cost', label: '登记费用' }] : []),
      ...(status === s.checking ? [{ key: 'extend', label: '调整完工时间' }] : []),
      ...(status === s.checking ? [] : [{ key: 'cancel', label: '取消工单', danger: true }]),
    ]
    const verb = await choose('更多操作', verbs)
    if (verb === 'assign')
      await open(() => import('../../parts/assign-sheet.tsx'), { ticket, form: ticketMaintenanceHandle })
    if (verb === 'quote') await open(sheets, 'QuoteSheet', { ticket })
    if (verb === 'cost') await bill(ticket)
    if (verb === 'extend') handle('extend')
    if (verb === 'cancel') await because('cancel')
  }
  return (
    <ActionBar>
      <ActionIcon icon="more" onClick={() => void more()}>
        更多
      </ActionIcon>
      {status === s.waiting && (
        <Button size="l" block onClick={() => handle('edit')}>
          修改
        </Button>
      )}
      {status === s.repairing && (
        <Button size="l" block onClick={() => handle('extend')}>
          延期
        </Button>
      )}
      {status === s.checking && (
        <Button size="l" block onClick={() => void because('reject')}>
          不通过
        </Button>
      )}
      {approves ? (
        <MainButton onClick={decide}>审批报价</MainButton>
      ) : status === s.waiting ? (
        <MainButton reason={ticket.awaitsApproval ? '报价待审批' : undefined} onClick={() => handle('send')}>
          送修
        </MainButton>
      ) : status === s.repairing ? (
        <MainButton loading={write.pending} onClick={() => void finish()}>
          完工
        </MainButton>
      ) : (
        isInHand(ticket) && <MainButton onClick={() => handle('accept')}>验收</MainButton>
      )}
    </ActionBar>
  )
}
