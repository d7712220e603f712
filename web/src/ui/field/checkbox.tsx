import './choice.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { useFieldLink } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Text beside the box; without it set `aria-label`. */
  children?: ReactNode
  /** Some but not all of the items it represents are on. */
  partly?: boolean
}

/** A native checkbox styled with the tokens. */
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
