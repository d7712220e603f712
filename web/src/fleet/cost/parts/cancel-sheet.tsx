import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { formatMoney } from '@cheyi/domain/money'
import { costCancel } from '../../../form/calls/cost-cancel.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Cost } from './cost-columns.tsx'

/** Voids an entry that was wrong. */
export default function CancelSheet({ cost, answer }: { readonly cost: Cost } & Asks<true>) {
  const { costId, version, kind, fen } = cost
  const form = useEntry(costCancel, { start: { costId, version }, toast: '费用已作废', onSent: () => answer(true) })
  return (
    <ReasonSheet
      title={`作废${costKinds.text(kind)} ${formatMoney(fen)}`}
      of={form}
      action="作废"
      variant="danger"
      field={form.fields.reason}
      usual={['金额录错', '车辆录错', '重复登记']}
    >
      {null}
    </ReasonSheet>
  )
}
