import type { DepositKind } from '@cheyi/domain/deposit/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { Answer } from '../../page/answer.tsx'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import DepositSheet from './deposit-sheet.tsx'

interface ChangeSheetProps extends Asks<true> {
  readonly orderId: string
  readonly kind: DepositKind
}

/** More is taken to a deposit in hand, or it is covered another way: by what the order allows now. */
export default function ChangeSheet({ orderId, kind, answer }: ChangeSheetProps) {
  const asked = useRead(calls.deposit.forPickup, { orderId })
  const changed = asked.data?.rows.find((row) => row.kind === kind)
  if (asked.data && changed)
    return <DepositSheet orderId={orderId} deposits={asked.data} changed={changed} answer={answer} />
  return (
    <OpenedSheet title="补足或更换押金">
      <Answer of={asked}>{() => null}</Answer>
    </OpenedSheet>
  )
}
