import './range.css'
import type { CSSProperties } from 'react'
import { cx } from '../class-names.ts'

export type RangeProps = {
  value: number
  onChange: (value: number) => void
  label: string
}

/** Fuel in eighths, 0–8, as eight cells. A native range input lies over them: tap, drag and arrow keys. */
export const FuelBar = ({ value, onChange, label }: RangeProps) => (
  <div className="fuel-bar">
    {[1, 2, 3, 4, 5, 6, 7, 8].map((cell) => (
      <span key={cell} className={cx('fuel-bar-cell', cell <= value && 'fuel-bar-full')} />
    ))}
    <input
      type="range"
      min={0}
      max={8}
      value={value}
      aria-label={label}
      aria-valuetext={`${value}/8`}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </div>
)

interface SliderProps extends RangeProps {
  readonly max?: number
  /** Text of the value; a percentage by default. */
  readonly text?: string
}

/**
 * A slider for the battery's percentage or for times. Its minimum is an explicit attribute, by which an unset value is
 * recognized (shell/focus.ts).
 */
export const Slider = ({ value, onChange, label, max = 100, text = `${value}%` }: SliderProps) => (
  <input
    type="range"
    className="slider"
    min={0}
    max={max}
    style={{ '--ratio': max === 0 ? 0 : value / max } as CSSProperties}
    value={value}
    aria-label={label}
    aria-valuetext={text}
    onChange={(event) => onChange(Number(event.target.value))}
  />
)
