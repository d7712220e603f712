import { can, keyOf } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import {
  awaitsMatch,
  illegalSteps,
  isCustomers,
  isShownToCustomer,
  needsHandling,
} from '@cheyi/domain/violation/illegal'
import { useNow } from '../../kernel/now.ts'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { open } from '../../page/open.ts'
import { Button, MainButton } from '../../ui/button.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import type { Illegal } from '../parts/illegal-words.ts'
import { violationScreens } from '../screens.ts'

/** What may be done with a violation now. */
export function Actions({ illegal }: { readonly illegal: Illegal }) {
  const reach = useReach()
  const now = useNow()
  const { illegalId, status, orderId, matchType, closedAt, claim } = illegal
  const may = (action: 'edit' | 'match' | 'void' | 'appeal' | 'appealRejected' | 'reopen') =>
    can(illegalSteps, action as 'edit', status).ok && reach.held.has(keyOf(illegalSteps, action as 'edit'))
  const edit =
    orderId !== null && may('edit') ? linkTo(reach, violationScreens.createOfOrder, { orderId, illegalId }) : undefined
  const handle = needsHandling(status) ? linkTo(reach, violationScreens.handle, { illegalId }) : undefined
  const refund =
    orderId !== null && (claim?.refundable ?? 0) > 0
      ? linkTo(reach, violationScreens.refund, { orderId, illegalId })
      : undefined
  const reopens =
    closedAt !== null &&
    can(illegalSteps, 'reopen', status, { closedDays: (now - closedAt) / DAY }).ok &&
    reach.held.has('illegal.deduct')
  const others = [
    may('void') && { label: '作废', act: () => void open(() => import('./void-sheet.tsx'), { illegal }) },
    isCustomers(matchType) &&
      may('appeal') && { label: '申诉', act: () => void open(() => import('./appeal-sheet.tsx'), { illegal }) },
    isCustomers(matchType) &&
      isShownToCustomer(status) &&
      reach.held.has('illegal.handle') && {
        label: '发给客户',
        act: () => void open(() => import('./link-sheet.tsx'), { illegalId }),
      },
    edit && { label: '修改', act: () => edit.onClick() },
    refund && { label: '退还费用', act: () => refund.onClick() },
    reopens && { label: '重新打开', act: () => void open(() => import('./reopen-sheet.tsx'), { illegal }) },
    may('match') &&
      !awaitsMatch(status) && { label: '改匹配', act: () => void open(() => import('./match-sheet.tsx'), { illegal }) },
  ].filter((one) => one !== false && one !== undefined)
  const main = may('appealRejected')
    ? { label: '申诉结果', act: () => void open(() => import('./appeal-result-sheet.tsx'), { illegal }) }
    : awaitsMatch(status) && may('match')
      ? { label: '匹配', act: () => void open(() => import('./match-sheet.tsx'), { illegal }) }
      : handle && { label: '处理', act: () => handle.onClick() }
  if (others.length === 0 && !main) return null
  return (
    <ActionBar>
      {others.map(({ label, act }) => (
        <Button key={label} size="l" block onClick={act}>
          {label}
        </Button>
      ))}
      {main && <MainButton onClick={main.act}>{main.label}</MainButton>}
    </ActionBar>
  )
}
