import { formatMoney } from '@cheyi/domain/money'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { instalmentTerminate } from '../../../form/calls/instalment-terminate.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { SwitchField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

interface TerminateProps extends Asks<boolean> {
  readonly orderId: string
  /** Possible end dates. */
  readonly dates: { readonly from: LocalDate; readonly to: LocalDate }
}

/** Ends a long contract before its last date: the amount is shown first, and settled when the car comes back. */
export default function TerminateSheet({ orderId, dates, answer }: TerminateProps) {
  const [endOn, setEndOn] = useState<string | null>(dates.from)
  const [merchantCause, setMerchantCause] = useState<boolean | null>(false)
  const asked = { orderId, endOn: endOn ?? dates.from, merchantCause: merchantCause ?? false }
  const preview = useRead(calls.instalment.terminatePreview, asked, { freshFor: 0, once: true })
  const { data, error } = preview
  const form = useEntry(instalmentTerminate, {
    start: asked,
    toInput: (value) => ({ ...value, ...asked, expectAmount: data?.owed ?? 0 }),
    onFailure: (failure) => {
      if (isRefusedFor('terminationChanged')(failure)) void preview.refetch()
    },
    toast: '已约定退租',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="提前退租"
      of={form}
      field={form.fields.reason}
      usual={['客户不再需要', '客户换车', '车辆故障', '商家收回车辆']}
      action="提前退租"
      variant="danger"
      reason={error?.message ?? (data === undefined ? '正在计算费用' : undefined)}
    >
      <Notice>
        退租日起车辆可以租给别人；约定后、还车时间前可以撤销，车辆已租给别人且无车可换时不能撤销；费用在还车时结算
      </Notice>
      <DateField
        of={fieldBeside('endOn', endOn, setEndOn)}
        label="退租日期"
        optional={false}
        hint={`${dates.from} 至 ${dates.to}，当天还车，不计当天租金`}
      />
      <SwitchField
        of={fieldBeside('merchantCause', merchantCause, setMerchantCause)}
        label="商家责任"
        hint="不收违约金"
      />
      <Answer of={preview}>{(view) => <KeyValue rows={linesOf(view)} />}</Answer>
    </ReasonSheet>
  )
}

function linesOf({
  returnAt,
  used,
  penalty,
  lateFees,
  owed,
  dropped,
}: OutputOf<typeof calls.instalment.terminatePreview>) {
  return [
    { label: '还车时间', value: momentText(returnAt) },
    { label: '已用租金及服务', value: formatMoney(used) },
    { label: '违约金', value: formatMoney(penalty) },
    ...(lateFees > 0
      ? [{ label: `逾期违约金（若至 ${localDate(returnAt)} 仍未付）`, value: formatMoney(lateFees) }]
      : []),
    ...(dropped.length > 0
      ? [{ label: '不再收取', value: `第${dropped[0]}${dropped.length > 1 ? `–${dropped.at(-1)}` : ''}期` }]
      : []),
    { label: owed < 0 ? '还车时退还' : '还车时应收', value: formatMoney(Math.abs(owed)) },
  ]
}
