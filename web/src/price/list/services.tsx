import { formatMoney } from '@cheyi/domain/money'
import { termsSaveService } from '../../form/calls/terms-save-service.gen.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { type Asks, open } from '../../page/open.ts'
import { Switch } from '../../ui/field/choice.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { ReachField, reachText, type Stores, usePlaces } from './reach.tsx'
import { kinds, kindText, type Service, serviceForm, serviceInput, serviceLines, units } from './service-form.ts'
import { TermsList } from './terms-list.tsx'
import { TermsSheet } from './terms-sheet.tsx'
import { useTerms } from './use-terms.ts'

interface ServicesProps {
  readonly storeId: string | undefined
  readonly stores: Stores
}

/** What is sold beside the car. */
export default function Services({ storeId, stores }: ServicesProps) {
  const read = useRead(calls.quote.services, { all: true }, { quiet: true })
  const { nameOf } = useLayers()
  const known = stores.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <TermsList
      noun="服务项"
      note="保障、儿童座椅等在这里定价"
      read={read}
      line={(service) => ({
        name: (
          <>
            {service.name} {service.mandatory && <Tag tone="primary">必选</Tag>}
          </>
        ),
        facts: [
          kindText(service.itemType),
          service.maxQty > 1 && `最多 ${service.maxQty} 份`,
          service.capDays !== null && `${service.capDays} 天封顶`,
          service.storeIds.length > 0 && reachText(known, service.storeIds, ''),
          service.modelIds.length > 0 && `${service.modelIds.length} 款车型`,
          service.sources.map(nameOf).join('、'),
        ]
          .filter(Boolean)
          .join(' · '),
        amount: `${formatMoney(service.price)}/${service.unit === 'day' ? '天' : '次'}`,
      })}
      edit={(service) =>
        void open(async () => ({ default: ServiceSheet }), {
          service,
          storeId,
          stores,
          onStale: () => void read.refetch(),
        })
      }
    />
  )
}

interface ServiceSheetProps extends ServicesProps, Asks<true> {
  readonly service: Service | null
  readonly onStale: () => void
}

function ServiceSheet({ service, storeId, stores, onStale, answer }: ServiceSheetProps) {
  const places = usePlaces(stores, storeId)
  const editing = useTerms(
    service,
    { by: termsSaveService, formOf: serviceForm, inputOf: serviceInput, linesOf: serviceLines(places) },
    onStale,
  )
  const { form, change, fault } = editing
  return (
    <TermsSheet noun="服务项" editing={editing} onSaved={() => answer(true)}>
      <Field label="名称" error={fault('name', 'code')}>
        <TextInput
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          placeholder="儿童座椅"
        />
      </Field>
      <Field label="类型" group>
        <Segmented
          label="类型"
          options={kinds}
          value={form.itemType}
          // A basic service is part of every rental unless the shop says otherwise.
          onChange={(itemType) => change({ itemType, mandatory: itemType === 1 })}
        />
      </Field>
      <Field label="计价" group>
        <Segmented label="计价" options={units} value={form.unit} onChange={(unit) => change({ unit })} />
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
      {form.itemType === 1 && (
        <Field label="手续费" hint="每单一次，续租不再收" group>
          <Switch
            label="手续费"
            checked={form.handling}
            onChange={(event) => change({ handling: event.target.checked })}
          />
        </Field>
      )}
      <ReachField
        label="门店"
        options={places.stores}
        value={form.storeIds}
        onChange={(storeIds) => change({ storeIds })}
        error={fault('storeIds')}
      />
      <ReachField
        label="车型"
        options={places.models}
        value={form.modelIds}
        onChange={(modelIds) => change({ modelIds })}
        error={fault('modelIds')}
      />
      <ReachField
        label="渠道"
        options={places.sources}
        value={form.sources}
        onChange={(sources) => change({ sources })}
        error={fault('sources')}
      />
    </TermsSheet>
  )
}
