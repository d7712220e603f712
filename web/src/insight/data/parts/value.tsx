import { changeOf, type FigureKey, type FigureUnit, figureOf, figureText } from '@cheyi/domain/insight/data/figures'
import { Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'

export const unitText = (unit: FigureUnit, value: number): string =>
  unit === 'fen' ? `¥${yuan(value)}` : figureText(unit, value)

/** A figure as it is displayed; a dash if there is no data to calculate it from. */
export const valueText = (key: FigureKey, value: number | null): string =>
  value === null ? '—' : unitText(figureOf(key).unit, value)

interface ChangeProps {
  readonly of: FigureKey
  readonly value: number | null
  readonly before: number | null
}

/** The change of a figure against the period before; renders nothing if there is no value to compare with. */
export function Change({ of, value, before }: ChangeProps) {
  const change = changeOf(of, value, before)
  if (change === null) return null
  if (change.same)
    return (
      <Text size="s" ink={2} nowrap>
        持平
      </Text>
    )
  const ink = change.good === null ? 2 : change.good ? 'success' : 'danger'
  return (
    <Text size="s" ink={ink} num nowrap>
      <span aria-hidden="true">{change.up ? '↑' : '↓'}</span>
      <span className="visually-hidden">{change.up ? '增' : '减'}</span> {change.text}
    </Text>
  )
}
