import { formatMoney } from '@cheyi/domain/money'
import { IconButton } from '../../../ui/button.tsx'
import { Box, Grow, Row } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Answer, type Cost, costName } from './costs.ts'

interface CostListProps {
  readonly costs: readonly Cost[]
  readonly charges: Answer['charges']
  readonly onRemove: (index: number) => void
}

/** The items that were added to the request. */
export const CostList = ({ costs, charges, onRemove }: CostListProps) => (
  <Box divided>
    {costs.map((cost, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: items with the same name and amount are interchangeable.
      <Row key={i} gap={8} className="num">
        <Grow as="span">{costName(cost, charges)}</Grow>
        {cost.photoIds.length > 0 && <Tag>{cost.photoIds.length} 图</Tag>}
        <Money fen={cost.amount ?? 0} />
        <IconButton
          name="trash"
          size={16}
          label={`删除${costName(cost, charges)} ${formatMoney(cost.amount ?? 0)}`}
          onClick={() => onRemove(i)}
        />
      </Row>
    ))}
  </Box>
)
