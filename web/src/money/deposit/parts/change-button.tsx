import { orderSteps, wasReturned } from '@cheyi/domain/booking/order/steps'
import { collectStep } from '@cheyi/domain/money/deposit/change'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { isInHand, isMerchantWaiver, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { can, keyOf } from '@cheyi/domain/step'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'
import type { DepositRow } from './deposit-words.ts'

const changeSheets = () => import('./change-sheets.tsx')

interface ChangeButtonProps {
  readonly order: {
    readonly orderId: string
    readonly status: number
    readonly deposits: readonly Pick<DepositRow, 'kind' | 'available' | 'version'>[]
  }
  readonly row: Pick<DepositRow, 'depositId' | 'kind' | 'holdStatus' | 'payStatus' | 'waiveType'>
}

/**
 * Actions on a deposit: add to it, replace it, or withdraw a waiver by the merchant. After the return the violation deposit can
 * still be collected, or converted from the rental deposit.
 */
export function ChangeButton({ order, row }: ChangeButtonProps) {
  const { orderId, status, deposits } = order
  const step = collectStep(row.kind)
  const may = useMay(keyOf(orderSteps, step))
  const mayWaive = useMay('deposit.waive')
  const convert = useWrite(calls.deposit.convert)
  if (isMerchantWaiver(row) && mayWaive && can(orderSteps, 'collectDeposit', status).ok)
    return (
      <Button size="s" onClick={() => void open(changeSheets, 'WaiverSheet', { orderId, row })}>
        撤回免押
      </Button>
    )
  const late = wasReturned(status) && isUnpaidDeposit(row.payStatus)
  if (!may || !can(orderSteps, step, status).ok || !(isInHand(row.holdStatus) || late)) return null
  const ask = () => void open(changeSheets, 'ChangeSheet', { orderId, kind: row.kind })
  const rental = deposits.find((one) => one.kind === depositKind.rental && one.available > 0)
  async function toViolation(version: number) {
    const answer = await convert.run({ orderId, version })
    if (answer) feedback.toast('已转违章押金')
  }
  return (
    <>
      {late && rental !== undefined && (
        <Button size="s" loading={convert.pending} onClick={() => void toViolation(rental.version)}>
          转违章押金
        </Button>
      )}
      <Button size="s" onClick={ask}>
        {late ? '收取' : '补足或更换'}
      </Button>
    </>
  )
}
