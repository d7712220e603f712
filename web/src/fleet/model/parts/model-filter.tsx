import { useMay } from '../../../kernel/user.ts'
import { Select } from '../../../ui/field/select.tsx'
import { FilterSection } from '../../../ui/frame/filter-sheet.tsx'
import { Box } from '../../../ui/layout.tsx'
import { useModels } from './models.ts'

interface ModelFilterProps {
  /** The models are requested once the filter is visible. */
  readonly open: boolean
  readonly value: string | undefined
  readonly onChange: (modelId: string | undefined) => void
}

/** One model or all, for accounts that may see the models. */
export function ModelFilter({ open, value, onChange }: ModelFilterProps) {
  const may = useMay('model')
  const models = useModels(open && may)
  if (!may || models.length === 0) return null
  return (
    <FilterSection title="车型">
      <Box pad={[0, 12]} round fill="page">
        <Select
          title="选择车型"
          placeholder="全部车型"
          search
          options={[
            { value: '', label: '全部车型' },
            ...models.map(({ modelId, name }) => ({ value: modelId, label: name })),
          ]}
          value={value ?? ''}
          onChange={(modelId) => onChange(modelId || undefined)}
        />
      </Box>
    </FilterSection>
  )
}
