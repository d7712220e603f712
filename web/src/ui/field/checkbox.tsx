import './choice.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { useFieldLink } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Beside the box; without it give `aria-label`. */
  children?: ReactNode
  /** Some but not all of what it stands for. */
  partly?: boolean
}

/** A native checkbox drawn on the tokens. */
export function Checkbox({ children, partly, className, ...rest }: CheckboxProps) {
  const link = useFieldLink()
  return (
    <label className={cx('choice', className)}>
      <input
        {...link}
        {...rest}
        ref={(element) => {
          if (element) element.indeterminate = partly === true
        }}
        type="checkbox"
        className="choice-box"
      />
      {children && <span className="choice-words">{children}</span>}
    </label>
  )
}
