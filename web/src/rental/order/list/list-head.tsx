import { type PickupReturnQueryStatus, pickupReturnQueryStatuses } from '@cheyi/domain/booking/order/codes'
import { open } from '../../../page/open.ts'
import { Chip, ChipRow } from '../../../ui/frame/chips.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Row } from '../../../ui/layout.tsx'
import type { Changes, Chip as FilterChip, ListValues, sortsOf } from './filter.ts'

interface QuickProps {
  readonly chips: readonly FilterChip[]
  /** Inactive quick filters. */
  readonly quick: readonly PickupReturnQueryStatus[]
  readonly onChange: (changes: Changes) => void
}

/** The first page, once it is loaded. */
type First = { readonly total: number | null; readonly totalCapped: boolean } | undefined

export interface ListHeadProps extends QuickProps {
  readonly total: First
  readonly sort: ListValues['sort']
  readonly sorts: ReturnType<typeof sortsOf>
  /** Switches to the table, in a wide window. */
  readonly onTable: (() => void) | undefined
  /** Exports the orders, for accounts with the permission. */
  readonly onExport: (() => void) | undefined
}

/** `共 12 单`; '' until the total is known. */
const totalText = (first: First): string =>
  typeof first?.total === 'number' ? `共 ${first.total}${first.totalCapped ? '+' : ''} 单` : ''

/** The active filters, and quick filters to add. */
export function QuickFilters({ chips, quick, onChange }: QuickProps) {
  return (
    <ChipRow>
      {chips.map(({ key, text, without }) => (
        <Chip key={key} on onRemove={() => onChange(without)}>
          {text}
        </Chip>
      ))}
      {quick.map((code) => (
        <Box
          as="button"
          press
          key={code}
          type="button"
          className="chip chip-open"
          onClick={() => onChange({ pickupReturnQueryStatus: code })}
        >
          {pickupReturnQueryStatuses.text(code)}
        </Box>
      ))}
    </ChipRow>
  )
}

/** Above the rows: active filters, quick filters, the total and the sort order. */
export function ListHead({ total, sort, sorts, onTable, onExport, ...quick }: ListHeadProps) {
  async function choose() {
    const chosen = await open(() => import('./sort-sheet.tsx'), { value: sort, sorts })
    if (chosen !== undefined) quick.onChange({ sort: chosen === 'next' ? undefined : chosen })
  }
  return (
    <Box pad={[4, 0, 0]} className="order-list-head">
      <QuickFilters {...quick} />
      <Row pad={[0, 16, 4]} high={32} justify="between" note num>
        <span role="status">{totalText(total)}</span>
        <Row gap={16}>
          {onTable && (
            <Row as="button" gap={4} reach type="button" onClick={onTable}>
              表格
            </Row>
          )}
          {onExport && (
            <Row as="button" gap={4} reach type="button" aria-haspopup="dialog" onClick={onExport}>
              导出
            </Row>
          )}
          <Row as="button" gap={4} reach type="button" aria-haspopup="dialog" onClick={() => void choose()}>
            {sorts.find(({ key }) => key === sort)?.label}
            <Icon name="chevron-down" size={14} />
          </Row>
        </Row>
      </Row>
    </Box>
  )
}
