import type { OutputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import { type DepositMode, depositModes } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipChecks } from '../../ui/chips.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { layerOf, useLayers } from '../parts/layers.ts'
import { NumberInput } from '../parts/number-input.tsx'
import { faultOf, useTermsForm } from './terms-form.tsx'

type Policy = OutputOf<Contract['terms']['depositPolicies']>[number]
type Stores = readonly { readonly id: string; readonly name: string }[]
type Models = readonly { readonly modelId: string; readonly name: string }[]

const modes = depositModes.values.map((mode) => ({ value: mode, label: depositModes.text(mode) }))

/** Deposits that differ from those of the model. */
export default function Deposits({ storeId, stores }: { storeId: string | undefined; stores: Stores }) {
  const mayEdit = useMay('price.edit')
  const { nameOf } = useLayers()
  const policies = useRead(calls.terms.depositPolicies, {}, { quiet: true }).data
  const models = useRead(calls.price.rules, { storeId }, { quiet: true, enabled: storeId !== undefined }).data ?? []
  const [edited, setEdited] = useState<Policy | 'new'>()
  if (policies === undefined) return <Skeleton cards={2} shape="rows" />
  return (
    <>
      {policies.length === 0 && <Empty title="暂无押金规则" note="没有规则时按车型的押金收取" />}
      <Card>
        {policies.map((policy) => (
          <button
            key={policy.id}
            type="button"
            className="price-line"
            disabled={!mayEdit}
            onClick={() => setEdited(policy)}
          >
            <span>
              {policy.storeName ?? '全部门店'} · {policy.modelName ?? '全部车型'}{' '}
              {policy.source !== null && <Tag>{nameOf(policy.source)}</Tag>}{' '}
              {!policy.enabled && <Tag tone="warning">已停用</Tag>}
              <small className="num">
                租车押金 {amountOf(policy.rentalFen)} · 违章押金 {amountOf(policy.violationFen)}
              </small>
            </span>
          </button>
        ))}
      </Card>
      {mayEdit && (
        <Button icon="plus" block onClick={() => setEdited('new')}>
          添加押金规则
        </Button>
      )}
      {edited !== undefined && (
        <PolicySheet
          key={edited === 'new' ? 'new' : edited.id}
          policy={edited === 'new' ? null : edited}
          stores={stores}
          models={models}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const amountOf = (fen: number | null): string => (fen === null ? '按车型' : formatMoney(fen))

const ALL = ''
const fresh = {
  storeId: null as string | null,
  modelId: null as string | null,
  source: null as number | null,
  rentalFen: null as number | null,
  violationFen: null as number | null,
  modes: [...depositModes.values] as DepositMode[],
  holdDays: null as number | null,
  enabled: true,
}

interface PolicySheetProps {
  readonly policy: Policy | null
  readonly stores: Stores
  readonly models: Models
  readonly onClose: () => void
}

function PolicySheet({ policy, stores, models, onClose }: PolicySheetProps) {
  const { tabs } = useLayers()
  const [form, change] = useTermsForm<typeof fresh>(policy ?? fresh)
  const save = useWrite(calls.terms.saveDepositPolicy, { handles: (failure) => failure.field !== null })
  const fault = faultOf(save.failure)
  // A model of another store's list keeps its name.
  const known = models.map(({ modelId, name }) => ({ value: modelId, label: name }))
  const own = policy?.modelId && !known.some(({ value }) => value === policy.modelId)
  const modelOptions = own ? [...known, { value: policy.modelId!, label: policy.modelName ?? '' }] : known
  async function submit() {
    const layer = form.source === null ? 0 : layerOf(form.source)
    const done = await save.run({
      id: policy?.id,
      version: policy?.version,
      storeId: form.storeId,
      modelId: form.modelId,
      source: layer === 0 ? null : layer,
      rentalFen: form.rentalFen,
      violationFen: form.violationFen,
      modes: form.modes,
      waiveTypes: policy?.waiveTypes,
      holdDays: form.holdDays,
      enabled: form.enabled,
    })
    if (!done) return
    feedback.toast('已保存，只影响新订单')
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={policy === null ? '添加押金规则' : '押金规则'}
      flush
      footer={
        <Button variant="primary" size="l" block loading={save.pending} onClick={() => void submit()}>
          保存
        </Button>
      }
    >
      <Field label="门店" error={fault('storeIds')}>
        <Select
          title="门店"
          options={[{ value: ALL, label: '全部门店' }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
          value={form.storeId ?? ALL}
          onChange={(storeId) => change({ storeId: storeId || null })}
        />
      </Field>
      <Field label="车型" error={fault('modelId') ?? fault('modelIds')}>
        <Select
          title="车型"
          options={[{ value: ALL, label: '全部车型' }, ...modelOptions]}
          value={form.modelId ?? ALL}
          onChange={(modelId) => change({ modelId: modelId || null })}
        />
      </Field>
      <Field label="渠道">
        <Select
          title="渠道"
          options={tabs.map(({ key, label }) => ({ value: key, label: key === '0' ? '全部渠道' : label }))}
          value={String(form.source ?? 0)}
          onChange={(source) => change({ source: source === '0' ? null : Number(source) })}
        />
      </Field>
      <Field label="租车押金" error={fault('rentalFen')}>
        <AmountInput value={form.rentalFen} onChange={(rentalFen) => change({ rentalFen })} placeholder="按车型" />
      </Field>
      <Field label="违章押金" error={fault('violationFen')}>
        <AmountInput
          value={form.violationFen}
          onChange={(violationFen) => change({ violationFen })}
          placeholder="按车型"
        />
      </Field>
      <Field label="收取方式" error={fault('modes')} group>
        <ChipChecks
          label="收取方式"
          look="wrap"
          options={modes}
          value={form.modes}
          onChange={(chosen) => change({ modes: chosen })}
        />
      </Field>
      <Field label="违章保留" optional error={fault('holdDays')} hint="还车后违章押金保留的天数，不填按商家设置">
        <NumberInput value={form.holdDays} onChange={(holdDays) => change({ holdDays })} suffix="天" />
      </Field>
      <Field label="启用" group>
        <Switch label="启用" checked={form.enabled} onChange={(event) => change({ enabled: event.target.checked })} />
      </Field>
    </Sheet>
  )
}
