import { expenseCodes } from '@cheyi/domain/money/expense/codes'
import type { ReactNode } from 'react'
import { open } from '../../../../page/open.ts'
import { Answer } from '../../../../page/page.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { AddCharge, ChargeRow } from './charge-row.tsx'
import type { BegunCharge } from './expense-sheet.tsx'
import type { Expenses } from './use-expenses.ts'

interface ManualChargesProps {
  readonly expenses: Expenses
  /** Shown between the charges and the add row; `begin` opens the sheet for a new charge. */
  readonly children?: (begin: (charge: BegunCharge) => void) => ReactNode
  readonly addLabel: string
}

/** The manual charges, which can be changed, removed and added. */
export function ManualCharges({ expenses, children, addLabel }: ManualChargesProps) {
  const { charged } = expenses
  const begin =
    charged.items && ((charge: BegunCharge) => void open(() => import('./expense-sheet.tsx'), { charged, charge }))
  return (
    <Answer of={{ data: expenses.manual, error: expenses.error, refetch: expenses.retry }}>
      {(charges) => (
        <>
          {charges.map((charge) => (
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
      )}
    </Answer>
  )
}
