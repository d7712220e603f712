import { costKind, costKinds, typedKinds } from '@cheyi/domain/fleet/cost/codes'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { costAdd } from '../../../form/calls/cost-add.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Notice } from '../../../ui/layout.tsx'

const kinds = typedKinds.map((value) => ({ value, label: costKinds.text(value) }))

/** Enters a cost of one day or of a period. */
export default function AddSheet({ vehicleId, answer }: { readonly vehicleId: string } & Asks<true>) {
  const today = localDate(useNow())
  const [back, setBack] = useState(false)
  const vouchers = slotOf(useUploads('vehicle', useSheetFiles()), 'voucher')
  const form = useEntry(costAdd, {
    start: { vehicleId, from: today },
    toInput: ({ fen, ...value }) => ({ ...value, fen: fen === null ? null : back ? -fen : fen }),
    files: () => ({ mediaIds: vouchers }),
    also: ({ fen }, { from, to }) => ({
      fen: fen === 0 && '金额不能为0',
      to: from !== null && to != null && to < from && '结束日期不能早于开始日期',
    }),
    toast: '费用已登记',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="登记费用" of={form} action="保存">
      <SelectField of={fields.kind} options={kinds} />
      <FenField of={fields.fen} label={value.kind === costKind.sale ? '收到金额' : '金额（含税）'} />
      <DateField of={fields.from} label={value.to == null ? '日期' : '开始日期'} />
      <DateField of={fields.to} hint="有期间的费用按天计入各月，如保险" />
      <FenField of={fields.taxFen} label="其中税额" />
      <TextField of={fields.note} />
      <UploadsField of={fields.mediaIds} from={vouchers} />
      <Field label="退回的金额" hint="如退保、多收退回，冲减费用" inline>
        <Switch checked={back} onChange={({ target }) => setBack(target.checked)} />
      </Field>
      {value.kind === costKind.purchase && <Notice>填车价以外的费用，如购置税、上牌；车价在车辆资料中填写</Notice>}
    </EntrySheet>
  )
}
