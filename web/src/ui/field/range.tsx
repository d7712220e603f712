import './range.css'
import type { CSSProperties } from 'react'
import { cx } from '../class-names.ts'

export type RangeProps = {
  value: number
  /** Left out: only shows. */
  onChange?: (value: number) => void
  label: string
}

/** Fuel in eighths, 0–8, as eight cells. A native range input lies over them: tap, drag and arrow keys. */
export function FuelBar({ value, onChange, label }: RangeProps) {
  const cells = [1, 2, 3, 4, 5, 6, 7, 8].map((cell) => (
    <span key={cell} className={cx('fuel-bar-cell', cell <= value && 'fuel-bar-full')} />
  ))
  if (!onChange) {
    return (
      <div className="fuel-bar" role="img" aria-label={`${label} ${value}/8`}>
        {cells}
      </div>
    )
  }
  return (
    <div className="fuel-bar">
      {cells}
      <input
        type="range"
        min={0}
        max={8}
        step={1}
        value={value}
        aria-label={label}
        aria-valuetext={`${value}/8`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

/** A slider, for the battery's percentage. */
export function Slider({
  value,
  onChange,
  label,
  min = 0,
  max = 100,
  step = 1,
  unit = '%',
}: Required<RangeProps> & { min?: number; max?: number; step?: number; unit?: string }) {
  return (
    <input
      type="range"
      className="slider"
      style={{ '--ratio': (value - min) / (max - min) } as CSSProperties}
      min={min}
      max={max}
      step={step}
      value={value}
      aria-label={label}
      aria-valuetext={`${value}${unit}`}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
