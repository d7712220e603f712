import './filter-sheet.css'
import { type ReactNode, useId } from 'react'
import { Button, MainButton } from '../layout.tsx'
import { Sheet } from '../modal/sheet.tsx'
import { ChipRadios, type ChipRadiosProps } from './chips.tsx'

interface FilterFrameProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The filtered records: 订单; and their unit: 单. */
  readonly noun: string
  readonly unit: string
  /** Number of results; undefined while it is being fetched. */
  readonly total: number | undefined
  /** The real number is higher than the counted one. */
  readonly capped?: boolean
  readonly onReset: () => void
  readonly onApply: () => void
  readonly children: ReactNode
}

/** A sheet of filters: they are applied only by 查看, which shows the number of results. */
export function FilterFrame({
  open,
  onClose,
  noun,
  unit,
  total,
  capped,
  onReset,
  onApply,
  children,
}: FilterFrameProps) {
  const found = total === undefined ? noun : `${total}${capped ? '+' : ''} ${unit}`
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`筛选${noun}`}
      footer={
        <>
          <Button size="l" className="filter-reset" onClick={onReset}>
            重置
          </Button>
          <MainButton
            aria-live="polite"
            onClick={() => {
              onApply()
              onClose()
            }}
          >
            {total === 0 ? `没有匹配的${noun}` : `查看 ${found}`}
          </MainButton>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

/** One filter of the sheet, with its title. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="filter-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

interface FilterChipsProps<V extends string | number>
  extends Omit<ChipRadiosProps<V>, 'label' | 'onChange' | 'onClear'> {
  readonly title: string
  readonly onChange: (value: V | undefined) => void
}

/** A filter with few choices; a tap on the chosen one clears it. */
export const FilterChips = <V extends string | number>({ title, onChange, ...chips }: FilterChipsProps<V>) => (
  <FilterSection title={title}>
    <ChipRadios look="tile" {...chips} label={title} onChange={onChange} onClear={() => onChange(undefined)} />
  </FilterSection>
)
