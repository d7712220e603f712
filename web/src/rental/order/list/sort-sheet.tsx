import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Cell } from '../../../ui/layout.tsx'
import type { ListValues, sortsOf } from './filter.ts'

interface SortSheetProps extends Asks<ListValues['sort']> {
  readonly value: ListValues['sort']
  readonly sorts: ReturnType<typeof sortsOf>
}

export default function SortSheet({ value, sorts, answer }: SortSheetProps) {
  return (
    <OpenedSheet title="排序" flush>
      {sorts.map(({ key, label }) => (
        <Cell
          key={key}
          label={label}
          current={key === value}
          chevron={false}
          extra={key === value && <Icon name="check" label="已选" />}
          onClick={() => answer(key)}
        />
      ))}
    </OpenedSheet>
  )
}
