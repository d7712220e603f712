import type { OutputOf } from '@cheyi/contract/call'
import type { merchant } from '@cheyi/contract/merchant'
import { choosableWays, MAX_PAYMENT_FEN, type PayProfile, payProfile } from '@cheyi/domain/merchant/pay-setting'
import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/payment/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { Card } from '../../ui/card.tsx'
import { RadioList } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { SwitchField } from '../parts/number-field.tsx'
import { type Problems, useForm } from '../parts/use-form.ts'
import { TabFrame, type TabProps } from './tab-frame.tsx'

type PaySetting = OutputOf<typeof merchant.paySetting>

interface Choice {
  readonly payProfile: PayProfile
  readonly payWays: readonly PayWay[]
  readonly maxPayment: number | null
}

const profiles = [
  { value: payProfile.standard, label: '自行收款', note: '现金、转账等线下收款由店员登记' },
  { value: payProfile.platform, label: '平台代收', note: '由平台统一收款与扣款，不登记线下收款' },
] as const

function problemsOf({ payProfile: profile, payWays: ways, maxPayment }: Choice): Problems {
  const found: Record<string, string> = {}
  if (profile === payProfile.standard && !ways.some((way) => offlinePayWays.includes(way)))
    found.payWays = '请至少选择一种线下收款方式'
  if (maxPayment === null || maxPayment < 1 || maxPayment > MAX_PAYMENT_FEN)
    found.limits = `应在¥0.01至¥${(MAX_PAYMENT_FEN / 100).toFixed(2)}之间`
  return found
}

const labels = { payProfile: '收款模式', payWays: '收款方式', maxPayment: '单笔上限' } as const

const wordsOf = (name: keyof Choice, choice: Choice): string => {
  if (name === 'payProfile') return profiles.find(({ value }) => value === choice.payProfile)?.label ?? ''
  if (name === 'payWays') return choice.payWays.map((way) => payWays.text(way)).join('、') || '无'
  return `¥${((choice.maxPayment ?? 0) / 100).toFixed(2)}`
}

/** How the merchant takes money. */
export function PayTab({ head, stored, refetch }: TabProps<PaySetting>) {
  const record: Choice = {
    payProfile: stored.payProfile as PayProfile,
    payWays: stored.chosenWays,
    maxPayment: stored.maxPayment,
  }
  const form = useForm<Choice>({ name: 'settings:pay', stored: record, check: problemsOf, refetch })
  const { value, set, problems } = form
  const saving = useWrite(calls.merchant.savePay, form.manner)
  async function save() {
    if (!form.ready()) return
    const saved = await saving.run({
      payProfile: value.payProfile,
      payWays: [...value.payWays],
      limits: { maxPayment: value.maxPayment! },
      version: stored.version,
    })
    if (!saved) return
    form.done()
    feedback.toast('收款设置已保存，立即生效')
  }
  const turn = (way: PayWay, on: boolean) =>
    set({ payWays: choosableWays.filter((one) => (one === way ? on : value.payWays.includes(one))) })
  return (
    <TabFrame head={head} form={form} saving={saving.pending} more={!stored.confirmed} onSave={() => void save()}>
      <ConflictNotice form={form} stored={record} label={(name) => labels[name]} words={wordsOf} />
      {!stored.confirmed && <Notice>以下为默认设置，请核对后保存确认</Notice>}
      {stored.fixed && <Notice>收款模式由平台设定，不能修改</Notice>}
      <Card title="收款模式">
        <RadioList
          label="收款模式"
          options={profiles.map((one) => ({ ...one, disabled: stored.fixed }))}
          value={value.payProfile}
          onChange={(next) => set({ payProfile: next })}
        />
      </Card>
      {value.payProfile === payProfile.standard && (
        <Card title="收款方式" data-field-error={problems.payWays ? true : undefined}>
          {choosableWays.map((way) => (
            <SwitchField
              key={way}
              label={payWays.text(way)}
              hint={offlinePayWays.includes(way) ? undefined : '开通线上支付后可用'}
              checked={value.payWays.includes(way)}
              onChange={(on) => turn(way, on)}
            />
          ))}
          {problems.payWays && (
            <p className="form-error" role="alert">
              {problems.payWays}
            </p>
          )}
        </Card>
      )}
      <Card title="限额">
        <Field label="单笔收款上限" error={problems.limits} hint="超过时不能登记" className="form-wide">
          <span className="form-number">
            <AmountInput look="box" value={value.maxPayment} onChange={(maxPayment) => set({ maxPayment })} />
          </span>
        </Field>
      </Card>
    </TabFrame>
  )
}
