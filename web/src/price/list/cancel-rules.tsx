import { termsSaveCancelRule } from '../../form/calls/terms-save-cancel-rule.gen.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { type Asks, open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field/choice.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { TypedRows } from '../parts/typed-rows.tsx'
import {
  bases,
  cancelForm,
  cancelInput,
  cancelLines,
  freshTier,
  type Rule,
  seasons,
  type TypedTier,
  tiersText,
} from './cancel-form.ts'
import { ReachField, reachText, type Stores, usePlaces } from './reach.tsx'
import { TermsList } from './terms-list.tsx'
import { TermsSheet } from './terms-sheet.tsx'
import { useTerms } from './use-terms.ts'

/** What a cancelled order costs. */
export default function CancelRules({ stores }: { stores: Stores }) {
  const read = useRead(calls.terms.cancelRules, {}, { quiet: true })
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
      edit={(rule) =>
        void open(async () => ({ default: RuleSheet }), { rule, stores, onStale: () => void read.refetch() })
      }
    />
  )
}

interface RuleSheetProps extends Asks<true> {
  readonly rule: Rule | null
  readonly stores: Stores
  readonly onStale: () => void
}

function RuleSheet({ rule, stores, onStale, answer }: RuleSheetProps) {
  const places = usePlaces(stores, undefined)
  const editing = useTerms(
    rule,
    { by: termsSaveCancelRule, formOf: cancelForm, inputOf: cancelInput, linesOf: cancelLines(places) },
    onStale,
  )
  const { form, change, fault } = editing
  return (
    <TermsSheet noun="取消规则" editing={editing} onSaved={() => answer(true)}>
      <Field label="名称" error={fault('name')}>
        <TextInput
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          placeholder="标准取消规则"
        />
      </Field>
      <Field label="适用" group>
        <Segmented label="适用" options={seasons} value={form.season} onChange={(season) => change({ season })} />
      </Field>
      <Field label="计算基数" group>
        <Segmented label="计算基数" options={bases} value={form.base} onChange={(base) => change({ base })} />
      </Field>
      <TypedRows<TypedTier>
        noun="违约金"
        rows={form.tiers}
        fresh={freshTier}
        onChange={(tiers) => change({ tiers })}
        problem={(index) => fault(`tiers.${index}`)}
        fault={fault('tiers')}
      >
        {(tier, set, name) => (
          <>
            <NumberInput
              look="box"
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
                look="box"
                aria-label={`${name}比例`}
                times={100}
                value={tier.rateBp}
                onChange={(rateBp) => set({ rateBp })}
                suffix="%"
              />
            ) : (
              <AmountInput
                look="box"
                aria-label={`${name}金额`}
                value={tier.fixedFen}
                onChange={(fixedFen) => set({ fixedFen })}
              />
            )}
          </>
        )}
      </TypedRows>
      <Field label="封顶" optional error={fault('maxPenaltyDays')} hint="违约金不超过前几天的租金">
        <NumberInput
          value={form.maxPenaltyDays}
          onChange={(maxPenaltyDays) => change({ maxPenaltyDays })}
          suffix="天"
        />
      </Field>
      <Field label="未到店" error={fault('noShowAfterMinutes')} hint="超过取车时间后按未到店处理">
        <NumberInput value={form.noShowHours} onChange={(noShowHours) => change({ noShowHours })} suffix="小时" />
      </Field>
      <Field label="押金抵扣" hint="客户同意后，未付的违约金可从押金中扣" group>
        <Switch
          label="押金抵扣"
          checked={form.penaltyFromDeposit}
          onChange={(event) => change({ penaltyFromDeposit: event.target.checked })}
        />
      </Field>
      <ReachField
        label="门店"
        options={places.stores}
        value={form.storeIds}
        onChange={(storeIds) => change({ storeIds })}
        error={fault('storeIds')}
      />
      <ReachField
        label="渠道"
        options={places.sources}
        value={form.sources}
        onChange={(sources) => change({ sources })}
        error={fault('sources')}
      />
    </TermsSheet>
  )
}
