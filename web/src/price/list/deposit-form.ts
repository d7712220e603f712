import type { Contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { type DepositMode, depositModes, type WaiveType, waiveType, waiveTypes } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import type { Source } from '@cheyi/domain/order/codes'
import { type Places, reachText } from './reach.tsx'
import { type FieldLine, yes } from './use-terms.ts'

export type Policy = OutputOf<Contract['terms']['depositPolicies']>[number]

export interface DepositForm {
  readonly storeId: string | null
  readonly modelId: string | null
  readonly source: Source | null
  readonly rentalFen: number | null
  readonly violationFen: number | null
  readonly modes: readonly DepositMode[]
  readonly waiveTypes: readonly WaiveType[]
  readonly holdDays: number | null
  readonly enabled: boolean
}

const newPolicy: DepositForm = {
  storeId: null,
  modelId: null,
  source: null,
  rentalFen: null,
  violationFen: null,
  modes: depositModes.values,
  waiveTypes: [waiveType.merchant],
  holdDays: null,
  enabled: true,
}

export const depositForm = (policy: Policy | null): DepositForm =>
  policy === null ? newPolicy : { ...policy, source: policy.source as Source | null }

export const depositInput = (form: DepositForm): InputOf<Contract['terms']['saveDepositPolicy']> => ({
  storeId: form.storeId,
  modelId: form.modelId,
  source: form.source,
  rentalFen: form.rentalFen,
  violationFen: form.violationFen,
  modes: [...form.modes],
  waiveTypes: [...form.waiveTypes],
  holdDays: form.holdDays,
  enabled: form.enabled,
})

/** ¥3,000.00, or that the model's own holds. */
export const amountText = (fen: number | null): string => (fen === null ? '按车型' : formatMoney(fen))

const only = <V>(value: V | null): V[] => (value === null ? [] : [value])

export const depositLines =
  ({ stores, models, sources }: Places) =>
  (form: DepositForm): FieldLine[] => [
    { label: '门店', text: reachText(stores, only(form.storeId), '全部门店') },
    { label: '车型', text: reachText(models, only(form.modelId), '全部车型') },
    { label: '渠道', text: reachText(sources, only(form.source), '全部渠道') },
    { label: '租车押金', text: amountText(form.rentalFen) },
    { label: '违章押金', text: amountText(form.violationFen) },
    { label: '收取方式', text: form.modes.map(depositModes.text).join('、') },
    { label: '免押方式', text: form.waiveTypes.map(waiveTypes.text).join('、') || '不免押' },
    { label: '违章保留', text: form.holdDays === null ? '按商家设置' : `${form.holdDays}天` },
    { label: '启用', text: yes(form.enabled) },
  ]
