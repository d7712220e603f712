import {
  awaitsMatch,
  isCustomers,
  isShownToCustomer,
  mayHandleNext,
  violationSteps,
} from '@cheyi/domain/rental/violation/violation'
import { can, keyOf } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { choose } from '../../../page/choose.ts'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import type { Violation } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'

/** The actions permitted on a violation now. */
export function Actions({ violation }: { readonly violation: Violation }) {
  const reach = useReach()
  const now = useNow()
  const makeCase = useExport(calls.violation.makeCase, '违章处理记录')
  const { violationId, version, status, orderId, matchType, closedAt, claim, transfer } = violation
  const may = (action: 'edit' | 'match' | 'void' | 'appeal' | 'appealRejected' | 'reopen') =>
    can(violationSteps, action as 'edit', status).ok && reach.held.has(keyOf(violationSteps, action as 'edit'))
  const handles = reach.held.has('violation.handle')
  const edit =
    orderId !== null && may('edit')
      ? linkTo(reach, violationScreens.createOfOrder, { orderId, violationId })
      : undefined
  const handle = mayHandleNext(violation, reach.held)
    ? linkTo(reach, violationScreens.handle, { violationId })
    : undefined
  const refund =
    orderId !== null && (claim?.refundable ?? 0) > 0
      ? linkTo(reach, violationScreens.refund, { orderId, violationId })
      : undefined
  const reopens =
    closedAt !== null &&
    can(violationSteps, 'reopen', status, { closedDays: (now - closedAt) / DAY }).ok &&
    reach.held.has('violation.deduct')
  const transferring = handles && can(violationSteps, 'transferRefused', status).ok
  const handling = useWrite(calls.violation.handle)
  async function told() {
    const saved = await handling.run({ violationId, version, action: 'transferTold' })
    if (saved) feedback.toast('已记录，承租人可在5个工作日内提出异议')
  }
  const shown = [
    may('void') && { label: '作废', act: () => void open(() => import('./void-sheet.tsx'), { violation }) },
    isCustomers(matchType) &&
      may('appeal') && { label: '申诉', act: () => void open(() => import('./appeal-sheet.tsx'), { violation }) },
    edit && { label: '修改', act: () => edit.onClick() },
  ].filter(isThere)
  const behind = [
    isCustomers(matchType) &&
      isShownToCustomer(status) &&
      handles && { label: '发给客户', act: () => void open(() => import('./link-sheet.tsx'), { violationId }) },
    handles && { label: '导出处理记录', act: () => void makeCase.run({ violationId }) },
    refund && { label: '退还费用', act: () => refund.onClick() },
    reopens && { label: '重新打开', act: () => void open(() => import('./reopen-sheet.tsx'), { violation }) },
    may('match') &&
      !awaitsMatch(status) && {
        label: '改匹配',
        act: () => void open(() => import('./match-sheet.tsx'), { violation }),
      },
  ].filter(isThere)
  const main = transferring
    ? transfer?.toldAt == null
      ? { label: '已告知承租人', act: () => void told() }
      : { label: '转移结果', act: () => void open(() => import('./transfer-sheet.tsx'), { violation }) }
    : may('appealRejected')
      ? { label: '申诉结果', act: () => void open(() => import('./appeal-result-sheet.tsx'), { violation }) }
      : awaitsMatch(status) && may('match')
        ? { label: '匹配', act: () => void open(() => import('./match-sheet.tsx'), { violation }) }
        : handle && { label: '处理', act: () => handle.onClick() }
  if (shown.length + behind.length === 0 && !main) return null
  async function more() {
    const key = await choose(
      '更多操作',
      behind.map(({ label }) => ({ key: label, label })),
    )
    behind.find(({ label }) => label === key)?.act()
  }
  return (
    <ActionBar>
      {behind.length > 0 && (
        <ActionIcon icon="more" onClick={() => void more()}>
          更多
        </ActionIcon>
      )}
      {shown.map(({ label, act }) => (
        <Button key={label} size="l" block onClick={act}>
          {label}
        </Button>
      ))}
      {main && <MainButton onClick={main.act}>{main.label}</MainButton>}
    </ActionBar>
  )
}

interface Other {
  readonly label: string
  readonly act: () => void
}

const isThere = (one: Other | false | undefined): one is Other => one !== false && one !== undefined
