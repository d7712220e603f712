import './settings.css'
import { sources, tickable } from '@cheyi/domain/booking/order/codes'
import { formatNear } from '@cheyi/domain/near'
import { isSettingName, mayDiffer, settingTitle } from '@cheyi/domain/platform/merchant/setting'
import { MAX_SOURCE_NAME, sourceNamesProblem } from '@cheyi/domain/platform/merchant/source-names'
import { mayOperatorSet } from '@cheyi/domain/platform/operator/rights'
import { offeredSources } from '@cheyi/domain/sales/channel/source-choices'
import { DAY } from '@cheyi/domain/time'
import { useState } from 'react'
import { FieldNote, FieldRow } from '../../../form/field-row.tsx'
import type { Problems } from '../../../form/form-call.ts'
import type { FormField } from '../../../form/form-field.ts'
import { useRecord } from '../../../form/use-form.ts'
import { calls, feedback, type InputOf, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useUser } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { ChipChecks, ChipRadios } from '../../../ui/frame/chips.tsx'
import { Box, Button, Card, Note, Text } from '../../../ui/layout.tsx'
import { groups, type Listed, rangeWords, readDays, valueProblem, valueWords, words } from './setting-words.ts'
import { TabFrame, type TabProps } from './tab-frame.tsx'

export type MerchantDetail = OutputOf<typeof calls.merchant.detail>
type Value = number | boolean | readonly number[] | null
type Names = Readonly<Record<string, string>>
/** All settings by name, and the names of the sources. */
type Rules = Readonly<Record<string, Value>> & { readonly sourceNames: Names }

const rulesOf = ({ numbers, flags, days, sourceNames }: MerchantDetail): Rules =>
  ({ ...numbers, ...flags, ...days, sourceNames }) as unknown as Rules

const isListed = (name: string): name is Listed => isSettingName(name) && name in words

function problemsOf(value: Rules): Problems {
  const found: Record<string, string> = {}
  for (const [name, one] of Object.entries(value)) {
    const problem = isListed(name) ? valueProblem(name, one as Value) : null
    if (problem !== null) found[name] = problem
  }
  const named = sourceNamesProblem(value.sourceNames)
  if (named !== null) found.sourceNames = named
  return found
}

const rules = { ...words, ownChannels: { label: settingTitle('ownChannels') }, sourceNames: { label: '来源名称' } }

/** The business rules of a merchant. Only changed values are sent, and they are in force at once. */
export function RulesTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const form = useRecord<Rules, InputOf<typeof calls.merchant.saveSetting>, unknown>({
    call: calls.merchant.saveSetting,
    id: 'rules',
    rules,
    stored: rulesOf(stored),
    wrong: problemsOf,
    inputOf: (value, names) => ({
      settings: Object.fromEntries(names.map((name) => [name, value[name]])) as never,
      version: stored.version,
    }),
    refetch,
    onSaved: () => feedback.toast('设置已保存，立即生效'),
  })
  // Settings that an operator of the platform may not change are not offered to operators.
  const guest = useUser()?.isOperator === true
  const { sourceNames } = form.fields
  const channels = form.fields.ownChannels as unknown as FormField<readonly number[]>
  const nameOf = (code: number) => sourceNames.value[code] || sources.text(code)
  return (
    <TabFrame head={head} of={form}>
      {groups
        .map(({ title, names }) => ({ title, names: guest ? names.filter(mayOperatorSet) : names }))
        .filter(({ names }) => names.length > 0)
        .map(({ title, names }) => (
          <Card key={title} title={title}>
            {names.map((name) => (
              <SettingRow key={name} name={name} of={form.fields[name]!} stored={stored} />
            ))}
          </Card>
        ))}
      <Card title="订单来源">
        <Box pad={[0, 16]}>
          <FieldRow
            of={channels}
            group
            optional={false}
            hint="开单、价格、停售和筛选只列出线下和这里选中的；取消后，已有的订单和价格不变"
            words={(chosen) => chosen.map((one) => nameOf(one)).join('、') || '无'}
          >
            <ChipChecks
              look="wrap"
              label={settingTitle('ownChannels')}
              options={tickable.map((value) => ({ value: value as number, label: nameOf(value) }))}
              value={channels.value}
              onChange={(chosen) => channels.set(chosen.toSorted((a, b) => a - b))}
            />
          </FieldRow>
        </Box>
        <Note pad={[12, 16]}>来源的叫法，留空使用默认名称</Note>
        {offeredSources(channels.value, Object.keys(sourceNames.value).map(Number)).map((value) => (
          <Field key={value} label={sources.text(value)}>
            <TextInput
              maxLength={MAX_SOURCE_NAME}
              placeholder={sources.text(value)}
              value={sourceNames.value[value] ?? ''}
              onChange={({ target }) => {
                const { [value]: _, ...others } = sourceNames.value as Record<number, string>
                sourceNames.set(target.value === '' ? others : { ...others, [value]: target.value })
              }}
            />
          </Field>
        ))}
        <FieldNote of={sourceNames} words={namesText} />
      </Card>
      {!guest && <ConsentCard stored={stored} />}
    </TabFrame>
  )
}

const namesText = (names: Names): string =>
  Object.entries(names)
    .map(([source, name]) => `${sources.text(Number(source))}＝${name}`)
    .join('；') || '默认名称'

interface SettingRowProps {
  readonly name: Listed
  readonly of: FormField<Value>
  readonly stored: MerchantDetail
}

function SettingRow({ name, of, stored }: SettingRowProps) {
  const { label, kind, unit, hint, ways } = words[name]
  const own = stored.ownSettings.includes(name)
  const differing = mayDiffer(name) ? stored.stores.filter(({ settings }) => name in settings) : []
  const note = (
    <>
      {[hint, rangeWords(name)].filter(Boolean).join('；')}
      {stored.withoutProvider.includes(name) && (
        <Text ink="warning" block>
          平台尚未开通此服务，暂不生效
        </Text>
      )}
      {differing.length > 0 && (
        <Text ink="warning" block>
          门店单独设置：{differing.map((one) => `${one.name} ${valueWords(name, one.settings[name])}`).join('、')}
        </Text>
      )}
      {own && (
        <button type="button" className="reach ink-link setting-reset" onClick={() => of.set(null)}>
          恢复默认
        </button>
      )}
    </>
  )
  return (
    <FieldRow
      of={of}
      optional={false}
      hint={note}
      group={kind === 'way'}
      inline={kind === 'flag'}
      words={(value) => valueWords(name, value)}
    >
      {kind === 'flag' ? (
        <Switch checked={of.value === true} onChange={({ target }) => of.set(target.checked)} />
      ) : kind === 'way' ? (
        <ChipRadios look="wrap" label={label} options={ways ?? []} value={Number(of.value)} onChange={of.set} />
      ) : kind === 'fen' ? (
        <AmountInput placeholder="默认" value={of.value as number | null} onChange={of.set} />
      ) : kind === 'days' ? (
        <DaysInput value={of.value as readonly number[] | null} onChange={of.set} />
      ) : (
        <NumberInput
          className="num"
          suffix={unit}
          placeholder="默认"
          times={kind === 'bp' ? 100 : 1}
          value={of.value as number | null}
          onChange={of.set}
        />
      )}
    </FieldRow>
  )
}

interface DaysInputProps {
  readonly value: readonly number[] | null
  readonly onChange: (value: readonly number[]) => void
}

function DaysInput({ value, onChange }: DaysInputProps) {
  const stored = (value ?? []).join('，')
  const [typed, setTyped] = useState({ text: stored, stored })
  return (
    <TextInput
      className="num"
      suffix="天"
      value={typed.stored === stored ? typed.text : stored}
      onChange={({ target }) => {
        const next = readDays(target.value)
        setTyped({ text: target.value, stored: next.join('，') })
        onChange(next)
      }}
    />
  )
}

/** Consent of the merchant to writes by an operator of the platform, for one day at most. */
function ConsentCard({ stored }: { stored: MerchantDetail }) {
  const now = useNow()
  const until = stored.operatorWriteUntil
  const given = until !== null && until > now
  const saving = useWrite(calls.merchant.saveSetting)
  async function give() {
    const sure = await confirm({
      title: '允许平台协助修改？',
      body: '24小时内平台人员可代为设置门店、车型、车辆、价格和排车，全部记入操作日志；资金、客户、合同、员工权限和导出由商家自己办理',
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
      <Note below={12} num>
        {given ? `平台人员可代为修改至 ${formatNear(until, now)}` : '平台人员只能查看，不能修改'}
      </Note>
      <Button size="s" loading={saving.pending} onClick={() => void (given ? put(null) : give())}>
        {given ? '收回授权' : '允许协助修改'}
      </Button>
    </Card>
  )
}
