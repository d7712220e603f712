import './choice.css'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../class-names.ts'
import { useFieldLink } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Beside the box; without it give `aria-label`. */
  children?: ReactNode
  /** Some but not all of what it stands for. */
  partly?: boolean
}

/** A native checkbox drawn on the tokens; takes `{...register('name')}`. */
export function Checkbox({ children, partly, className, ...rest }: CheckboxProps) {
  const link = useFieldLink()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly === true
  }, [partly])
  return (
    <label className={cx('choice', className)}>
      <input
        {...link}
        {...rest}
        ref={(element) => {
          input.current = element
          if (typeof rest.ref === 'function') return rest.ref(element)
          if (rest.ref) rest.ref.current = element
        }}
        type="checkbox"
        className="choice-box"
      />
      {children && <span className="choice-words">{children}</span>}
    </label>
  )
}
