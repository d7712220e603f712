import './cancel.css'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDetail } from '../parts/use-detail.ts'
import { orderScreens } from '../screens.ts'
import { CancelForm } from './cancel-form.tsx'
import { DropDraft } from './drop-draft.tsx'

/** The tier that holds changes with the clock, so the rule is asked for again while the page is open. */
const RULE_EVERY = 60_000

/** Ends an order before its pickup; shows the penalty before it asks. */
export default function CancelOrder() {
  const { orderId } = useScreen(orderScreens.cancel)
  const detail = useDetail(orderId)
  const rule = useRead(calls.order.cancelRule, { orderId }, { quiet: true, freshFor: 0, every: RULE_EVERY })
  const draft = detail.data !== undefined && can(orderSteps, 'editDraft', detail.data.status).ok
  if (detail.data && draft) return <DropDraft order={detail.data} />
  if (detail.data && rule.data)
    return <CancelForm key={orderId} order={detail.data} rule={rule.data} onRule={() => void rule.refetch()} />
  const error = detail.error ?? rule.error
  return (
    <PageFrame header={<NavBar title="取消订单" onBack={() => goBack(orderScreens.list.path)} />} narrow>
      {error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : (
        <NotNow
          error={error}
          status={detail.data && orderStatuses.text(detail.data.status)}
          onRetry={() => void Promise.all([detail.refetch(), rule.refetch()])}
        />
      )}
    </PageFrame>
  )
}

/** Why it cannot be cancelled, or that it could not be loaded. */
function NotNow({ error, status, onRetry }: { error: CallFailure; status?: string; onRetry: () => void }) {
  if (error.kind !== 'refused')
    return <LoadError title="加载失败" note="没有取消任何订单，可放心重试" onRetry={onRetry} />
  return (
    <Empty
      title={error.message}
      note={status && `订单当前状态：${status}`}
      action={{ label: '返回', onClick: () => goBack(orderScreens.list.path) }}
    />
  )
}
