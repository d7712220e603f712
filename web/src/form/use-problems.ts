import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { feedback } from '../kernel/call/calls.ts'
import type { CallFailure } from '../kernel/call/failure.ts'
import type { Problems } from './form-call.ts'

/** Messages at the fields of a form, shown after an attempt to send it. */
interface Shown {
  readonly problems: Problems
  /** Shows the errors and scrolls to the first one. @returns whether there are none */
  readonly show: (found: Found) => boolean
  /** After a change: a message disappears as soon as its cause does; new ones appear only with the next attempt to send. */
  readonly settle: (left: Found) => void
  /** Shows the errors of one field, without scrolling. @returns whether there are none */
  readonly check: (name: string, found: Found) => boolean
  /** Ref of the element that contains the fields. */
  readonly frame: RefCallback<HTMLElement>
}

/** Results of checks, by field; false, null or undefined for a valid field. */
export type Found = Readonly<Record<string, string | false | null | undefined>>

export const nonEmptyProblems = (found: Found): Problems =>
  Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => !!one[1]))

export function useProblems(): Shown {
  const [problems, setProblems] = useState<Problems>({})
  const element = useRef<HTMLElement>(null)
  // A new object each time: each attempt scrolls to the first invalid field, after its message has been rendered.
  const [tried, setTried] = useState<object>()
  const showFirst = useEffectEvent(() => {
    const field = element.current?.querySelector('[data-field-error]')
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
    // An error that no field shows becomes a toast.
    const [message] = Object.values(problems)
    if (!field && message) feedback.toast(message, 'error')
  })
  useEffect(() => {
    if (tried) showFirst()
  }, [tried])
  return {
    problems,
    frame: useCallback((found) => {
      element.current = found
    }, []),
    show(found) {
      const wrong = nonEmptyProblems(found)
      setProblems(wrong)
      const none = Object.keys(wrong).length === 0
      if (!none) setTried({})
      return none
    },
    check(name, found) {
      const within = (path: string) => path === name || path.startsWith(`${name}.`)
      const wrong = Object.entries(nonEmptyProblems(found)).filter(([path]) => within(path))
      setProblems((shown) => ({
        ...Object.fromEntries(Object.entries(shown).filter(([path]) => !within(path))),
        ...Object.fromEntries(wrong),
      }))
      return wrong.length === 0
    },
    settle: (left) =>
      setProblems((shown) =>
        nonEmptyProblems(Object.fromEntries(Object.keys(shown).map((path) => [path, left[path]]))),
      ),
  }
}

/** Errors that the server reports for the input, by path; empty when it names no field. */
export function faultsOf(failure: CallFailure): Problems {
  const { data, field, message } = failure
  if (field === null) return {}
  const { issues } = data as { issues?: readonly { field: string; message: string }[] }
  return issues ? Object.fromEntries(issues.toReversed().map((one) => [one.field, one.message])) : { [field]: message }
}

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
