import type { Contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import type { Source } from '@cheyi/domain/order/codes'
import type { Typed } from '../../form/form-call.ts'
import { type Places, reachText } from './reach.tsx'
import { type FieldLine, yes } from './use-terms.ts'

export type Service = OutputOf<Contract['quote']['services']>[number]

export const kinds = [
  { value: 1, label: '基础服务' },
  { value: 2, label: '保障' },
  { value: 3, label: '增值服务' },
] as const
export const kindText = (type: number) => kinds.find(({ value }) => value === type)?.label ?? ''

export const units = [
  { value: 'day', label: '按天' },
  { value: 'order', label: '按次' },
] as const

export interface ServiceForm {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly itemType: 1 | 2 | 3
  readonly unit: 'day' | 'order'
  readonly price: number | null
  readonly maxQty: number | null
  readonly capDays: number | null
  readonly mandatory: boolean
  readonly handling: boolean
  readonly storeIds: readonly string[]
  readonly modelIds: readonly string[]
  readonly sources: readonly Source[]
  readonly enabled: boolean
  readonly sort: number
}

/** Codes name a service on lines of bills and are never read by people: a new one is drawn. It comes after all others. */
const newService = (): ServiceForm => ({
  code: `s${crypto.randomUUID().slice(0, 8)}`,
  name: '',
  description: '',
  itemType: 3,
  unit: 'day',
  price: null,
  maxQty: 1,
  capDays: null,
  mandatory: false,
  handling: false,
  storeIds: [],
  modelIds: [],
  sources: [],
  enabled: true,
  sort: 100,
})

export const serviceForm = (service: Service | null): ServiceForm =>
  service === null
    ? newService()
    : {
        ...service,
        itemType: service.itemType as ServiceForm['itemType'],
        unit: service.unit === 'day' ? 'day' : 'order',
        sources: service.sources as Source[],
      }

type Input = Typed<InputOf<Contract['terms']['saveService']>>

export const serviceInput = (form: ServiceForm): Omit<Input, 'id' | 'version'> => ({
  code: form.code,
  name: form.name,
  description: form.description,
  itemType: form.itemType,
  unit: form.unit,
  price: form.price,
  maxQty: form.maxQty ?? 1,
  capDays: form.unit === 'day' ? form.capDays : null,
  mandatory: form.mandatory,
  handling: form.handling,
  storeIds: [...form.storeIds],
  modelIds: [...form.modelIds],
  sources: [...form.sources],
  enabled: form.enabled,
  sort: form.sort,
})

export const serviceLines =
  ({ stores, models, sources }: Places) =>
  (form: ServiceForm): FieldLine[] => [
    { label: '名称', text: form.name },
    { label: '类型', text: kindText(form.itemType) },
    { label: '计价', text: form.unit === 'day' ? '按天' : '按次' },
    { label: '价格', text: form.price === null ? '未填' : formatMoney(form.price) },
    ...(form.unit === 'day'
      ? [{ label: '封顶天数', text: form.capDays === null ? '不封顶' : `${form.capDays}天` }]
      : []),
    { label: '最多份数', text: `${form.maxQty ?? 1}份` },
    { label: '说明', text: form.description || '无' },
    { label: '必选', text: yes(form.mandatory) },
    { label: '手续费', text: yes(form.handling) },
    { label: '门店', text: reachText(stores, form.storeIds, '全部门店') },
    { label: '车型', text: reachText(models, form.modelIds, '全部车型') },
    { label: '渠道', text: reachText(sources, form.sources, '全部渠道') },
    { label: '启用', text: yes(form.enabled) },
  ]
