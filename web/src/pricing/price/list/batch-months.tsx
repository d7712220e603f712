import { MAX_MONTHS } from '@cheyi/domain/pricing/price/rule'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { Row } from '../../../ui/layout.tsx'

/** Both ends are included. If one is empty, the span is a single month count; if both are empty, there is no span. */
export interface MonthSpan {
  readonly from: number | null
  readonly to: number | null
}

/** All month counts of the span; none if it is empty or not valid. */
export function monthsOf(span: MonthSpan): number[] {
  const { from, to } = ends(span)
  if (from === null || to === null || spanProblem(span, true) !== undefined) return []
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The problem of the span; undefined if it can be used. */
export function spanProblem(span: MonthSpan, needed: boolean): string | undefined {
  const { from, to } = ends(span)
  if (from === null || to === null) return needed ? '请填写月数' : undefined
  if (from < 1 || to > MAX_MONTHS) return `月数须为1至${MAX_MONTHS}`
  return from > to ? '开始月数不能大于结束月数' : undefined
}

const ends = ({ from, to }: MonthSpan) => ({ from: from ?? to, to: to ?? from })

interface MonthRangeProps {
  readonly span: MonthSpan
  readonly onChange: (span: MonthSpan) => void
}

export function MonthRange({ span, onChange }: MonthRangeProps) {
  return (
    <Row gap={8} pad={[0, 0, 8]}>
      <NumberInput
        aria-label="从几个月"
        value={span.from}
        onChange={(from) => onChange({ ...span, from })}
        prefix="满"
        placeholder="1"
      />
      至
      <NumberInput
        aria-label="至几个月"
        value={span.to}
        onChange={(to) => onChange({ ...span, to })}
        suffix="个月"
        placeholder={String(MAX_MONTHS)}
      />
    </Row>
  )
}
