import { expenseCodes } from '@cheyi/domain/expense/codes'
import type { ReactNode } from 'react'
import { open } from '../../page/open.ts'
import { LoadError } from '../../ui/empty.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { AddCharge, ChargeRow } from './charge-row.tsx'
import type { BegunCharge } from './expense-sheet.tsx'
import type { Expenses } from './use-expenses.ts'

interface ManualChargesProps {
  readonly expenses: Expenses
  /** Between the charges and the row that adds one; `begin` opens the sheet for a new one. */
  readonly children?: (begin: (charge: BegunCharge) => void) => ReactNode
  readonly addLabel: string
}

/** The charges added by hand, to be changed, taken off and added to. */
export function ManualCharges({ expenses, children, addLabel }: ManualChargesProps) {
  const { charged } = expenses
  const begin =
    charged.items && ((charge: BegunCharge) => void open(() => import('./expense-sheet.tsx'), { charged, charge }))
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
          onEdit={begin && (() => begin(charge))}
        />
      ))}
      {begin && children?.(begin)}
      {begin && <AddCharge onClick={() => begin({})}>{addLabel}</AddCharge>}
    </>
  )
}
