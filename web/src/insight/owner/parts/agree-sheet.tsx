import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { borneKinds, ownerAgreementKind, ownerAgreementKinds } from '@cheyi/domain/insight/owner/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { ownerAgree } from '../../../form/calls/owner-agree.gen.ts'
import { CodeField, CodesField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'

/** Enters what was agreed with an owner for one car. */
export default function AgreeSheet({ ownerId, answer }: { readonly ownerId: string } & Asks<true>) {
  const today = localDate(useNow())
  const [keyword, setKeyword] = useState('')
  const cars = useRead(calls.inventory.list, { keyword: keyword || undefined, pageSize: 50 }, { keepPrevious: true })
  const form = useEntry(ownerAgree, {
    start: { ownerId, kind: ownerAgreementKind.share, from: `${today.slice(0, 7)}-01`, afterCosts: true, payDay: 10 },
    toast: '协议已登记',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="登记车辆协议" of={form} action="保存">
      <SelectField
        of={fields.vehicleId}
        hint="权属为自有的车辆不能登记"
        onSearch={setKeyword}
        options={(cars.data?.list ?? []).map(({ vehicleId, plate, modelName }) => ({
          value: vehicleId,
          label: displayPlate(plate),
          note: modelName,
        }))}
      />
      <CodeField of={fields.kind} codes={ownerAgreementKinds} />
      <DateField of={fields.from} />
      <DateField of={fields.to} hint="不填即长期有效" />
      {value.kind === ownerAgreementKind.share && (
        <>
          <NumberField of={fields.shareBp} unit="%" times={100} optional={false} placeholder="0" />
          <SwitchField of={fields.afterCosts} />
        </>
      )}
      {value.kind === ownerAgreementKind.rent && <FenField of={fields.rent} optional={false} />}
      <FenField of={fields.fee} placeholder="不收" />
      <NumberField of={fields.feeBp} unit="%" times={100} placeholder="不收" hint="按收入计算" />
      <CodesField
        of={fields.costKinds}
        codes={{ values: borneKinds, text: costKinds.text }}
        hint="从车主所得中扣除，其余由商家承担"
      />
      <NumberField of={fields.payDay} unit="日" hint="次月付款日" />
      <TextField of={fields.note} />
    </EntrySheet>
  )
}
