import './money-entry.css'
import type { ReactNode, RefCallback } from 'react'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Button, Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { OrderLine } from './order-line.tsx'
import type { OrderDetail } from './order-words.ts'
import { backToOrder } from './profile.ts'

/** What the page of a money entry passes to its form: the order, and the content below. */
export interface MoneyEntryPlace {
  readonly order: OrderDetail
  readonly onRefresh: () => void
  /** Earlier entries. */
  readonly earlier: ReactNode
}

interface MoneyEntryProps extends MoneyEntryPlace {
  readonly form: { readonly frame: RefCallback<HTMLElement>; readonly pending: boolean; readonly send: () => unknown }
  /** Why nothing can be entered; `lead` is where that is put right, the order by default. */
  readonly closed: string | undefined
  readonly lead?: { readonly label: string; readonly onClick: () => void } | undefined
  readonly fen: number
  /** Shown beside the sum. */
  readonly note: string
  readonly verb: string
  readonly children: ReactNode
}

/** A page for a money entry outside of any flow: order, form, earlier entries, the sum and its button. */
export function MoneyEntry({
  order,
  onRefresh,
  earlier,
  form,
  closed,
  lead,
  fen,
  note,
  verb,
  children,
}: MoneyEntryProps) {
  const footer = closed === undefined && (
    <ActionBar>
      <ActionSummary note={note}>
        <Money fen={fen} size="xl" />
      </ActionSummary>
      <Button
        variant="primary"
        size="l"
        className="action-main num"
        loading={form.pending}
        onClick={() => void form.send()}
      >
        {verb}
      </Button>
    </ActionBar>
  )
  return (
    <Page onBack={() => backToOrder(order)} right={<RefreshButton onRefresh={onRefresh} />} footer={footer}>
      <Stack gap={12}>
        <OrderLine order={order} />
        {closed ? (
          <Empty title={closed} action={lead ?? { label: '返回订单', onClick: () => backToOrder(order) }} />
        ) : (
          <Stack gap={12} ref={form.frame}>
            {children}
          </Stack>
        )}
        {earlier}
      </Stack>
    </Page>
  )
}
