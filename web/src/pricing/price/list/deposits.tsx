import { depositModes, waiveTypes } from '@cheyi/domain/money/deposit/codes'
import { depositDoubt } from '@cheyi/domain/pricing/terms/check'
import { DepositGaps, useDepositGaps } from '../../../fleet/model/parts/deposit-gaps.tsx'
import { termsSaveDepositPolicy } from '../../../form/calls/terms-save-deposit-policy.gen.ts'
import { ChipsField } from '../../../form/code-field.tsx'
import { FenField, NumberField, SwitchField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Card, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { amountText, depositForm, type Policy } from './deposit-form.ts'
import { orAny, type Stores, useOwnPlaces, usePlaces } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { savingOf, TermsSheet } from './terms-sheet.tsx'

const optionsOf = <V extends number>(codes: { readonly values: readonly V[]; readonly text: (code: V) => string }) =>
  codes.values.map((value) => ({ value, label: codes.text(value) }))
const modes = optionsOf(depositModes)
const waives = optionsOf(waiveTypes)

interface DepositsProps {
  readonly storeId: string | undefined
  readonly stores: Stores
}

/** Deposits that override those of the model. */
export default function Deposits({ storeId, stores }: DepositsProps) {
  const { nameOf } = useLayers()
  const read = usePolicies()
  const gaps = useDepositGaps().length > 0
  return (
    <>
      {gaps && (
        <Stack narrow>
          <Card pad title="未设押金的车型">
            <DepositGaps />
          </Card>
        </Stack>
      )}
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
        placesOf={(policy) => policy.storeId}
        edit={(policy) =>
          void open(async () => ({ default: PolicySheet }), { id: policy?.id ?? null, storeId, stores })
        }
      />
    </>
  )
}

const usePolicies = () => useRead(calls.terms.depositPolicies, {})

interface PolicySheetProps extends DepositsProps, Asks<true> {
  /** null: a new policy. */
  readonly id: string | null
}

function PolicySheet({ id, storeId, stores, answer }: PolicySheetProps) {
  const read = usePolicies()
  const policy = read.data?.find((one) => one.id === id)
  const places = withOwn(usePlaces(stores, storeId, policy?.source == null ? [] : [policy.source]), policy)
  const own = useOwnPlaces(stores)
  const fresh = own.everywhere ? null : (storeId ?? own.fresh[0] ?? null)
  const form = useForm(termsSaveDepositPolicy, {
    stored: policy === undefined ? { ...depositForm(policy), storeId: fresh } : depositForm(policy),
    also: ({ storeId: chosen }) => ({ storeId: own.problem(chosen) }),
    ...savingOf({ id, read, answer }),
  })
  const { fields } = form
  return (
    <TermsSheet noun="押金规则" of={form} isNew={id === null} doubt={depositDoubt(form.value)}>
      <SelectField
        of={orAny(fields.storeId, '')}
        options={own.everywhere ? [{ value: '', label: '全部门店' }, ...places.stores] : places.stores}
      />
      <SelectField of={orAny(fields.modelId, '')} options={[{ value: '', label: '全部车型' }, ...places.models]} />
      <SelectField<number>
        of={orAny<number>(fields.source as FormField<number | null>, 0)}
        options={[{ value: 0, label: '全部渠道' }, ...places.sources]}
      />
      <FenField of={fields.rentalFen} placeholder="按车型" />
      <FenField of={fields.violationFen} placeholder="按车型" />
      <ChipsField of={fields.modes} options={modes} />
      <ChipsField of={fields.waiveTypes} options={waives} hint="客户符合其一即可免押；不选则不免押" optional={false} />
      <NumberField of={fields.holdDays} label="违章保留" unit="天" hint="还车后违章押金保留的天数，不填按商家设置" />
      <SwitchField of={fields.enabled} />
    </TermsSheet>
  )
}

/** Adds the store and the model of the policy to the options if the account cannot see the store or the model is disabled. */
function withOwn<T extends ReturnType<typeof usePlaces>>(places: T, policy: Policy | undefined): T {
  const kept = (options: T['stores'], value: string | null | undefined, label: string | null | undefined) =>
    value && !options.some((option) => option.value === value) ? [...options, { value, label: label ?? '' }] : options
  return {
    ...places,
    stores: kept(places.stores, policy?.storeId, policy?.storeName),
    models: kept(places.models, policy?.modelId, policy?.modelName),
  }
}
