import { costKind, costKinds, plannedKinds } from '@cheyi/domain/fleet/cost/codes'
import { firstDepreciationMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { formatMoney } from '@cheyi/domain/money'
import { localDate } from '@cheyi/domain/time'
import { costPlanAdd } from '../../../form/calls/cost-plan-add.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'

export type Plans = OutputOf<typeof calls.cost.plans>

interface PlanSheetProps extends Asks<true> {
  readonly vehicleId: string
  readonly plans: Plans
}

const kinds = plannedKinds.map((value) => ({ value, label: costKinds.text(value) }))

/** Adds a cost that comes back every month, or straight-line depreciation. */
export default function PlanSheet({ vehicleId, plans, answer }: PlanSheetProps) {
  const { purchaseFen, purchaseOn, list } = plans
  const today = localDate(useNow())
  const depreciates = list.some(({ kind, endedMonth }) => kind === costKind.depreciation && endedMonth === null)
  const form = useEntry(costPlanAdd, {
    start: {
      vehicleId,
      kind: depreciates ? costKind.finance : costKind.depreciation,
      from: purchaseOn === null || depreciates ? monthOf(today) : firstDepreciationMonth(purchaseOn),
    },
    toast: ({ closedMonths }) => (closedMonths > 0 ? `已保存，已结账的${closedMonths}个月不计` : '已保存'),
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const isDepreciation = value.kind === costKind.depreciation
  return (
    <EntrySheet title="每月费用与折旧" of={form} action="保存">
      <SelectField of={fields.kind} options={kinds} />
      <DateField of={fields.from} hint="从该日期所在的月份算起" />
      <NumberField of={fields.months} unit="个月" />
      <FenField of={fields.fen} label={isDepreciation ? '残值' : '每月金额'} />
      <TextField of={fields.note} />
      {isDepreciation && (
        <Notice>
          {purchaseFen === null
            ? '车辆资料中没有购置价，请先填写'
            : `按月平均：购置价 ${formatMoney(purchaseFen)} 加购置费用，减已提折旧和残值，从购置的次月开始`}
        </Notice>
      )}
      {value.kind === costKind.finance && depreciates && (
        <Notice>已计提折旧，这里只填利息和手续费，本金不要重复计</Notice>
      )}
    </EntrySheet>
  )
}
