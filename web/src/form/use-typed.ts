import { type RefCallback, useState } from 'react'
import type { Problems } from './form-call.ts'
import { type Found, useProblems } from './use-problems.ts'

export interface TypedValue<T> {
  readonly value: T
  readonly problems: Problems
  /** Changes some of the values; a message disappears as soon as its cause does. */
  readonly write: (more: Partial<T>) => void
  /** Shows the errors of the values, together with the errors in `besides`. @returns whether there are none */
  readonly isWhole: (besides?: Found) => boolean
  /** Ref of the element that contains the fields. */
  readonly frame: RefCallback<HTMLElement>
}

/** The values of a sheet that answers with them and sends no call itself. `wrong`: their errors, by field. */
export function useTyped<T extends object>(start: T, wrong: (value: T) => Found): TypedValue<T> {
  const [value, setValue] = useState(start)
  const { problems, show, settle, frame } = useProblems()
  return {
    value,
    problems,
    frame,
    write(more) {
      const next = { ...value, ...more }
      setValue(next)
      settle(wrong(next))
    },
    isWhole: (besides) => show({ ...wrong(value), ...besides }),
  }
}
