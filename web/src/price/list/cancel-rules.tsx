import type { OutputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { faultOf, useTermsForm } from './terms-form.tsx'

type Rule = OutputOf<Contract['terms']['cancelRules']>[number]

const seasons = [
  { value: 'normal', label: '平日' },
  { value: 'holiday', label: '含法定节假日' },
] as const
const bases = [
  { value: 1, label: '首日租金' },
  { value: 2, label: '租金' },
  { value: 3, label: '订单总额' },
] as const

/** What a cancelled order costs. */
export default function CancelRules() {
  const mayEdit = useMay('price.edit')
  const rules = useRead(calls.terms.cancelRules, {}, { quiet: true }).data
  const [edited, setEdited] = useState<Rule | 'new'>()
  if (rules === undefined) return <Skeleton cards={2} shape="rows" />
  return (
    <>
      {rules.length === 0 && <Empty title="暂无取消规则" note="没有规则时按平台默认规则收取违约金" />}
      <Card>
        {rules.map((rule) => (
          <button
            key={rule.id}
            type="button"
            className="price-line"
            disabled={!mayEdit}
            onClick={() => setEdited(rule)}
          >
            <span>
              {rule.name} <Tag>{seasons.find(({ value }) => value === rule.season)?.label}</Tag>{' '}
              {!rule.enabled && <Tag tone="warning">已停用</Tag>}
              <small className="num">{rule.tiers.map(tierText).join(' · ')}</small>
            </span>
          </button>
        ))}
      </Card>
      {mayEdit && (
        <Button icon="plus" block onClick={() => setEdited('new')}>
          添加取消规则
        </Button>
      )}
      {edited !== undefined && (
        <RuleSheet
          key={edited === 'new' ? 'new' : edited.id}
          rule={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const tierText = ({ minMinutesBefore, rateBp, fixedFen }: Rule['tiers'][number]): string => {
  const before = minMinutesBefore === 0 ? '临近取车' : `提前${minMinutesBefore / 60}小时`
  return `${before} ${rateBp === null ? `${(fixedFen ?? 0) / 100}元` : `${rateBp / 100}%`}`
}

interface Form {
  readonly name: string
  readonly season: Rule['season']
  readonly base: Rule['base']
  readonly tiers: readonly { hours: number | null; rateBp: number | null; fixedFen: number | null }[]
  readonly maxPenaltyDays: number | null
  readonly noShowHours: number | null
  readonly enabled: boolean
}

const formOf = (rule: Rule | null): Form =>
  rule === null
    ? {
        name: '',
        season: 'normal',
        base: 2,
        tiers: [
          { hours: 24, rateBp: 0, fixedFen: null },
          { hours: 0, rateBp: 10_000, fixedFen: null },
        ],
        maxPenaltyDays: 3,
        noShowHours: 4,
        enabled: true,
      }
    : {
        ...rule,
        tiers: rule.tiers.map(({ minMinutesBefore, rateBp, fixedFen }) => ({
          hours: minMinutesBefore / 60,
          rateBp,
          fixedFen,
        })),
        noShowHours: rule.noShowAfterMinutes / 60,
      }

function RuleSheet({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const [form, change] = useTermsForm(formOf(rule))
  const save = useWrite(calls.terms.saveCancelRule, { handles: (failure) => failure.field !== null })
  const fault = faultOf(save.failure)
  const setTier = (at: number, changes: Partial<Form['tiers'][number]>) =>
    change({ tiers: form.tiers.map((tier, index) => (index === at ? { ...tier, ...changes } : tier)) })
  async function submit() {
    const done = await save.run({
      id: rule?.id,
      version: rule?.version,
      name: form.name,
      season: form.season,
      base: form.base,
      tiers: form.tiers.map(({ hours, rateBp, fixedFen }) => ({
        minMinutesBefore: Math.round((hours ?? 0) * 60),
        rateBp: fixedFen === null ? (rateBp ?? -1) : null,
        fixedFen,
      })),
      maxPenaltyDays: form.maxPenaltyDays,
      noShowAfterMinutes: Math.round((form.noShowHours ?? 4) * 60),
      penaltyFromDeposit: rule?.penaltyFromDeposit,
      storeIds: rule?.storeIds,
      sources: rule?.sources as never,
      enabled: form.enabled,
    })
    if (!done) return
    feedback.toast('已保存，只影响新订单')
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={rule === null ? '添加取消规则' : '取消规则'}
      flush
      footer={
        <Button variant="primary" size="l" block loading={save.pending} onClick={() => void submit()}>
          保存
        </Button>
      }
    >
      <Field label="名称" error={fault('name')}>
        <TextInput value={form.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label="适用" group>
        <Segmented label="适用" options={seasons} value={form.season} onChange={(season) => change({ season })} />
      </Field>
      <Field label="计算基数" group>
        <Segmented label="计算基数" options={bases} value={form.base} onChange={(base) => change({ base })} />
      </Field>
      {form.tiers.map((tier, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and only the last ones come and go.
          key={index}
          label={`第 ${index + 1} 档`}
          error={fault(`tiers.${index}`)}
          group
        >
          <span className="price-tier-row num">
            <NumberInput
              look="box"
              aria-label={`第 ${index + 1} 档 提前小时`}
              value={tier.hours}
              onChange={(hours) => setTier(index, { hours })}
              prefix="提前"
              suffix="时"
            />
            <NumberInput
              look="box"
              aria-label={`第 ${index + 1} 档 比例`}
              times={100}
              value={tier.rateBp}
              onChange={(rateBp) => setTier(index, { rateBp, fixedFen: null })}
              suffix="%"
            />
            <IconButton
              name="trash"
              label={`删除第 ${index + 1} 档`}
              size={20}
              onClick={() => change({ tiers: form.tiers.filter((_, at) => at !== index) })}
            />
          </span>
        </Field>
      ))}
      <Field label="" group error={fault('tiers')}>
        <Button
          size="s"
          icon="plus"
          onClick={() => change({ tiers: [...form.tiers, { hours: null, rateBp: null, fixedFen: null }] })}
        >
          添加一档
        </Button>
      </Field>
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
      <Field label="启用" group>
        <Switch label="启用" checked={form.enabled} onChange={(event) => change({ enabled: event.target.checked })} />
      </Field>
    </Sheet>
  )
}
