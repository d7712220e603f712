import { expenseCodes } from '@cheyi/domain/expense/codes'
import { type ReactNode, useState } from 'react'
import { LoadError } from '../../ui/empty.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { AddCharge, ChargeRow } from './charge-row.tsx'
import { type BegunCharge, ExpenseSheet } from './expense-sheet.tsx'
import type { Expenses } from './use-expenses.ts'

interface ManualChargesProps {
  readonly orderId: string
  readonly expenses: Expenses
  /** Between the charges and the row that adds one; `begin` opens the sheet for a new one. */
  readonly children?: (begin: (charge: BegunCharge) => void) => ReactNode
  readonly addLabel: string
}

/** The charges added by hand, to be changed, taken off and added to. */
export function ManualCharges({ orderId, expenses, children, addLabel }: ManualChargesProps) {
  // A sheet for each charge that is opened: what was typed for one is not shown for another.
  const [sheet, setSheet] = useState<{ charge: BegunCharge; number: number; open: boolean }>()
  const begin = (charge: BegunCharge) => setSheet({ charge, number: (sheet?.number ?? 0) + 1, open: true })
  if (expenses.error && expenses.manual === undefined) return <LoadError inline onRetry={expenses.retry} />
  return (
    <>
      {expenses.manual === undefined && (
        <div className="handover-charge">
          <SkeletonBar width={120} />
        </div>
      )}
      {expenses.manual?.map((charge) => (
        <ChargeRow
          key={charge.id}
          name={charge.name || expenseCodes.text(charge.code)}
          tags={charge.photos.length > 0 && <Tag>{charge.photos.length} 图</Tag>}
          note={[charge.formula, charge.remark].filter(Boolean).join(' · ')}
          amount={charge.amount}
          onEdit={() => begin(charge)}
        />
      ))}
      {children?.(begin)}
      <AddCharge onClick={() => begin({})}>{addLabel}</AddCharge>
      {sheet && (
        <ExpenseSheet
          key={sheet.number}
          orderId={orderId}
          charge={sheet.charge}
          expenses={expenses}
          open={sheet.open}
          onClose={() => setSheet({ ...sheet, open: false })}
        />
      )}
    </>
  )
}
