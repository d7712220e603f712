import type { DepositKind } from '@cheyi/domain/money/deposit/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { useDepositWays } from '../../../platform/merchant/parts/pay-setting.ts'
import DepositSheet from './deposit-sheet.tsx'

interface ChangeSheetProps extends Asks<true> {
  readonly orderId: string
  /** Missing: all deposits that are due. */
  readonly kind?: DepositKind
}

/** Collects a due deposit, adds to one in hand, or replaces it by another method that the order allows. */
export default function ChangeSheet({ orderId, kind, answer }: ChangeSheetProps) {
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
