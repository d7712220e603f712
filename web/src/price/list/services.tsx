import type { OutputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput, TextInput } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { faultOf, useTermsForm } from './terms-form.tsx'

type Service = OutputOf<Contract['pricing']['services']>[number]

const kinds = [
  { value: 1, label: '基础服务' },
  { value: 2, label: '保障' },
  { value: 3, label: '增值服务' },
] as const
const kindText = (type: number) => kinds.find(({ value }) => value === type)?.label ?? ''

/** What is sold beside the car. */
export default function Services() {
  const mayEdit = useMay('price.edit')
  const services = useRead(calls.pricing.services, { all: true }, { quiet: true }).data
  const [edited, setEdited] = useState<Service | 'new'>()
  if (services === undefined) return <Skeleton cards={3} shape="rows" />
  return (
    <>
      {services.length === 0 && <Empty title="暂无服务项" note="保障、儿童座椅等在这里定价" />}
      <Card>
        {services.map((service) => (
          <button
            key={service.id}
            type="button"
            className="price-line"
            disabled={!mayEdit}
            onClick={() => setEdited(service)}
          >
            <span>
              {service.name} {service.mandatory && <Tag tone="primary">必选</Tag>}{' '}
              {!service.enabled && <Tag tone="warning">已停用</Tag>}
              <small className="num">
                {kindText(service.itemType)}
                {service.maxQty > 1 && ` · 最多 ${service.maxQty} 份`}
                {service.capDays !== null && ` · ${service.capDays} 天封顶`}
              </small>
            </span>
            <b className="num">
              {formatMoney(service.price)}/{service.unit === 'day' ? '天' : '次'}
            </b>
          </button>
        ))}
      </Card>
      {mayEdit && (
        <Button icon="plus" block onClick={() => setEdited('new')}>
          添加服务项
        </Button>
      )}
      {edited !== undefined && (
        <ServiceSheet
          key={edited === 'new' ? 'new' : edited.id}
          service={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const fresh = {
  code: '',
  name: '',
  description: '',
  itemType: 3 as 1 | 2 | 3,
  unit: 'day' as 'day' | 'order',
  price: null as number | null,
  maxQty: 1 as number | null,
  capDays: null as number | null,
  mandatory: false,
  enabled: true,
}

function ServiceSheet({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const [form, change] = useTermsForm(
    service === null
      ? { ...fresh, code: `s${crypto.randomUUID().slice(0, 8)}` }
      : { ...service, itemType: service.itemType as 1 | 2 | 3, unit: service.unit === 'day' ? 'day' : 'order' },
  )
  const save = useWrite(calls.terms.saveService, { handles: (failure) => failure.field !== null })
  const fault = faultOf(save.failure)
  async function submit() {
    const done = await save.run({
      id: service?.id,
      version: service?.version,
      code: form.code,
      name: form.name,
      description: form.description,
      itemType: form.itemType,
      unit: form.unit as 'day' | 'order',
      price: form.price ?? -1,
      maxQty: form.maxQty ?? 1,
      capDays: form.unit === 'day' ? form.capDays : null,
      mandatory: form.mandatory,
      handling: service?.handling,
      storeIds: service?.storeIds,
      modelIds: service?.modelIds,
      sources: service?.sources as never,
      enabled: form.enabled,
      sort: service?.sort,
    })
    if (!done) return
    feedback.toast('已保存，只影响新报价')
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={service === null ? '添加服务项' : '服务项'}
      flush
      footer={
        <Button variant="primary" size="l" block loading={save.pending} onClick={() => void submit()}>
          保存
        </Button>
      }
    >
      <Field label="名称" error={fault('name')}>
        <TextInput
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          placeholder="儿童座椅"
        />
      </Field>
      <Field label="类型" group>
        <Segmented label="类型" options={kinds} value={form.itemType} onChange={(itemType) => change({ itemType })} />
      </Field>
      <Field label="计价" group>
        <Segmented
          label="计价"
          options={[
            { value: 'day', label: '按天' },
            { value: 'order', label: '按次' },
          ]}
          value={form.unit}
          onChange={(unit) => change({ unit })}
        />
      </Field>
      <Field label="价格" error={fault('price')}>
        <AmountInput value={form.price} onChange={(price) => change({ price })} placeholder="0.00" />
      </Field>
      {form.unit === 'day' && (
        <Field label="封顶天数" optional error={fault('capDays')} hint="超过后不再收费">
          <NumberInput value={form.capDays} onChange={(capDays) => change({ capDays })} suffix="天" />
        </Field>
      )}
      <Field label="最多份数" error={fault('maxQty')}>
        <NumberInput value={form.maxQty} onChange={(maxQty) => change({ maxQty })} suffix="份" />
      </Field>
      <Field label="说明" optional error={fault('description')}>
        <TextInput value={form.description} onChange={(event) => change({ description: event.target.value })} />
      </Field>
      <Field label="必选" group>
        <Switch
          label="必选"
          checked={form.mandatory}
          onChange={(event) => change({ mandatory: event.target.checked })}
        />
      </Field>
      <Field label="启用" group>
        <Switch label="启用" checked={form.enabled} onChange={(event) => change({ enabled: event.target.checked })} />
      </Field>
    </Sheet>
  )
}
