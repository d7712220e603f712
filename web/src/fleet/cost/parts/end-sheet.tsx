import { type CostKind, costKinds } from '@cheyi/domain/fleet/cost/codes'
import { addMonths, localDate } from '@cheyi/domain/time'
import { costPlanEnd } from '../../../form/calls/cost-plan-end.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'

interface EndSheetProps extends Asks<true> {
  readonly plan: { readonly planId: string; readonly version: number; readonly kind: CostKind }
}

/** Ends a monthly cost or the depreciation with a month. */
export default function EndSheet({ plan: { planId, version, kind }, answer }: EndSheetProps) {
  const next = addMonths(`${localDate(useNow()).slice(0, 7)}-01`, 1)
  const form = useEntry(costPlanEnd, {
    start: { planId, version, from: next },
    toast: `${costKinds.text(kind)}已停止`,
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`停止${costKinds.text(kind)}`} of={form} action="停止" variant="danger">
      <DateField of={form.fields.from} hint="从该日期所在的月份起不再计" />
    </EntrySheet>
  )
}
