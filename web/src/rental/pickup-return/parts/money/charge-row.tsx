import { formatAmount, formatMoney } from '@cheyi/domain/money'
import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { Grow, Row, Text } from '../../../../ui/layout.tsx'

interface ChargeRowProps {
  readonly name: string
  /** Shown after the name: 自动, 1 图. */
  readonly tags?: ReactNode
  /** How the amount is computed, or what it is for. */
  readonly note: ReactNode
  /** Fen. */
  readonly amount: number
  /** Left out: the amount cannot be changed here. */
  readonly onEdit?: () => void
}

/** A charge with its amount in a box; a tap on the box edits it. */
export function ChargeRow({ name, tags, note, amount, onEdit }: ChargeRowProps) {
  return (
    <div className="cell handover-charge num">
      <Grow>
        <Row as="span" gap={[2, 6]} wrap>
          {name}
          {tags}
        </Row>
        {note && <small className="block">{note}</small>}
      </Grow>
      {onEdit ? (
        <Row
          as="button"
          type="button"
          gap={12}
          pad={[0, 12]}
          high={44}
          justify="between"
          keep
          round
          weight="m"
          className="handover-charge-box"
          aria-label={`修改${name} ${formatMoney(amount)}`}
          onClick={onEdit}
        >
          <small className="weight-r">¥</small>
          {formatAmount(amount)}
        </Row>
      ) : (
        <Text keep weight="m">
          {formatMoney(amount)}
        </Text>
      )}
    </div>
  )
}

/** The row that adds a charge, at the bottom of the card. */
export function AddCharge({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="cell press handover-add" onClick={onClick}>
      <Icon name="plus" size={16} />
      {children}
    </button>
  )
}
