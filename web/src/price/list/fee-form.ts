import type { Contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { feeMode } from '@cheyi/domain/order/codes'
import { reachText } from './reach.tsx'
import { type FieldLine, yes } from './use-terms.ts'

export type Fee = OutputOf<Contract['terms']['fees']>[number]

export const kinds = [
  { value: 'delivery', label: '送车上门' },
  { value: 'collect', label: '上门取车' },
  { value: 'shuttle', label: '接送到店' },
  { value: 'night', label: '夜间服务' },
  { value: 'oneWay', label: '异店还车' },
] as const
export const kindText = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? ''

/** Ways of charging: an amount is one a time at night, else it grows with the distance. */
export const modesOf = (kind: Fee['kind']) =>
  [
    { value: feeMode.free, label: '免费' },
    { value: feeMode.percentage, label: '按比例' },
    { value: feeMode.custom, label: kind === 'night' ? '按次' : '按距离' },
  ] as const

export interface FeeForm {
  readonly kind: Fee['kind']
  readonly name: string
  readonly feeMode: Fee['feeMode']
  readonly rateBp: number | null
  readonly amount: number | null
  readonly baseKm: number | null
  readonly perKmFee: number | null
  readonly maxKm: number | null
  readonly windowFrom: string | null
  readonly windowTo: string | null
  readonly pairStoreId: string | null
  readonly enabled: boolean
}

const newFee: FeeForm = {
  kind: 'delivery',
  name: '',
  feeMode: feeMode.custom,
  rateBp: null,
  amount: null,
  baseKm: null,
  perKmFee: null,
  maxKm: null,
  windowFrom: '22:00',
  windowTo: '08:00',
  pairStoreId: null,
  enabled: true,
}

export const feeForm = (fee: Fee | null): FeeForm => fee ?? newFee

/** Which fields a fee has, by its kind and its way of charging. */
export function fieldsOf({ kind, feeMode: mode }: Pick<FeeForm, 'kind' | 'feeMode'>) {
  const byRoad = kind !== 'night'
  const custom = mode === feeMode.custom
  return {
    rate: mode === feeMode.percentage,
    amount: custom,
    perKm: custom && byRoad,
    farthest: byRoad && kind !== 'oneWay',
    window: !byRoad,
    pair: kind === 'oneWay',
  }
}

export function feeInput(storeId: string, form: FeeForm): InputOf<Contract['terms']['saveFee']> {
  const { farthest, window, pair } = fieldsOf(form)
  return {
    storeId,
    kind: form.kind,
    name: form.name,
    feeMode: form.feeMode,
    rateBp: form.rateBp ?? 0,
    amount: form.amount ?? 0,
    baseKm: window ? 0 : (form.baseKm ?? 0),
    perKmFee: window ? 0 : (form.perKmFee ?? 0),
    maxKm: farthest ? form.maxKm : null,
    windowFrom: window ? form.windowFrom : null,
    windowTo: window ? form.windowTo : null,
    pairStoreId: pair ? form.pairStoreId : null,
    enabled: form.enabled,
  }
}

export const feeLines =
  (stores: readonly { readonly value: string; readonly label: string }[]) =>
  (form: FeeForm): FieldLine[] => {
    const has = fieldsOf(form)
    const lines: (FieldLine | false)[] = [
      { label: '费用类型', text: kindText(form.kind) },
      { label: '名称', text: form.name || '无' },
      has.pair && {
        label: '还车门店',
        text: reachText(stores, form.pairStoreId === null ? [] : [form.pairStoreId], '其他任一门店'),
      },
      { label: '收费方式', text: modesOf(form.kind).find(({ value }) => value === form.feeMode)?.label ?? '' },
      has.rate && { label: '比例', text: `${(form.rateBp ?? 0) / 100}%` },
      has.amount && { label: '费用', text: formatMoney(form.amount ?? 0) },
      has.perKm && { label: '起步公里', text: `${form.baseKm ?? 0}公里` },
      has.perKm && { label: '每公里', text: formatMoney(form.perKmFee ?? 0) },
      has.farthest && { label: '最远', text: form.maxKm === null ? '不限' : `${form.maxKm}公里` },
      has.window && { label: '时段', text: `${form.windowFrom ?? ''} 至 ${form.windowTo ?? ''}` },
      { label: '启用', text: yes(form.enabled) },
    ]
    return lines.filter((line) => line !== false)
  }
