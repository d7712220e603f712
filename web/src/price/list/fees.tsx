import type { OutputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import { formatMoney } from '@cheyi/domain/money'
import { feeMode } from '@cheyi/domain/order/codes'
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
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { Tag } from '../../ui/tag.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { faultOf, useTermsForm } from './terms-form.tsx'

type Fee = OutputOf<Contract['terms']['fees']>[number]
type Stores = readonly { readonly id: string; readonly name: string }[]

const kinds = [
  { value: 'delivery', label: '送车上门' },
  { value: 'collect', label: '上门取车' },
  { value: 'shuttle', label: '接送到店' },
  { value: 'night', label: '夜间服务' },
  { value: 'oneWay', label: '异店还车' },
] as const
type Kind = (typeof kinds)[number]['value']
const kindText = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? ''

const modes = [
  { value: feeMode.free, label: '免费' },
  { value: feeMode.percentage, label: '按比例' },
  { value: feeMode.custom, label: '自定义' },
] as const

/** Fees of handing over at one store. */
export default function Fees({ storeId, stores }: { storeId: string | undefined; stores: Stores }) {
  const mayEdit = useMay('price.edit')
  const fees = useRead(calls.terms.fees, { storeId }, { quiet: true, enabled: storeId !== undefined }).data
  const [edited, setEdited] = useState<Fee | 'new'>()
  if (fees === undefined || storeId === undefined) return <Skeleton cards={3} shape="rows" />
  return (
    <>
      {fees.length === 0 && <Empty title="暂无取还费用" note="送车、夜间、异店还车的收费在这里设置" />}
      <Card>
        {fees.map((fee) => (
          <button key={fee.id} type="button" className="price-line" disabled={!mayEdit} onClick={() => setEdited(fee)}>
            <span>
              {kindText(fee.kind)}
              {fee.name && fee.name !== kindText(fee.kind) && ` · ${fee.name}`}{' '}
              {!fee.enabled && <Tag tone="warning">已停用</Tag>}
              <small className="num">{detailOf(fee)}</small>
            </span>
            <b className="num">{amountOf(fee)}</b>
          </button>
        ))}
      </Card>
      {mayEdit && (
        <Button icon="plus" block onClick={() => setEdited('new')}>
          添加取还费用
        </Button>
      )}
      {edited !== undefined && (
        <FeeSheet
          key={edited === 'new' ? 'new' : edited.id}
          fee={edited === 'new' ? null : edited}
          storeId={storeId}
          stores={stores}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const amountOf = (fee: Fee): string =>
  fee.feeMode === feeMode.free
    ? '免费'
    : fee.feeMode === feeMode.percentage
      ? `${fee.rateBp / 100}%`
      : formatMoney(fee.amount)

function detailOf(fee: Fee): string {
  const far = fee.perKmFee > 0 ? `含 ${fee.baseKm} 公里，超出每公里 ${formatMoney(fee.perKmFee)}` : ''
  const most = fee.maxKm === null ? '' : `最远 ${fee.maxKm} 公里`
  const window = fee.kind === 'night' ? `${fee.windowFrom ?? '22:00'} 至 ${fee.windowTo ?? '08:00'}` : ''
  const pair = fee.kind === 'oneWay' ? (fee.pairStoreName ?? '其他门店') : ''
  return [pair, window, far, most].filter(Boolean).join(' · ')
}

const fresh = {
  kind: 'delivery' as Kind,
  name: '',
  feeMode: feeMode.custom as Fee['feeMode'],
  rateBp: null as number | null,
  amount: null as number | null,
  baseKm: null as number | null,
  perKmFee: null as number | null,
  maxKm: null as number | null,
  windowFrom: '22:00' as string | null,
  windowTo: '08:00' as string | null,
  pairStoreId: null as string | null,
  enabled: true,
}

interface FeeSheetProps {
  readonly fee: Fee | null
  readonly storeId: string
  readonly stores: Stores
  readonly onClose: () => void
}

function FeeSheet({ fee, storeId, stores, onClose }: FeeSheetProps) {
  const [form, change] = useTermsForm<typeof fresh>(fee ?? fresh)
  const save = useWrite(calls.terms.saveFee, { handles: (failure) => failure.field !== null })
  const fault = faultOf(save.failure)
  const byRoad = form.kind !== 'night'
  const custom = form.feeMode === feeMode.custom
  async function submit() {
    const done = await save.run({
      id: fee?.id,
      version: fee?.version,
      storeId,
      kind: form.kind,
      name: form.name,
      feeMode: form.feeMode,
      rateBp: form.rateBp ?? 0,
      amount: form.amount ?? 0,
      baseKm: byRoad ? (form.baseKm ?? 0) : 0,
      perKmFee: byRoad ? (form.perKmFee ?? 0) : 0,
      maxKm: byRoad && form.kind !== 'oneWay' ? form.maxKm : null,
      windowFrom: form.kind === 'night' ? form.windowFrom : null,
      windowTo: form.kind === 'night' ? form.windowTo : null,
      pairStoreId: form.kind === 'oneWay' ? form.pairStoreId : null,
      enabled: form.enabled,
    })
    if (!done) return
    feedback.toast('已保存，只影响新报价')
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={fee === null ? '添加取还费用' : '取还费用'}
      flush
      footer={
        <Button variant="primary" size="l" block loading={save.pending} onClick={() => void submit()}>
          保存
        </Button>
      }
    >
      <Field label="费用类型">
        <Select title="费用类型" options={kinds} value={form.kind} onChange={(kind) => change({ kind })} />
      </Field>
      <Field label="名称" optional error={fault('name')} hint="同一类型多条时用来区分，如“外环外”">
        <TextInput value={form.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      {form.kind === 'oneWay' && (
        <Field label="还车门店" optional error={fault('pairStoreId')}>
          <Select
            title="还车门店"
            placeholder="其他任一门店"
            options={stores.filter(({ id }) => id !== storeId).map(({ id, name }) => ({ value: id, label: name }))}
            value={form.pairStoreId ?? undefined}
            onChange={(pairStoreId) => change({ pairStoreId })}
          />
        </Field>
      )}
      <Field label="收费方式" group>
        <Segmented
          label="收费方式"
          options={modes}
          value={form.feeMode}
          onChange={(mode) => change({ feeMode: mode })}
        />
      </Field>
      {form.feeMode === feeMode.percentage && (
        <Field label="比例" error={fault('rateBp')} hint="按租金和服务费的合计">
          <NumberInput times={100} value={form.rateBp} onChange={(rateBp) => change({ rateBp })} suffix="%" />
        </Field>
      )}
      {custom && (
        <Field label={form.kind === 'night' ? '每次费用' : '起步费用'} error={fault('amount')}>
          <AmountInput value={form.amount} onChange={(amount) => change({ amount })} placeholder="0.00" />
        </Field>
      )}
      {custom && byRoad && (
        <>
          <Field label="起步公里" optional error={fault('baseKm')}>
            <NumberInput value={form.baseKm} onChange={(baseKm) => change({ baseKm })} suffix="公里" />
          </Field>
          <Field label="每公里" optional error={fault('perKmFee')}>
            <AmountInput value={form.perKmFee} onChange={(perKmFee) => change({ perKmFee })} />
          </Field>
        </>
      )}
      {byRoad && form.kind !== 'oneWay' && (
        <Field label="最远" optional error={fault('maxKm')}>
          <NumberInput value={form.maxKm} onChange={(maxKm) => change({ maxKm })} suffix="公里" />
        </Field>
      )}
      {form.kind === 'night' && (
        <>
          <Field label="开始" error={fault('windowFrom')}>
            <TextInput
              type="time"
              value={form.windowFrom ?? ''}
              onChange={(event) => change({ windowFrom: event.target.value })}
            />
          </Field>
          <Field label="结束" error={fault('windowTo')}>
            <TextInput
              type="time"
              value={form.windowTo ?? ''}
              onChange={(event) => change({ windowTo: event.target.value })}
            />
          </Field>
        </>
      )}
      <Field label="启用" group>
        <Switch label="启用" checked={form.enabled} onChange={(event) => change({ enabled: event.target.checked })} />
      </Field>
    </Sheet>
  )
}
