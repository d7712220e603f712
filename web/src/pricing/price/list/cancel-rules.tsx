import { cancelDoubt } from '@cheyi/domain/pricing/terms/check'
import { termsSaveCancelRule } from '../../../form/calls/terms-save-cancel-rule.gen.ts'
import { Theirs } from '../../../form/field-row.tsx'
import { NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { problemsOf, sendable } from '../../../form/form-call.ts'
import { errorOf } from '../../../form/form-field.ts'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { useRecord } from '../../../form/use-form.ts'
import { nonEmptyProblems } from '../../../form/use-problems.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { open } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { Button } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { TypedRows } from '../parts/typed-rows.tsx'
import {
  bases,
  type CancelForm,
  cancelForm,
  cancelInput,
  freshTier,
  seasons,
  type TypedTier,
  tiersText,
} from './cancel-form.ts'
import { ReachField, reachText, type Stores, useOwnPlaces, usePlaces } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { savingOf, TermsSheet } from './terms-sheet.tsx'

/** Fees for cancelled orders. */
export default function CancelRules({ stores }: { stores: Stores }) {
  const read = useRules()
  const { nameOf } = useLayers()
  const known = stores.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <TermsList
      noun="取消规则"
      note="没有规则时按平台默认规则收取违约金"
      read={read}
      line={(rule) => ({
        name: (
          <>
            {rule.name} <Tag>{seasons.find(({ value }) => value === rule.season)?.label}</Tag>
          </>
        ),
        facts: [
          tiersText(cancelForm(rule).tiers),
          rule.storeIds.length > 0 && reachText(known, rule.storeIds, ''),
          rule.sources.map(nameOf).join('、'),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      placesOf={({ storeIds }) => storeIds}
      edit={(rule) => void open(async () => ({ default: RuleSheet }), { id: rule?.id ?? null, stores })}
    />
  )
}

const useRules = () => useRead(calls.terms.cancelRules, {})

interface RuleSheetProps extends Asks<true> {
  /** null: a new rule. */
  readonly id: string | null
  readonly stores: Stores
}

const { call, fields: rules } = termsSaveCancelRule
const inputOf = (form: CancelForm) => sendable(rules, cancelInput(form))

function RuleSheet({ id, stores, answer }: RuleSheetProps) {
  const read = useRules()
  const rule = read.data?.find((one) => one.id === id)
  const places = usePlaces(stores, undefined, rule?.sources)
  const own = useOwnPlaces(stores)
  // Tiers have other fields in the form than in the call, so `inputOf` converts them.
  const form = useRecord({
    call: call as WireCall<object, unknown>,
    rules,
    stored: rule === undefined ? { ...cancelForm(rule), storeIds: own.fresh } : cancelForm(rule),
    wrong: (value) => ({
      ...nonEmptyProblems({ storeIds: own.problem(value.storeIds) }),
      ...problemsOf(rules, inputOf(value)),
    }),
    inputOf,
    ...savingOf({ id, read, answer }),
  })
  const { fields, problems } = form
  return (
    <TermsSheet noun="取消规则" of={form} isNew={id === null} doubt={cancelDoubt(cancelInput(form.value).tiers ?? [])}>
      <TextField of={fields.name} placeholder="标准取消规则" />
      <SegmentedField of={fields.season} label="适用" options={seasons} />
      <SegmentedField of={fields.base} options={bases} />
      <TypedRows<TypedTier>
        noun="违约金"
        rows={fields.tiers.value}
        fresh={freshTier}
        onChange={fields.tiers.set}
        problem={(index) => errorOf({ name: `tiers.${index}`, problems })}
        fault={problems.tiers}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
              aria-label={`${name}提前小时`}
              value={tier.hours}
              onChange={(hours) => set({ hours })}
              prefix="提前"
              suffix="时"
            />
            <Button
              size="s"
              variant="tint"
              aria-label={tier.by === 'rate' ? `比例，${name}改按金额` : `金额，${name}改按比例`}
              onClick={() => set({ by: tier.by === 'rate' ? 'fixed' : 'rate' })}
            >
              {tier.by === 'rate' ? '比例' : '金额'}
            </Button>
            {tier.by === 'rate' ? (
              <NumberInput
                aria-label={`${name}比例`}
                times={100}
                value={tier.rateBp}
                onChange={(rateBp) => set({ rateBp })}
                suffix="%"
              />
            ) : (
              <AmountInput
                aria-label={`${name}金额`}
                value={tier.fixedFen}
                onChange={(fixedFen) => set({ fixedFen })}
              />
            )}
          </>
        )}
      </TypedRows>
      <Theirs of={fields.tiers} words={tiersText} />
      <NumberField of={fields.maxPenaltyDays} label="封顶" unit="天" hint="违约金不超过前几天的租金" />
      <NumberField
        of={fields.noShowAfterMinutes}
        label="未到店"
        times={60}
        unit="小时"
        optional={false}
        hint="超过取车时间后按未到店处理"
      />
      <SwitchField of={fields.penaltyFromDeposit} hint="客户同意后，未付的违约金可从押金中扣" />
      <ReachField of={fields.storeIds} options={places.stores} everywhere={own.everywhere} />
      <ReachField of={fields.sources} options={places.sources} />
      <SwitchField of={fields.enabled} />
    </TermsSheet>
  )
}
