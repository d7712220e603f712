import { type PickupReturnQueryStatus, pickupReturnQueryStatuses } from '@cheyi/domain/order/codes'
import { open } from '../../page/open.ts'
import { Chip, ChipRow } from '../../ui/frame/chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Box, Row } from '../../ui/layout.tsx'
import { type Changes, type Chip as FilterChip, type ListValues, sorts } from './filter.ts'

export interface ListHeadProps {
  readonly chips: readonly FilterChip[]
  /** Quick filters that are not on. */
  readonly quick: readonly PickupReturnQueryStatus[]
  /** The first page, once it is here. */
  readonly total: { readonly total: number | null; readonly totalCapped: boolean } | undefined
  readonly sort: ListValues['sort']
  readonly onChange: (changes: Changes) => void
  /** Makes a table of them, for who may. */
  readonly onExport: (() => void) | undefined
}

/** Above the rows: the filters that are on, quick ones to put on, how many orders there are and in what order. */
export function ListHead({ chips, quick, total, sort, onChange, onExport }: ListHeadProps) {
  const count = total?.total
  async function choose() {
    const chosen = await open(() => import('./sort-sheet.tsx'), { value: sort })
    if (chosen !== undefined) onChange({ sort: chosen === 'next' ? undefined : chosen })
  }
  return (
    <Box pad={[4, 0, 0]} className="order-list-head">
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
      <Row pad={[0, 16, 4]} high={32} justify="between" note num>
        <span role="status">
          {count === undefined || count === null ? '' : `共 ${count}${total?.totalCapped ? '+' : ''} 单`}
        </span>
        <Row gap={16}>
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
