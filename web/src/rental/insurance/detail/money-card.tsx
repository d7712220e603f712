import { formatMoment } from '@cheyi/domain/near'
import { insuranceSteps } from '@cheyi/domain/rental/insurance/insurance-case'
import { can } from '@cheyi/domain/step'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Note } from '../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** What the insurer assessed, was asked for and has paid. */
export function MoneyCard({ one }: { readonly one: InsuranceCase }) {
  const now = useNow()
  const mayTakeBack = useMay('finance.reconcile') && can(insuranceSteps, 'takeBack', one.status).ok
  const { assessed, claimed, received, receipts } = one
  if (assessed === null && receipts.length === 0) return <None of="定损" />
  return (
    <Card pad title="定损与赔款">
      {assessed !== null && <FeeLine label="定损金额" fen={assessed} />}
      {claimed > 0 && <FeeLine label="索赔金额" fen={claimed} />}
      {claimed > 0 && <FeeTotal label="已到账" fen={received} />}
      {receipts.map((receipt) => {
        const { receiptId, amount, slipNo, at, byName, takenBack, vouchers } = receipt
        return (
          <div key={receiptId}>
            <FeeLine
              label={[formatMoment(at, now), byName, slipNo].filter(Boolean).join(' · ')}
              basis={
                mayTakeBack &&
                takenBack === null && (
                  <Button
                    size="s"
                    variant="text"
                    onClick={() => void open(() => import('./take-back-sheet.tsx'), { receiptId, amount })}
                  >
                    撤销
                  </Button>
                )
              }
              fen={amount}
            />
            {takenBack !== null && <Note>已撤销：{takenBack}</Note>}
            <Photos photos={vouchers} />
          </div>
        )
      })}
    </Card>
  )
}
