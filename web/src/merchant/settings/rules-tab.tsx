import './settings.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { merchant } from '@cheyi/contract/merchant'
import { isSettingName, mayDiffer } from '@cheyi/domain/merchant/setting'
import { sources } from '@cheyi/domain/order/codes'
import { DAY, formatLocal } from '@cheyi/domain/time'
import { type ReactNode, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useNow } from '../../kernel/now.ts'
import { confirm } from '../../page/confirm.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput, TextInput } from '../../ui/input.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { NumberField, SwitchField } from '../parts/number-field.tsx'
import { type Form, type Problems, useForm } from '../parts/use-form.ts'
import { groups, type Listed, rangeWords, readDays, valueProblem, valueWords, words } from './setting-words.ts'
import { TabFrame, type TabProps } from './tab-frame.tsx'

export type MerchantDetail = OutputOf<typeof merchant.detail>
type Value = number | boolean | readonly number[] | null
type Names = Readonly<Record<string, string>>
/** All settings by name, with the names of the sources beside. */
type Rules = Readonly<Record<string, Value>> & { readonly sourceNames: Names }

const rulesOf = ({ numbers, flags, days, sourceNames }: MerchantDetail): Rules =>
  ({ ...numbers, ...flags, ...days, sourceNames }) as unknown as Rules

const isListed = (name: string): name is Listed => isSettingName(name) && name in words

function problemsOf(rules: Rules): Problems {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(rules)) {
    const problem = isListed(name) ? valueProblem(name, value) : null
    if (problem !== null) found[name] = problem
  }
  if (Object.values(rules.sourceNames).some((name) => [...name.trim()].length > 12))
    found.sourceNames = '来源名称最多12个字'
  return found
}

/** The rules a merchant works by. Only what was changed is sent, and it holds at once. */
export function RulesTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const record = rulesOf(stored)
  const form = useForm<Rules>({ name: 'settings:rules', stored: record, check: problemsOf, refetch })
  const saving = useWrite(calls.merchant.saveSetting, form.manner)
  async function save() {
    if (!form.ready()) return
    const settings = Object.fromEntries(form.changed.map((name) => [name, form.value[name as string]]))
    const saved = await saving.run({ settings: settings as never, version: stored.version })
    if (!saved) return
    form.done()
    feedback.toast('设置已保存，立即生效')
  }
  return (
    <TabFrame head={head} form={form} saving={saving.pending} onSave={() => void save()}>
      <ConflictNotice
        form={form}
        stored={record}
        label={(name) => (isListed(String(name)) ? words[name as Listed].label : '来源名称')}
        words={(name, rules) =>
          isListed(String(name)) ? valueWords(name as Listed, rules[name as string]) : namesText(rules.sourceNames)
        }
      />
      {groups.map(({ title, names }) => (
        <Card key={title} title={title}>
          {names.map((name) => (
            <SettingRow key={name} name={name} form={form} stored={stored} />
          ))}
        </Card>
      ))}
      <Card title="来源名称">
        <p className="form-note">订单列表里各来源的叫法，留空使用默认名称</p>
        {sources.items.map(({ name, value }) => (
          <Field key={value} label={name}>
            <TextInput
              maxLength={12}
              placeholder={name}
              value={form.value.sourceNames[value] ?? ''}
              onChange={({ target }) => {
                const { [value]: _, ...others } = form.value.sourceNames as Record<number, string>
                const next = target.value === '' ? others : { ...others, [value]: target.value }
                form.set({ sourceNames: next } as unknown as Partial<Rules>)
              }}
            />
          </Field>
        ))}
        {form.problems.sourceNames && (
          <p className="form-error" role="alert">
            {form.problems.sourceNames}
          </p>
        )}
      </Card>
      <ConsentCard stored={stored} />
    </TabFrame>
  )
}

const namesText = (names: Names): string =>
  Object.entries(names)
    .map(([source, name]) => `${sources.text(Number(source))}＝${name}`)
    .join('；') || '默认名称'

interface SettingRowProps {
  readonly name: Listed
  readonly form: Form<Rules>
  readonly stored: MerchantDetail
}

function SettingRow({ name, form, stored }: SettingRowProps) {
  const { label, kind, unit, hint, ways } = words[name]
  const value = form.value[name] ?? null
  const error = form.problems[name]
  const set = (next: Value) => form.set({ [name]: next } as Partial<Rules>)
  const own = stored.ownSettings.includes(name)
  const differing = mayDiffer(name) ? stored.stores.filter(({ settings }) => name in settings) : []
  const note = (
    <>
      {[hint, rangeWords(name)].filter(Boolean).join('；')}
      {differing.length > 0 && (
        <span className="setting-stores">
          门店单独设置：{differing.map((one) => `${one.name} ${valueWords(name, one.settings[name])}`).join('、')}
        </span>
      )}
      {own && (
        <button type="button" className="setting-reset" onClick={() => set(null)}>
          恢复默认
        </button>
      )}
    </>
  )
  if (kind === 'flag')
    return <SwitchField label={label} hint={note} checked={value === true} onChange={(on) => set(on)} />
  if (kind === 'way')
    return (
      <Field label={label} hint={note} error={error} group>
        <ChipRadios look="wrap" label={label} options={ways ?? []} value={Number(value)} onChange={set} />
      </Field>
    )
  if (kind === 'fen')
    return (
      <Field label={label} hint={note} error={error} className="form-wide">
        <span className="form-number">
          <AmountInput look="box" placeholder="默认" value={value as number | null} onChange={set} />
        </span>
      </Field>
    )
  if (kind === 'days')
    return <DaysRow label={label} note={note} error={error} value={value as readonly number[] | null} onChange={set} />
  return (
    <NumberField
      label={label}
      hint={note}
      error={error}
      unit={unit}
      placeholder="默认"
      decimals={kind === 'bp'}
      value={value === null ? null : kind === 'bp' ? Number(value) / 100 : Number(value)}
      onChange={(next) => set(next === null || kind === 'number' ? next : Math.round(next * 100))}
    />
  )
}

interface DaysRowProps {
  readonly label: string
  readonly note: ReactNode
  readonly error?: string
  readonly value: readonly number[] | null
  readonly onChange: (value: readonly number[]) => void
}

function DaysRow({ label, note, error, value, onChange }: DaysRowProps) {
  const stored = (value ?? []).join('，')
  const [typed, setTyped] = useState({ text: stored, stored })
  return (
    <Field label={label} hint={note} error={error} className="form-wide">
      <span className="form-number">
        <TextInput
          look="box"
          className="num"
          suffix="天"
          value={typed.stored === stored ? typed.text : stored}
          onChange={({ target }) => {
            const next = readDays(target.value)
            setTyped({ text: target.value, stored: next.join('，') })
            onChange(next)
          }}
        />
      </span>
    </Field>
  )
}

/** Consent to writes by an operator of the platform, for a day at most. */
function ConsentCard({ stored }: { stored: MerchantDetail }) {
  const now = useNow()
  const until = stored.operatorWriteUntil
  const given = until !== null && until > now
  const saving = useWrite(calls.merchant.saveSetting)
  async function give() {
    const sure = await confirm({
      title: '允许平台协助修改？',
      body: '24小时内平台人员可代为修改数据，全部记入操作日志；证件、轨迹、导出和资金除外',
      confirm: '允许24小时',
      cancel: '取消',
    })
    if (sure) await put(now + DAY)
  }
  async function put(value: number | null) {
    const settings = { operatorWriteUntil: value }
    if (await saving.run({ settings, version: stored.version })) feedback.toast(value ? '已允许平台协助' : '已收回授权')
  }
  return (
    <Card pad title="平台协助">
      <p className="form-photo-note num">
        {given ? `平台人员可代为修改至 ${formatLocal(until, 'M月D日 HH:mm')}` : '平台人员只能查看，不能修改'}
      </p>
      <Button loading={saving.pending} onClick={() => void (given ? put(null) : give())}>
        {given ? '收回授权' : '允许协助修改'}
      </Button>
    </Card>
  )
}
