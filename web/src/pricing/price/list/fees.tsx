import { feeMode } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { termsSaveFee } from '../../../form/calls/terms-save-fee.gen.ts'
import { FieldNote, FieldRow } from '../../../form/field-row.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { TimeInput } from '../../../ui/date/time-input.tsx'
import { type Fee, feeInput, fieldsOf, kinds, kindText, modesOf, newFee } from './fee-form.ts'
import { orAny, type Stores } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { savingOf, TermsSheet } from './terms-sheet.tsx'

/** Handover fees of one store. */
export default function Fees({ storeId, stores }: { storeId: string | undefined; stores: Stores }) {
  const read = useFees(storeId)
  if (storeId === undefined) return <Answer of={read}>{() => null}</Answer>
  return (
    <TermsList
      noun="取还费用"
      note="送车、夜间、异店还车的收费在这里设置"
      read={read}
      line={(fee) => ({
        name: [kindText(fee.kind), fee.name !== kindText(fee.kind) && fee.name].filter(Boolean).join(' · '),
        facts: detailOf(fee),
        amount: amountOf(fee),
      })}
      placesOf={(fee) => fee.storeId}
      edit={(fee) => void open(async () => ({ default: FeeSheet }), { id: fee?.id ?? null, storeId, stores })}
    />
  )
}

const useFees = (storeId: string | undefined) =>
  useRead(calls.terms.fees, { storeId }, { enabled: storeId !== undefined })

const amountOf = (fee: Fee): string =>
  fee.feeMode === feeMode.free
    ? '免费'
    : fee.feeMode === feeMode.percentage
      ? `${fee.rateBp / 100}%`
      : formatMoney(fee.amount)

function detailOf(fee: Fee): string {
  const far = fee.perKmFee > 0 ? `含 ${fee.baseKm} 公里，超出每公里 ${formatMoney(fee.perKmFee)}` : ''
  const most = fee.maxKm === null ? '' : `最远 ${fee.maxKm} 公里`
  const window = fee.kind === 'night' ? `${fee.windowFrom ?? '22:00'} 至 ${fee.windowTo ?? '08:00'}` : ''
  const pair = fee.kind === 'oneWay' ? (fee.pairStoreName ?? '其他门店') : ''
  return [pair, window, far, most].filter(Boolean).join(' · ')
}

interface FeeSheetProps extends Asks<true> {
  /** null: a new fee. */
  readonly id: string | null
  readonly storeId: string
  readonly stores: Stores
}

function FeeSheet({ id, storeId, stores, answer }: FeeSheetProps) {
  const read = useFees(storeId)
  const form = useForm(termsSaveFee, {
    stored: { ...(read.data?.find((one) => one.id === id) ?? newFee), storeId },
    toInput: feeInput,
    ...savingOf({ id, read, answer }),
  })
  const { fields } = form
  const has = fieldsOf(form.value)
  const others = stores.flatMap((one) => (one.id === storeId ? [] : [{ value: one.id, label: one.name }]))
  return (
    <TermsSheet noun="取还费用" of={form} isNew={id === null}>
      <SelectField of={fields.kind} options={kinds} />
      <FieldNote of={fields.storeId} words={String} />
      <TextField of={fields.name} hint="同一类型多条时用来区分，如「外环外」" />
      {has.pair && (
        <SelectField of={orAny(fields.pairStoreId, '')} options={[{ value: '', label: '其他任一门店' }, ...others]} />
      )}
      <SegmentedField of={fields.feeMode} options={modesOf(form.value.kind)} />
      {has.rate && <NumberField of={fields.rateBp} times={100} decimals={2} unit="%" hint="按租金和服务费的合计" />}
      {has.amount && <FenField of={fields.amount} label={has.window ? '每次费用' : '起步费用'} />}
      {has.perKm && (
        <>
          <NumberField of={fields.baseKm} unit="公里" />
          <FenField of={fields.perKmFee} label="每公里" />
        </>
      )}
      {has.farthest && <NumberField of={fields.maxKm} unit="公里" />}
      {has.window && (
        <>
          <TimeField of={fields.windowFrom} />
          <TimeField of={fields.windowTo} />
        </>
      )}
      <SwitchField of={fields.enabled} />
    </TermsSheet>
  )
}

const TimeField = ({ of }: { of: FormField<string | null> }) => (
  <FieldRow of={of} words={String} optional={false}>
    <TimeInput value={of.value ?? ''} onChange={of.set} />
  </FieldRow>
)
