import { lifecycles, runStates } from '@cheyi/domain/vehicle/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useFilterDraft } from '../../kernel/filter-draft.ts'
import { ModelFilter } from '../../order/parts/model-filter.tsx'
import { useStoreFilter } from '../../order/parts/use-store-filter.ts'
import { ChipRadios } from '../../ui/chips.tsx'
import { FilterFrame, FilterSection } from '../../ui/filter-sheet.tsx'
import { inventoryScreens } from '../screens.ts'
import { type Changes, expiryOf, expiryOptions, inputOf, type ListValues, noFilter } from './filter.ts'

interface FilterSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly values: ListValues
  readonly onApply: (changes: Changes) => void
}

/** What the fleet can be narrowed by; how many cars would be left is said while choosing. */
export default function FilterSheet({ open, onClose, values, onApply }: FilterSheetProps) {
  const { changes, draft, change, reset } = useFilterDraft(open, inventoryScreens.list.search, values)
  const storeId = useStoreFilter()
  const count = useRead(
    calls.inventory.list,
    { ...inputOf(draft, storeId), pageSize: 1 },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  return (
    <FilterFrame
      open={open}
      onClose={onClose}
      noun="车辆"
      unit="辆"
      total={count.data?.total ?? undefined}
      capped={count.data?.totalCapped}
      onReset={() => reset(noFilter)}
      onApply={() => onApply(changes)}
    >
      <FilterSection title="车辆状态">
        <ChipRadios
          look="tile"
          label="车辆状态"
          options={runStates.items.map(({ value, name }) => ({ value, label: name }))}
          value={draft.runState}
          onChange={(runState) => change({ runState, lifecycle: undefined })}
          onClear={() => change({ runState: undefined })}
        />
      </FilterSection>
      <FilterSection title="生命周期">
        <ChipRadios
          look="tile"
          label="生命周期"
          options={lifecycles.items.map(({ value, name }) => ({ value, label: name }))}
          value={draft.lifecycle}
          onChange={(lifecycle) => change({ lifecycle, runState: undefined })}
          onClear={() => change({ lifecycle: undefined })}
        />
      </FilterSection>
      <FilterSection title="30天内到期">
        <ChipRadios
          look="tile"
          label="30天内到期"
          options={expiryOptions}
          value={expiryOf(draft)}
          onChange={(expiry) => change({ expiry })}
          onClear={() => change({ expiry: undefined })}
        />
      </FilterSection>
      <ModelFilter open={open} value={draft.modelId} onChange={(modelId) => change({ modelId })} />
    </FilterFrame>
  )
}
