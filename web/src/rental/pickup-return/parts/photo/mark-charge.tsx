import { formatMoney } from '@cheyi/domain/money'
import { type DamageKind, damageKinds } from '@cheyi/domain/rental/damage/codes'
import { listPrice, partFamilies } from '@cheyi/domain/rental/damage/prices'
import { familyOf } from '@cheyi/domain/rental/pickup-return/parts'
import type { Problems } from '../../../../form/form-call.ts'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { WhoMay } from '../../../../platform/referral/parts/who-may.tsx'
import { AmountInput } from '../../../../ui/field/amount-input.tsx'
import { Field, TextArea } from '../../../../ui/field/field.tsx'
import { ChipRadios } from '../../../../ui/frame/chips.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { say, translate } from '../../../../words/words.ts'
import type { BegunMark } from '../entered.ts'

/** Decision on a new mark of a return: charged, or free with a reason; undefined: left to another person. */
export interface Decided {
  readonly way: 'charge' | 'free' | undefined
  /** Typed amount, fen; undefined: the price of the list. */
  readonly amount?: number | null
  readonly reason: string
}

/** The merchant's list price for this damage, in fen and in words; null where it must be estimated. */
export function useListPrice({ part, kind }: Pick<BegunMark, 'part' | 'kind'>, asked: boolean) {
  const prices = useRead(calls.terms.damagePrices, {}, { enabled: asked, freshFor: 300_000 }).data
  const row = prices?.find(({ family }) => family === familyOf(part))
  const amount = row === undefined || kind === undefined ? null : listPrice(row, kind)
  if (row === undefined || kind === undefined || amount === null) return null
  return { amount, words: `价目：${partFamilies[row.family]}${damageKinds.text(kind)} ${formatMoney(amount)}` }
}

/** Errors of a decision, by field. */
export const decisionProblems = (decided: Decided, amount: number | null) => ({
  way: decided.way === 'charge' && !amount && '请输入车损费用',
  reason: decided.way === 'free' && decided.reason.trim() === '' && '请写明不收费的原因',
})

const kinds = damageKinds.items.map(({ name, value }) => ({ label: name, value: value as DamageKind }))

interface KindFieldProps {
  readonly kind: DamageKind | undefined
  readonly error: string | undefined
  readonly onChange: (kind: DamageKind) => void
}

/** What kind of damage it is. */
export const KindField = ({ kind, error, onChange }: KindFieldProps) => (
  <Field label={say('损伤类型')} group error={error}>
    <ChipRadios
      look="tile"
      label={say('损伤类型')}
      options={kinds.map((one) => ({ ...one, label: translate(one.label) }))}
      value={kind}
      onChange={onChange}
    />
  </Field>
)

interface MarkChargeProps {
  readonly decided: Decided
  readonly set: (decided: Decided) => void
  /** Amount to be charged, fen. */
  readonly amount: number | null
  readonly listed: string
  readonly may: boolean
  readonly orderId: string
  readonly problems: Problems
}

/** Whether it is charged, and the amount or the reason. */
export function MarkCharge({ decided, set, amount, listed, may, orderId, problems }: MarkChargeProps) {
  const { way, reason } = decided
  const words = (
    <TextArea
      value={reason}
      maxLength={200}
      placeholder={way === 'charge' ? '客户在账单上会看到' : '如客户出发前已有、自然老化'}
      onChange={(event) => set({ ...decided, reason: event.target.value })}
    />
  )
  if (!may)
    return (
      <>
        <Notice>
          {way === 'charge'
            ? `已收取 ${formatMoney(amount ?? 0)}`
            : '收取车损由同事打开此标记办理；确定不收费的，写明原因'}
        </Notice>
        <WhoMay act="damage.create" orderId={orderId} note="请在还车中收取车损" />
        <Field label={way === 'charge' ? '损伤说明' : '不收费的原因'} optional>
          {words}
        </Field>
      </>
    )
  return (
    <>
      <Field label="处理" group>
        <ChipRadios
          look="tile"
          label="处理"
          options={[
            { value: 'charge', label: '收取车损' },
            { value: 'free', label: '不收费' },
          ]}
          value={way}
          onChange={(next) => set({ ...decided, way: next })}
        />
      </Field>
      {way === 'charge' && (
        <Field label="车损费用" error={problems.way} hint={listed}>
          <AmountInput value={amount} onChange={(typed) => set({ ...decided, amount: typed })} />
        </Field>
      )}
      <Field label={way === 'charge' ? '损伤说明' : '不收费的原因'} optional={way === 'charge'} error={problems.reason}>
        {words}
      </Field>
    </>
  )
}
