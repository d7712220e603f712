import { type DepositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { depositAgreeLong } from '../../../form/calls/deposit-agree-long.gen.ts'
import { depositWithdrawWaiver } from '../../../form/calls/deposit-withdraw-waiver.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useDepositWays } from '../../../platform/merchant/parts/pay-setting.ts'
import { Note, Notice } from '../../../ui/layout.tsx'
import DepositSheet from './deposit-sheet.tsx'
import type { DepositRow } from './deposit-words.ts'

interface AmountProps extends Asks<boolean> {
  readonly order: OrderDetail
  readonly row: DepositRow
}

/** Changes the agreed deposit of a long rental before it is collected. */
export function AmountSheet({ order, row, answer }: AmountProps) {
  const form = useEntry(depositAgreeLong, {
    start: { orderId: order.orderId, kind: row.kind, amount: row.amount, version: order.version },
    toast: '押金已修改',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`修改${depositKinds.text(row.kind)}`} of={form} action="保存">
      <FenField of={form.fields.amount} />
      <Note>低于规则的金额和免收（填 0）需要免押权限；已收的押金请用「补足或更换」</Note>
    </EntrySheet>
  )
}

interface ChangeSheetProps extends Asks<true> {
  readonly orderId: string
  /** Missing: all deposits that are due. */
  readonly kind?: DepositKind
}

/** Collects a due deposit, adds to one in hand, or replaces it by another method that the order allows. */
export function ChangeSheet({ orderId, kind, answer }: ChangeSheetProps) {
  const asked = useDepositWays(useRead(calls.deposit.forPickup, { orderId }, { quiet: false }))
  const rows = asked.data?.rows.filter((one) => kind === undefined || one.kind === kind) ?? []
  const due = rows.filter((one) => one.due > 0)
  const changed = rows.find((one) => one.short > 0) ?? rows[0]
  if (asked.data && changed) {
    const one = due.length > 0 ? { deposits: { ...asked.data, rows: due } } : { deposits: asked.data, changed }
    // A cached order may differ from the new response, so the form is created again when the number of due deposits changes.
    return <DepositSheet key={due.length} orderId={orderId} {...one} answer={answer} />
  }
  return (
    <OpenedSheet title="押金">
      <Answer of={asked}>{() => null}</Answer>
    </OpenedSheet>
  )
}

interface WaiverSheetProps {
  readonly orderId: string
  readonly row: { readonly depositId: string; readonly kind: DepositKind }
}

/** Withdraws a waiver by the merchant, with a reason; the deposit becomes due. */
export const WaiverSheet = reasonSheet(depositWithdrawWaiver, ({ orderId, row }: WaiverSheetProps) => {
  const name = depositKinds.text(row.kind)
  return {
    title: '撤回免押',
    usual: ['客户信用有变', '误操作免押', '客户延长租期', '更换高价车型'],
    action: `撤回免押，收取${name}`,
    start: { depositId: row.depositId },
    toast: `已撤回免押，请收取${name}`,
    about: (
      <>
        <SubjectOf orderId={orderId} />
        <Notice>撤回后按订单的押金规则收取{name}，并通知收押金的同事</Notice>
      </>
    ),
  }
})
