import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { termsSaveService } from '../../../form/calls/terms-save-service.gen.ts'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { useLayers } from '../parts/layers.ts'
import { ReachField, reachText, type Stores, useOwnPlaces, usePlaces } from './reach.tsx'
import { kinds, kindText, newService, serviceForm, serviceInput, units } from './service-form.ts'
import { TermsList } from './terms-list.tsx'
import { savingOf, TermsSheet } from './terms-sheet.tsx'

interface ServicesProps {
  readonly storeId: string | undefined
  readonly stores: Stores
}

/** Additional services sold with a rental. */
export default function Services({ storeId, stores }: ServicesProps) {
  const read = useServices()
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
      placesOf={({ storeIds }) => storeIds}
      edit={(service) =>
        void open(async () => ({ default: ServiceSheet }), { id: service?.id ?? null, storeId, stores })
      }
    />
  )
}

const useServices = () => useRead(calls.quote.services, { all: true })

interface ServiceSheetProps extends ServicesProps, Asks<true> {
  /** null: a new service. */
  readonly id: string | null
}

function ServiceSheet({ id, storeId, stores, answer }: ServiceSheetProps) {
  const read = useServices()
  const own = useOwnPlaces(stores)
  const [fresh] = useState(() => ({ ...newService(), storeIds: own.fresh }))
  const service = read.data?.find((one) => one.id === id)
  const places = usePlaces(stores, storeId, service?.sources)
  const form = useForm(termsSaveService, {
    stored: service ? serviceForm(service) : fresh,
    toInput: serviceInput,
    also: ({ storeIds }) => ({ storeIds: own.problem(storeIds) }),
    ...savingOf({ id, read, answer }),
  })
  const { fields, value, set } = form
  // A basic service is part of every rental unless the merchant changes that.
  const itemType = {
    ...fields.itemType,
    set: (type: 1 | 2 | 3 | null) => set({ itemType: type, mandatory: type === 1 }),
  }
  return (
    <TermsSheet noun="服务项" of={form} isNew={id === null}>
      <TextField of={fields.name} placeholder="儿童座椅" />
      <FieldNote of={fields.code} words={String} />
      <SegmentedField of={itemType} label="类型" options={kinds} />
      <SegmentedField of={fields.unit} label="计价" options={units} />
      <FenField of={fields.price} />
      {value.unit === 'day' && <NumberField of={fields.capDays} unit="天" hint="超过后不再收费" />}
      <NumberField of={fields.maxQty} unit="份" />
      <TextField of={fields.description} />
      <SwitchField of={fields.mandatory} />
      {value.itemType === 1 && <SwitchField of={fields.handling} hint="每单一次，续租不再收" />}
      <ReachField of={fields.storeIds} options={places.stores} everywhere={own.everywhere} />
      <ReachField of={fields.modelIds} options={places.models} />
      <ReachField of={fields.sources} options={places.sources} />
      <SwitchField of={fields.enabled} />
    </TermsSheet>
  )
}
