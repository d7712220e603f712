import { formatMoney } from '@cheyi/domain/money'
import { feeMode } from '@cheyi/domain/order/codes'
import { termsSaveFee } from '../../form/calls/terms-save-fee.gen.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { Answer } from '../../page/answer.tsx'
import { type Asks, open } from '../../page/open.ts'
import { TimeInput } from '../../ui/date/time-input.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { type Fee, feeForm, feeInput, feeLines, fieldsOf, kinds, kindText, modesOf } from './fee-form.ts'
import type { Stores } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { TermsSheet } from './terms-sheet.tsx'
import { useTerms } from './use-terms.ts'

/** Fees of handing over at one store. */
export default function Fees({ storeId, stores }: { storeId: string | undefined; stores: Stores }) {
  const read = useRead(calls.terms.fees, { storeId }, { quiet: true, enabled: storeId !== undefined })
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
      edit={(fee) =>
        void open(async () => ({ default: FeeSheet }), { fee, storeId, stores, onStale: () => void read.refetch() })
      }
    />
  )
}

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
  readonly fee: Fee | null
  readonly storeId: string
  readonly stores: Stores
  readonly onStale: () => void
}

function FeeSheet({ fee, storeId, stores, onStale, answer }: FeeSheetProps) {
  const options = stores.map(({ id, name }) => ({ value: id, label: name }))
  const editing = useTerms(
    fee,
    { by: termsSaveFee, formOf: feeForm, inputOf: (form) => feeInput(storeId, form), linesOf: feeLines(options) },
    onStale,
  )
  const { form, change, fault } = editing
  const has = fieldsOf(form)
  return (
    <TermsSheet noun="取还费用" editing={editing} onSaved={() => answer(true)}>
      <Field label="费用类型" error={fault('storeId')}>
        <Select title="费用类型" options={kinds} value={form.kind} onChange={(kind) => change({ kind })} />
      </Field>
      <Field label="名称" optional error={fault('name')} hint="同一类型多条时用来区分，如“外环外”">
        <TextInput value={form.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      {has.pair && (
        <Field label="还车门店" error={fault('pairStoreId')}>
          <Select
            title="还车门店"
            options={[{ value: '', label: '其他任一门店' }, ...options.filter(({ value }) => value !== storeId)]}
            value={form.pairStoreId ?? ''}
            onChange={(pairStoreId) => change({ pairStoreId: pairStoreId || null })}
          />
        </Field>
      )}
      <Field label="收费方式" group>
        <Segmented
          label="收费方式"
          options={modesOf(form.kind)}
          value={form.feeMode}
          onChange={(mode) => change({ feeMode: mode })}
        />
      </Field>
      {has.rate && (
        <Field label="比例" error={fault('rateBp')} hint="按租金和服务费的合计">
          <NumberInput times={100} value={form.rateBp} onChange={(rateBp) => change({ rateBp })} suffix="%" />
        </Field>
      )}
      {has.amount && (
        <Field label={has.window ? '每次费用' : '起步费用'} error={fault('amount')}>
          <AmountInput value={form.amount} onChange={(amount) => change({ amount })} placeholder="0.00" />
        </Field>
      )}
      {has.perKm && (
        <>
          <Field label="起步公里" optional error={fault('baseKm')}>
            <NumberInput value={form.baseKm} onChange={(baseKm) => change({ baseKm })} suffix="公里" />
          </Field>
          <Field label="每公里" optional error={fault('perKmFee')}>
            <AmountInput value={form.perKmFee} onChange={(perKmFee) => change({ perKmFee })} />
          </Field>
        </>
      )}
      {has.farthest && (
        <Field label="最远" optional error={fault('maxKm')}>
          <NumberInput value={form.maxKm} onChange={(maxKm) => change({ maxKm })} suffix="公里" />
        </Field>
      )}
      {has.window && (
        <>
          <Field label="开始" error={fault('windowFrom')}>
            <TimeInput value={form.windowFrom ?? ''} onChange={(windowFrom) => change({ windowFrom })} />
          </Field>
          <Field label="结束" error={fault('windowTo')}>
            <TimeInput value={form.windowTo ?? ''} onChange={(windowTo) => change({ windowTo })} />
          </Field>
        </>
      )}
    </TermsSheet>
  )
}
