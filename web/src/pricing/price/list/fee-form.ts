import { feeMode } from '@cheyi/domain/booking/order/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type Fee = OutputOf<typeof calls.terms.fees>[number]

export const kinds = [
  { value: 'delivery', label: '送车上门' },
  { value: 'collect', label: '上门取车' },
  { value: 'shuttle', label: '接送到店' },
  { value: 'night', label: '夜间服务' },
  { value: 'oneWay', label: '异店还车' },
] as const
export const kindText = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? ''

/** Charging modes. A custom amount is charged per service at night; for other kinds it depends on the distance. */
export const modesOf = (kind: Fee['kind'] | null) =>
  [
    { value: feeMode.free, label: '免费' },
    { value: feeMode.percentage, label: '按比例' },
    { value: feeMode.custom, label: kind === 'night' ? '按次' : '按距离' },
  ] as const

type Form = Typed<InputOf<typeof calls.terms.saveFee>>

export const newFee: Form = {
  id: null,
  version: null,
  storeId: null,
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

/** The fields that a fee has, depending on its kind and its charging mode. */
export function fieldsOf({ kind, feeMode: mode }: Pick<Form, 'kind' | 'feeMode'>) {
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

/** Clears the fields that do not apply to the kind of fee. */
export function feeInput(form: Form): Form {
  const { farthest, window, pair } = fieldsOf(form)
  return {
    ...form,
    ...(window ? { baseKm: 0, perKmFee: 0 } : { windowFrom: null, windowTo: null }),
    maxKm: farthest ? form.maxKm : null,
    pairStoreId: pair ? form.pairStoreId : null,
  }
}
