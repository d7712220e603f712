import { addDays } from '@cheyi/domain/time'
import { useDesktop, useWide } from '../../../kernel/device/media-query.ts'
import { useLargeText } from '../../../kernel/device/text-size.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { IconButton, Row } from '../../../ui/layout.tsx'

const spans = [
  { value: 3, label: '3天' },
  { value: 7, label: '7天' },
  { value: 14, label: '14天' },
  { value: 30, label: '月' },
] as const
export type SpanDays = (typeof spans)[number]['value']

/** The offered span for a number of days in the address. */
export const spanOf = (days: number | undefined, otherwise: SpanDays): SpanDays =>
  spans.find(({ value }) => value === days)?.value ?? otherwise

/** Default span: as many days as fit side by side into the window at the text size of the user. */
export function useUsualSpan(): SpanDays {
  const desktop = useDesktop()
  const wide = useWide()
  const large = useLargeText()
  if (desktop) return 14
  return large && !wide ? 3 : 7
}

export interface SpanBarProps {
  readonly days: SpanDays
  /** First day shown. */
  readonly from: string
  /** The earliest day that may be shown; undefined: no limit. */
  readonly min?: string
  readonly onDays: (days: SpanDays) => void
  readonly onFrom: (from: string) => void
}

/** Chooses the span, and moves back or ahead by one span. */
export function SpanBar({ days, from, min, onDays, onFrom }: SpanBarProps) {
  const usual = useUsualSpan()
  const offered = spans.filter(({ value }) => value >= Math.min(usual, 7, days))
  const earlier = addDays(from, -days)
  const blocked = min !== undefined && from <= min
  return (
    <Row gap={[4, 12]} pad={[4, 4, 8, 16]} justify="between" wrap>
      <Segmented label="显示天数" options={offered} value={days} onChange={onDays} />
      <Row size="s" weight="m" num>
        <IconButton
          name="chevron-left"
          label={`前${days}天`}
          size={20}
          disabled={blocked}
          onClick={() => onFrom(min !== undefined && earlier < min ? min : earlier)}
        />
        <span>
          {from.slice(5)} ~ {addDays(from, days - 1).slice(5)}
        </span>
        <IconButton name="chevron-right" label={`后${days}天`} size={20} onClick={() => onFrom(addDays(from, days))} />
      </Row>
    </Row>
  )
}
