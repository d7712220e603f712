import { depositModes, waiveTypes } from '@cheyi/domain/deposit/codes'
import { termsSaveDepositPolicy } from '../../form/calls/terms-save-deposit-policy.gen.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { type Asks, open } from '../../page/open.ts'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { Select } from '../../ui/field/select.tsx'
import { ChipChecks } from '../../ui/frame/chips.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { amountText, depositForm, depositInput, depositLines, type Policy } from './deposit-form.ts'
import { type Stores, usePlaces } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { TermsSheet } from './terms-sheet.tsx'
import { useTerms } from './use-terms.ts'

const optionsOf = <V extends number>(codes: { readonly values: readonly V[]; readonly text: (code: V) => string }) =>
  codes.values.map((value) => ({ value, label: codes.text(value) }))
const modes = optionsOf(depositModes)
const waives = optionsOf(waiveTypes)

interface DepositsProps {
  readonly storeId: string | undefined
  readonly stores: Stores
}

/** Deposits that differ from those of the model. */
export default function Deposits({ storeId, stores }: DepositsProps) {
  const { nameOf } = useLayers()
  const read = useRead(calls.terms.depositPolicies, {}, { quiet: true })
  return (
    <TermsList
      noun="押金规则"
      note="没有规则时按车型的押金收取"
      read={read}
      line={(policy) => ({
        name: (
          <>
            {policy.storeName ?? '全部门店'} · {policy.modelName ?? '全部车型'}{' '}
            {policy.source !== null && <Tag>{nameOf(policy.source)}</Tag>}
          </>
        ),
        facts: `租车押金 ${amountText(policy.rentalFen)} · 违章押金 ${amountText(policy.violationFen)}`,
      })}
      edit={(policy) =>
        void open(async () => ({ default: PolicySheet }), {
          policy,
          storeId,
          stores,
          onStale: () => void read.refetch(),
        })
      }
    />
  )
}

interface PolicySheetProps extends DepositsProps, Asks<true> {
  readonly policy: Policy | null
  readonly onStale: () => void
}

function PolicySheet({ policy, storeId, stores, onStale, answer }: PolicySheetProps) {
  const places = withOwn(usePlaces(stores, storeId), policy)
  const editing = useTerms(
    policy,
    { by: termsSaveDepositPolicy, formOf: depositForm, inputOf: depositInput, linesOf: depositLines(places) },
    onStale,
  )
  const { form, change, fault } = editing
  return (
    <TermsSheet noun="押金规则" editing={editing} onSaved={() => answer(true)}>
      <Field label="门店" error={fault('storeId')}>
        <Select
          title="门店"
          options={[{ value: '', label: '全部门店' }, ...places.stores]}
          value={form.storeId ?? ''}
          onChange={(chosen) => change({ storeId: chosen || null })}
        />
      </Field>
      <Field label="车型" error={fault('modelId')}>
        <Select
          title="车型"
          options={[{ value: '', label: '全部车型' }, ...places.models]}
          value={form.modelId ?? ''}
          onChange={(chosen) => change({ modelId: chosen || null })}
        />
      </Field>
      <Field label="渠道" error={fault('source')}>
        <Select
          title="渠道"
          options={[{ value: 0, label: '全部渠道' }, ...places.sources]}
          value={form.source ?? 0}
          onChange={(source) => change({ source: source === 0 ? null : source })}
        />
      </Field>
      <Field label="租车押金" error={fault('rentalFen')}>
        <AmountInput value={form.rentalFen} onChange={(rentalFen) => change({ rentalFen })} placeholder="按车型" />
      </Field>
      <Field label="违章押金" error={fault('violationFen')}>
        <AmountInput
          value={form.violationFen}
          onChange={(violationFen) => change({ violationFen })}
          placeholder="按车型"
        />
      </Field>
      <Field label="收取方式" error={fault('modes')} layout="stack" group className="price-chips">
        <ChipChecks
          label="收取方式"
          look="wrap"
          tick
          options={modes}
          value={form.modes}
          onChange={(chosen) => change({ modes: chosen })}
        />
      </Field>
      <Field
        label="免押方式"
        error={fault('waiveTypes')}
        hint="客户符合其一即可免押；不选则不免押"
        layout="stack"
        group
        className="price-chips"
      >
        <ChipChecks
          label="免押方式"
          look="wrap"
          tick
          options={waives}
          value={form.waiveTypes}
          onChange={(chosen) => change({ waiveTypes: chosen })}
        />
      </Field>
      <Field label="违章保留" optional error={fault('holdDays')} hint="还车后违章押金保留的天数，不填按商家设置">
        <NumberInput value={form.holdDays} onChange={(holdDays) => change({ holdDays })} suffix="天" />
      </Field>
    </TermsSheet>
  )
}

/** A store out of sight or a model no longer in use keeps its name where the policy is for it. */
function withOwn<T extends ReturnType<typeof usePlaces>>(places: T, policy: Policy | null): T {
  const kept = (options: T['stores'], value: string | null | undefined, label: string | null | undefined) =>
    value && !options.some((option) => option.value === value) ? [...options, { value, label: label ?? '' }] : options
  return {
    ...places,
    stores: kept(places.stores, policy?.storeId, policy?.storeName),
    models: kept(places.models, policy?.modelId, policy?.modelName),
  }
}
