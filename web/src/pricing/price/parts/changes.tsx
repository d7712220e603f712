import './changes.css'
import { formatMoment } from '@cheyi/domain/near'
import { Row, Text } from '../../../ui/layout.tsx'

export interface Line {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The changed values, one per line: 平日价 ¥200.00 → ¥210.00. */
export function ChangeLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="num">
      {lines.map((line) => (
        <Row as="li" key={line.label} gap={12} pad={[2, 0]} align="baseline" justify="between" size="s">
          <Text keep ink={2}>
            {line.label}
          </Text>
          <Text text="right">
            <Text as="s" ink={3}>
              {line.before}
            </Text>{' '}
            → <b>{line.after}</b>
          </Text>
        </Row>
      ))}
    </ul>
  )
}

export const momentText = (at: number, now: number): string => formatMoment(at, now)
