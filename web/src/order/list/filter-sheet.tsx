import './filter-sheet.css'
import {
  type OrderKind,
  type PickupType,
  pickupReturnQueryStatuses,
  pickupTypes,
  type Source,
  sources,
} from '@cheyi/domain/order/codes'
import { localDate } from '@cheyi/domain/time'
import { type ReactNode, useId, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useCurrentStore } from '../../kernel/current-store.ts'
import { useNow } from '../../kernel/now.ts'
import type { Picking } from '../../kernel/picking.ts'
import { mergeSearch, readSearch } from '../../kernel/search.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { ChipChecks, ChipRadios } from '../../ui/chips.tsx'
import { Switch } from '../../ui/choice.tsx'
import { DateRangeField } from '../../ui/date-range-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { useModels } from '../parts/models.ts'
import { useSourceNames } from '../parts/sources.ts'
import { useStoreFilter } from '../parts/use-store-filter.ts'
import { orderScreens } from '../screens.ts'
import {
  type Changes,
  dateTypeOf,
  dateTypes,
  depositChange,
  depositChoiceOf,
  depositChoices,
  inputOf,
  type ListValues,
  noFilter,
  quickFilters,
  rangeOf,
  storeChange,
  storesOf,
} from './filter.ts'

export interface FilterSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly kind: OrderKind
  readonly values: ListValues
  /** Takes the chosen filter over into the address. */
  readonly onApply: (changes: Changes) => void
  /** The panel of the time range, bound to the page's address. */
  readonly picking: Picking
}

/** Everything the list can be narrowed by; how many orders would be left is said while choosing. */
export default function FilterSheet(props: FilterSheetProps) {
  // Begun anew with each opening: what was left without 查看 is forgotten.
  const [openings, setOpenings] = useState(0)
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open !== wasOpen) {
    setWasOpen(props.open)
    if (props.open) setOpenings(openings + 1)
  }
  return <Filters key={openings} {...props} />
}

function Filters({ open, onClose, kind, values, onApply, picking }: FilterSheetProps) {
  const [changes, setChanges] = useState<Changes>({})
  const { stores } = useCurrentStore()
  const current = useStoreFilter()
  const sourceName = useSourceNames()
  const now = useNow()
  const mayModels = useMay('model')
  const models = useModels(open && mayModels)
  const draft = readSearch(orderScreens.list.search, mergeSearch(mergeSearch({}, values), changes))
  const change = (more: Changes) => setChanges({ ...changes, ...more })
  const count = useRead(
    calls.order.list,
    { ...inputOf(draft, kind, current), pageSize: 1 },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  const total = count.data?.total
  const found = total === undefined || total === null ? '订单' : `${total}${count.data?.totalCapped ? '+' : ''} 单`
  const none = total === 0
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="筛选订单"
      className="order-filter"
      footer={
        <>
          <Button size="l" className="order-filter-reset" onClick={() => setChanges(noFilter)}>
            重置
          </Button>
          <Button
            variant="primary"
            size="l"
            block
            aria-live="polite"
            onClick={() => {
              onApply(changes)
              onClose()
            }}
          >
            {none ? '没有匹配的订单' : `查看 ${found}`}
          </Button>
        </>
      }
    >
      <Section title="快捷筛选">
        <ChipRadios
          look="tile"
          label="快捷筛选"
          options={quickFilters.map((value) => ({ value, label: pickupReturnQueryStatuses.text(value) }))}
          value={quickFilters.find((code) => code === draft.pickupReturnQueryStatus)}
          onChange={(pickupReturnQueryStatus) => change({ pickupReturnQueryStatus })}
          onClear={() => change({ pickupReturnQueryStatus: undefined })}
        />
      </Section>
      <Section title="时间">
        <Segmented
          label="时间类型"
          className="order-filter-date-type"
          options={dateTypes}
          value={dateTypeOf(draft)}
          onChange={(dateType) => change({ dateType })}
        />
        <DateRangeField
          look="fill"
          open={picking.open}
          onOpenChange={(show) => (show ? picking.show() : picking.close())}
          value={rangeOf(draft) ?? []}
          onChange={(range) => change({ dateRange: range })}
          today={localDate(now)}
          placeholder="选择时间范围"
          labels={['开始', '结束']}
        />
      </Section>
      {stores.length > 1 && (
        <Section title="门店">
          <ChipChecks
            look="tile"
            label="门店"
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storesOf(draft, current)}
            onChange={(chosen) => change(storeChange(chosen, current))}
          />
        </Section>
      )}
      <Section title="订单来源">
        <ChipChecks
          look="tile"
          label="订单来源"
          options={sources.values.map((value) => ({ value, label: sourceName(value) }))}
          value={draft.source.map(Number) as Source[]}
          onChange={(source) => change({ source })}
        />
      </Section>
      {mayModels && models.length > 0 && (
        <Section title="车型">
          <div className="order-filter-select">
            <Select
              title="选择车型"
              placeholder="全部车型"
              search
              options={[
                { value: '', label: '全部车型' },
                ...models.map(({ modelId, name }) => ({ value: modelId, label: name })),
              ]}
              value={draft.modelId ?? ''}
              onChange={(modelId) => change({ modelId })}
            />
          </div>
        </Section>
      )}
      <Section title="押金状态">
        <ChipRadios
          look="tile"
          label="押金状态"
          options={depositChoices}
          value={depositChoiceOf(draft)}
          onChange={(choice) => change(depositChange(choice))}
          onClear={() => change(depositChange(undefined))}
        />
      </Section>
      <Section title="取车方式">
        <ChipRadios
          look="tile"
          label="取车方式"
          options={pickupTypes.values.map((value) => ({ value, label: pickupTypes.text(value) }))}
          value={draft.pickupType as PickupType | undefined}
          onChange={(pickupType) => change({ pickupType })}
          onClear={() => change({ pickupType: undefined })}
        />
      </Section>
      <div className="order-filter-switch">
        只看逾期未还
        <Switch
          label="只看逾期未还"
          checked={draft.overdue}
          onChange={(event) => change({ overdue: event.target.checked })}
        />
      </div>
    </Sheet>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="order-filter-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
