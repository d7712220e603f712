import './button.css'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { toast } from './modal/toast.ts'
import { Spinner } from './show/spinner.tsx'

/**
 * `primary` filled cobalt, at most one per card and footer; `outline` the default; `tint` for a less important helper;
 * `danger` red text with an outline; `destroy` filled red, only for the confirming button; `text` without fill and
 * outline.
 */
export type ButtonVariant = 'primary' | 'outline' | 'tint' | 'danger' | 'destroy' | 'text'

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode
  variant?: ButtonVariant
  /** `l` 48 high in footers, `m` 44, `s` a 32 high pill in cards with a touch area of 44. */
  size?: 'l' | 'm' | 's'
  icon?: IconName
  /** Takes the free width of its row. */
  block?: boolean
  /** Shows a ring instead of the text and ignores taps; the width stays. */
  loading?: boolean
  /** Why the button is not available now. It looks disabled but can be focused: a tap shows the reason. */
  reason?: string
}

export function Button({
  children,
  variant = 'outline',
  size = 'm',
  icon,
  block,
  loading,
  reason,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (reason === undefined && !loading) return onClick?.(event)
    event.preventDefault()
    if (reason) toast(reason)
  }
  return (
    <button
      type="button"
      title={reason}
      {...rest}
      className={cx('button', `button-${variant}`, `button-${size}`, block && 'button-block', className)}
      aria-disabled={loading || reason !== undefined || undefined}
      aria-busy={loading || undefined}
      onClick={click}
    >
      <span className="button-words">
        {icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
        {children}
      </span>
      {loading && <Spinner />}
    </button>
  )
}

/** The main action of a page or a sheet, at its bottom. */
export const MainButton = ({ variant = 'primary', ...props }: ButtonProps) => (
  <Button {...props} variant={variant} size="l" block />
)

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  name: IconName
  /** Read by screen readers and shown on hover. */
  label: string
  size?: 16 | 20 | 24
  /** A red dot for news. Screen readers read only `label`, so it must mention the news. */
  dot?: boolean
}

/** An icon without text in a 44 × 44 box. */
export function IconButton({ name, label, size = 24, dot, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={cx('icon-button', className)}>
      <Icon name={name} size={size} />
      {dot && <span className="icon-button-dot" />}
    </button>
  )
}
