import './filter-sheet.css'
import {
  type OrderKind,
  type PickupType,
  pickupReturnQueryStatuses,
  pickupTypes,
  type Source,
} from '@cheyi/domain/booking/order/codes'
import { localDate } from '@cheyi/domain/time'
import { ModelFilter } from '../../../fleet/model/parts/model-filter.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useFilterDraft } from '../../../kernel/filter-draft.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Picking } from '../../../kernel/page/picking.ts'
import { useSourceOptions } from '../../../platform/merchant/parts/sources.ts'
import { useCurrentStore, useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { DateRangeField } from '../../../ui/date/date-range-field.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { ChipChecks } from '../../../ui/frame/chips.tsx'
import { FilterChips, FilterFrame, FilterSection } from '../../../ui/frame/filter-sheet.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Row } from '../../../ui/layout.tsx'
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
  /** Writes the chosen filter to the address. */
  readonly onApply: (changes: Changes) => void
  /** The time range panel, bound to the page's address. */
  readonly picking: Picking
}

/** All filters of the list, with the number of matching orders while choosing. */
export default function FilterSheet({ open, onClose, kind, values, onApply, picking }: FilterSheetProps) {
  const { changes, draft, change, reset } = useFilterDraft(open, orderScreens.list.search, values)
  const { stores } = useCurrentStore()
  const current = useStoreFilter()
  const sourceOptions = useSourceOptions(values.source.map(Number))
  const now = useNow()
  const count = useRead(
    calls.order.list,
    { ...inputOf(draft, kind, current), pageSize: 1 },
    { enabled: open, keepPrevious: true },
  )
  return (
    <FilterFrame
      open={open}
      onClose={onClose}
      noun="订单"
      unit="单"
      total={count.data?.total ?? undefined}
      capped={count.data?.totalCapped}
      onReset={() => reset(noFilter)}
      onApply={() => onApply(changes)}
    >
      <FilterChips
        title="快捷筛选"
        options={quickFilters.map((value) => ({ value, label: pickupReturnQueryStatuses.text(value) }))}
        value={quickFilters.find((code) => code === draft.pickupReturnQueryStatus)}
        onChange={(pickupReturnQueryStatus) => change({ pickupReturnQueryStatus })}
      />
      <FilterSection title="时间">
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
        />
      </FilterSection>
      {stores.length > 1 && (
        <FilterSection title="门店">
          <ChipChecks
            look="tile"
            label="门店"
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storesOf(draft, current)}
            onChange={(chosen) => change(storeChange(chosen, current))}
          />
        </FilterSection>
      )}
      <FilterSection title="订单来源">
        <ChipChecks
          look="tile"
          label="订单来源"
          options={sourceOptions}
          value={draft.source.map(Number) as Source[]}
          onChange={(source) => change({ source })}
        />
      </FilterSection>
      <ModelFilter open={open} value={draft.modelId} onChange={(modelId) => change({ modelId })} />
      <FilterChips
        title="押金状态"
        options={depositChoices}
        value={depositChoiceOf(draft)}
        onChange={(choice) => change(depositChange(choice))}
      />
      <FilterChips
        title="取车方式"
        options={pickupTypes.values.map((value) => ({ value, label: pickupTypes.text(value) }))}
        value={draft.pickupType as PickupType | undefined}
        onChange={(pickupType) => change({ pickupType })}
      />
      <Row top={10} high={44} justify="between">
        只看超时未还
        <Switch
          label="只看超时未还"
          checked={draft.overdue}
          onChange={(event) => change({ overdue: event.target.checked })}
        />
      </Row>
    </FilterFrame>
  )
}
