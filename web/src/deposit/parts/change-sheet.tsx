import type { DepositKind } from '@cheyi/domain/deposit/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useDepositWays } from '../../merchant/parts/pay-setting.ts'
import { Answer } from '../../page/answer.tsx'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import DepositSheet from './deposit-sheet.tsx'

interface ChangeSheetProps extends Asks<true> {
  readonly orderId: string
  readonly kind: DepositKind
}

/** A deposit that is due is taken; more is taken to one in hand, or it is covered another way: by what the order allows now. */
export default function ChangeSheet({ orderId, kind, answer }: ChangeSheetProps) {
  const asked = useDepositWays(useRead(calls.deposit.forPickup, { orderId }))
  const row = asked.data?.rows.find((one) => one.kind === kind)
  if (asked.data && row) {
    const one = row.due > 0 ? { deposits: { ...asked.data, rows: [row] } } : { deposits: asked.data, changed: row }
    return <DepositSheet orderId={orderId} {...one} answer={answer} />
  }
  return (
    <OpenedSheet title="押金">
      <Answer of={asked}>{() => null}</Answer>
    </OpenedSheet>
  )
}
