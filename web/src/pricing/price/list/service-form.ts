import type { Source } from '@cheyi/domain/booking/order/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type Service = OutputOf<typeof calls.quote.services>[number]

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

type Form = Typed<InputOf<typeof calls.terms.saveService>>

/** The code identifies a service in bill lines and is not shown to users, so it is random. The service is sorted last. */
export const newService = (): Form => ({
  id: null,
  version: null,
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

export const serviceForm = (service: Service): Form => ({
  ...service,
  itemType: service.itemType as Form['itemType'],
  unit: service.unit === 'day' ? 'day' : 'order',
  sources: service.sources as Source[],
})

export const serviceInput = (form: Form): Form => ({
  ...form,
  maxQty: form.maxQty ?? 1,
  capDays: form.unit === 'day' ? form.capDays : null,
})
