import { isInHand } from '@cheyi/domain/deposit/status'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can, keyOf } from '@cheyi/domain/step'
import { useMay } from '../../kernel/user.ts'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import type { DepositRow } from './deposit-words.ts'

interface ChangeButtonProps {
  readonly order: { readonly orderId: string; readonly status: number }
  readonly row: Pick<DepositRow, 'kind' | 'holdStatus'>
}

/** More of a deposit, or another in its place; nothing where there is none in hand. */
export function ChangeButton({ order: { orderId, status }, row }: ChangeButtonProps) {
  const may = useMay(keyOf(orderSteps, 'collectDeposit'))
  if (!may || !isInHand(row.holdStatus) || !can(orderSteps, 'collectDeposit', status).ok) return null
  const ask = () => void open(() => import('./change-sheet.tsx'), { orderId, kind: row.kind })
  return (
    <Button size="s" onClick={ask}>
      补足或更换
    </Button>
  )
}
