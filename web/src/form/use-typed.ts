import { type RefCallback, useState } from 'react'
import type { Problems } from './form-call.ts'
import { type Found, useProblems } from './use-problems.ts'

export interface TypedValue<T> {
  readonly value: T
  readonly problems: Problems
  /** Changes some of it; a message goes as soon as its cause does. */
  readonly write: (more: Partial<T>) => void
  /** Whether it can be answered with; what is wrong with it, or with more than it (`besides`), is shown. */
  readonly isWhole: (besides?: Found) => boolean
  /** The element that holds the fields. */
  readonly frame: RefCallback<HTMLElement>
}

/** What is typed in a sheet that answers with it and sends no call of its own. `wrong`: what is wrong with it, by field. */
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
