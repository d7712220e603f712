import { useNow } from '../../kernel/now.ts'
import { useReach } from '../../kernel/user.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { dueInk } from '../../ui/show/record-card.tsx'
import { Tags } from '../../ui/show/tag.tsx'
import { type ColumnKind, isLoss, type ListColumn, marksOf, wordsOf } from './columns.tsx'

/* What a table needs of columns, and cards do not: a phone loads none of it. */

const widths: Readonly<Record<ColumnKind, number>> = {
  plate: 108,
  money: 96,
  chart: 200,
  number: 72,
  time: 112,
  person: 84,
  text: 132,
  tag: 120,
  due: 132,
  act: 128,
  picture: 72,
}

/** The key of a column in the file. */
export const filedKey = <T, Key extends string>(column: ListColumn<T, Key>): Key | undefined =>
  column.kind === 'act' || column.kind === 'chart' || column.kind === 'picture' || column.only ? undefined : column.key

/** Figures are aligned to the right, and acts stand there. */
export const isAtEnd = (kind: ColumnKind): boolean => kind === 'money' || kind === 'number' || kind === 'act'

export const widthOf = <T,>({ kind, width }: ListColumn<T>): number => width ?? widths[kind]

/** What is drawn has no order, and neither have the words of a deadline. */
export const isSortable = (kind: ColumnKind): boolean =>
  kind !== 'act' && kind !== 'chart' && kind !== 'picture' && kind !== 'due'

/** What sorting by a column compares. Items without a figure or time come before all others. */
export function sortValueOf<T>(column: ListColumn<T>, item: T, now: number): string | number {
  switch (column.kind) {
    case 'money':
    case 'number':
    case 'time':
      return column.of(item) ?? Number.NEGATIVE_INFINITY
    default:
      return wordsOf(column, item, now, true)
  }
}

/** One line of a table; a text that is cut is shown whole by the browser's tooltip. */
export function Cell<T>({ column, item }: { readonly column: ListColumn<T>; readonly item: T }) {
  const now = useNow()
  const { held } = useReach()
  switch (column.kind) {
    case 'plate': {
      const plate = column.of(item)
      return plate !== null && <Plate plate={plate} size="s" />
    }
    case 'tag':
      return (
        <Row gap={4}>
          <Tags of={marksOf(column.of(item, now))} />
        </Row>
      )
    case 'due': {
      const due = column.of(item, now)
      return (
        due && (
          <Text className="cell-due" ink={dueInk(due)}>
            {due.text}
          </Text>
        )
      )
    }
    case 'act':
      return (
        (column.when?.(item, held, now) ?? true) && (
          <Row gap={8} justify="end">
            <column.Act item={item} />
          </Row>
        )
      )
    case 'chart':
      return column.draw(item)
    case 'picture':
      return <column.Picture item={item} />
    default: {
      const words = wordsOf(column, item, now, true)
      const ink = column.kind === 'text' || column.kind === 'person' ? column.inkOf?.(item, now) : undefined
      return (
        <Text ink={isLoss(column, item) ? 'danger' : (ink ?? 'inherit')} title={words}>
          {words}
        </Text>
      )
    }
  }
}
