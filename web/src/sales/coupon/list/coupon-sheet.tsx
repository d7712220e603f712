import { couponKind, couponKinds } from '@cheyi/domain/sales/coupon/codes'
import { codeOf, couponCodeFault, couponProblem } from '@cheyi/domain/sales/coupon/coupon'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { couponAdd } from '../../../form/calls/coupon-add.gen.ts'
import { ChipsField, CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'

/** A new coupon. */
export default function CouponSheet({ answer }: Asks<true>) {
  const models = useModels(useMay('model'))
  const form = useEntry(couponAdd, {
    start: { kind: couponKind.sum, oncePerCustomer: true },
    also: ({ code, kind, fen, rateBp, leastFen, bookFrom, bookTo, rentFrom, rentTo, mostUses, oncePerCustomer }) => {
      const fault = couponCodeFault(codeOf(code ?? ''))
      if (fault !== null) return { code: fault }
      const problem = couponProblem({
        ...{ kind: kind!, fen: fen ?? 0, rateBp: rateBp ?? 0, leastFen: leastFen ?? 0, mostUses: mostUses ?? null },
        ...{ bookFrom: bookFrom ?? null, bookTo: bookTo ?? null, rentFrom: rentFrom ?? null, rentTo: rentTo ?? null },
        oncePerCustomer: oncePerCustomer === true,
      })
      return problem === null ? {} : { [problem.field]: problem.message }
    },
    toast: '优惠券已新建',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const percent = value.kind === couponKind.percent
  return (
    <EntrySheet title="新建优惠券" of={form} action="新建">
      <TextField of={fields.name} />
      <TextField of={fields.code} hint="客户下单时输入，不分大小写，如 SPRING50" />
      <CodeField of={fields.kind} optional={false} codes={couponKinds} />
      {percent && <NumberField of={fields.rateBp} unit="%" times={100} optional={false} />}
      <FenField of={fields.fen} optional={percent} {...(percent && { label: '最多优惠', placeholder: '不限' })} />
      <FenField of={fields.leastFen} placeholder="不限" />
      <DateField of={fields.bookFrom} />
      <DateField of={fields.bookTo} />
      <DateField of={fields.rentFrom} />
      <DateField of={fields.rentTo} />
      <ChipsField
        of={fields.modelIds}
        hint="不选则全部车型可用"
        options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
      />
      <NumberField of={fields.mostUses} unit="次" placeholder="不限" />
      <SwitchField of={fields.oncePerCustomer} hint="按手机号" />
    </EntrySheet>
  )
}
