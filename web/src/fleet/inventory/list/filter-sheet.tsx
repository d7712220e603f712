import { lifecycles, plateColors, plateKinds, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useFilterDraft } from '../../../kernel/filter-draft.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { FilterChips, FilterFrame } from '../../../ui/frame/filter-sheet.tsx'
import { ModelFilter } from '../../model/parts/model-filter.tsx'
import { inventoryScreens } from '../screens.ts'
import { type Changes, expiryOf, expiryOptions, inputOf, type ListValues, noFilter } from './filter.ts'

/** Filters of the fleet; the number of matching cars is shown while the user chooses. */
export default function FilterSheet({ values, answer }: { readonly values: ListValues } & Asks<Changes>) {
  const { open, close } = useOpened()
  const { changes, draft, change, reset } = useFilterDraft(open, inventoryScreens.list.search, values)
  const storeId = useStoreFilter()
  const count = useRead(calls.inventory.list, { ...inputOf(draft, storeId), pageSize: 1 }, { keepPrevious: true })
  const tags = useRead(calls.inventory.tags, {}).data ?? []
  return (
    <FilterFrame
      open={open}
      onClose={close}
      noun="车辆"
      unit="辆"
      total={count.data?.total ?? undefined}
      capped={count.data?.totalCapped}
      onReset={() => reset(noFilter)}
      onApply={() => answer(changes)}
    >
      <FilterChips
        title="车辆状态"
        options={runStates.items.map(({ value, name }) => ({ value, label: name }))}
        value={draft.runState}
        onChange={(runState) => change({ runState, lifecycle: undefined })}
      />
      <FilterChips
        title="生命周期"
        options={lifecycles.items.map(({ value, name }) => ({ value, label: name }))}
        value={draft.lifecycle}
        onChange={(lifecycle) => change({ lifecycle, runState: undefined })}
      />
      <FilterChips
        title="30天内到期"
        options={expiryOptions}
        value={expiryOf(draft)}
        onChange={(expiry) => change({ expiry })}
      />
      {tags.length > 0 && (
        <FilterChips
          title="标签"
          look="wrap"
          options={tags.map((tag) => ({ value: tag, label: tag }))}
          value={draft.tag || undefined}
          onChange={(tag) => change({ tag })}
        />
      )}
      <FilterChips
        title="车牌类型"
        options={plateKinds.items.map(({ value, name }) => ({ value, label: name }))}
        value={draft.plateKind}
        onChange={(plateKind) => change({ plateKind })}
      />
      <FilterChips
        title="车牌颜色"
        options={plateColors.items.map(({ value, name }) => ({ value, label: name }))}
        value={draft.plateColor}
        onChange={(plateColor) => change({ plateColor })}
      />
      <ModelFilter open={open} value={draft.modelId} onChange={(modelId) => change({ modelId })} />
    </FilterFrame>
  )
}
