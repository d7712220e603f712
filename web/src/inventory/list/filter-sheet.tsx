import { lifecycles, runStates } from '@cheyi/domain/vehicle/codes'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { mergeSearch, readSearch } from '../../kernel/search.ts'
import { useMay } from '../../kernel/user.ts'
import { useModels } from '../../order/parts/models.ts'
import { useStoreFilter } from '../../order/parts/use-store-filter.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
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
  const [changes, setChanges] = useState<Changes>({})
  const storeId = useStoreFilter()
  const mayModels = useMay('model')
  const models = useModels(open && mayModels)
  const draft = readSearch(inventoryScreens.list.search, mergeSearch(mergeSearch({}, values), changes))
  const change = (more: Changes) => setChanges({ ...changes, ...more })
  const count = useRead(
    calls.inventory.list,
    { ...inputOf(draft, storeId), pageSize: 1 },
    { enabled: open, keepPrevious: true, quiet: true },
  )
  const total = count.data?.total
  const close = () => {
    setChanges({})
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title="筛选车辆"
      footer={
        <>
          <Button size="l" onClick={() => setChanges(noFilter)}>
            重置
          </Button>
          <Button
            variant="primary"
            size="l"
            block
            aria-live="polite"
            onClick={() => {
              onApply(changes)
              close()
            }}
          >
            {total === 0 ? '没有匹配的车辆' : `查看 ${total ?? ''} 辆`}
          </Button>
        </>
      }
    >
      <div className="inventory-filter">
        <Field label="车辆状态" layout="stack" group>
          <ChipRadios
            look="tile"
            label="车辆状态"
            options={runStates.items.map(({ value, name }) => ({ value, label: name }))}
            value={draft.runState}
            onChange={(runState) => change({ runState, lifecycle: undefined })}
            onClear={() => change({ runState: undefined })}
          />
        </Field>
        <Field label="生命周期" layout="stack" group>
          <ChipRadios
            look="tile"
            label="生命周期"
            options={lifecycles.items.map(({ value, name }) => ({ value, label: name }))}
            value={draft.lifecycle}
            onChange={(lifecycle) => change({ lifecycle, runState: undefined })}
            onClear={() => change({ lifecycle: undefined })}
          />
        </Field>
        <Field label="30天内到期" layout="stack" group>
          <ChipRadios
            look="tile"
            label="30天内到期"
            options={expiryOptions}
            value={expiryOf(draft)}
            onChange={(expiry) => change({ expiry })}
            onClear={() => change({ expiry: undefined })}
          />
        </Field>
        {mayModels && models.length > 0 && (
          <Field label="车型" layout="stack">
            <Select
              title="选择车型"
              placeholder="全部车型"
              search
              options={[
                { value: '', label: '全部车型' },
                ...models.map(({ modelId, name }) => ({ value: modelId, label: name })),
              ]}
              value={draft.modelId ?? ''}
              onChange={(modelId) => change({ modelId: modelId || undefined })}
            />
          </Field>
        )}
      </div>
    </Sheet>
  )
}
