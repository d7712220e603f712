import './icon.css'
import { cx } from './class-names.ts'
import type { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

export type IconProps = {
  name: IconName
  /** Pixels at the 375 design width. */
  size?: 14 | 16 | 20 | 24
  /** Tints the inside of the icon; only for the active tab. */
  filled?: boolean
  /** Without it the icon is decoration and hidden from screen readers. */
  label?: string
  className?: string
}

/**
 * One icon of the set, in the colour of the surrounding text; its path is in the HTML of the page
 * (`web/src/build/icon-sprite.ts`).
 */
export function Icon({ name, size = 20, filled, label, className }: IconProps) {
  return (
    <svg
      className={cx('icon', `icon-${size}`, filled && 'icon-filled', className)}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
}
