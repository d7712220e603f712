import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallFailure } from '../kernel/call/failure.ts'
import { feedback } from '../kernel/call/feedback.ts'
import type { Problems } from './form-call.ts'

/** Messages beside the fields of a form, shown when it was to be sent. */
interface Shown {
  readonly problems: Problems
  /** Shows what is wrong and brings the first of it into view; whether nothing is. */
  readonly show: (found: Found) => boolean
  /** After a change: a message goes as soon as its cause does, and new ones wait for the next sending. */
  readonly settle: (left: Found) => void
  /** Shows what is wrong with one field, without going there; whether nothing is. */
  readonly check: (name: string, found: Found) => boolean
  /** The element that holds the fields. */
  readonly frame: RefCallback<HTMLElement>
}

/** What was looked for and found wrong, by field; nothing said of a field that is right. */
export type Found = Readonly<Record<string, string | false | null | undefined>>

export const filled = (found: Found): Problems =>
  Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => !!one[1]))

export function useProblems(): Shown {
  const [problems, setProblems] = useState<Problems>({})
  const element = useRef<HTMLElement>(null)
  // Another object each time: the first wrong field is shown anew with every try, once its message is on the page.
  const [tried, setTried] = useState<object>()
  const showFirst = useEffectEvent(() => {
    const field = element.current?.querySelector('[data-field-error]')
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
    // What no field shows is said all the same.
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
      const wrong = filled(found)
      setProblems(wrong)
      const none = Object.keys(wrong).length === 0
      if (!none) setTried({})
      return none
    },
    check(name, found) {
      const within = (path: string) => path === name || path.startsWith(`${name}.`)
      const wrong = Object.entries(filled(found)).filter(([path]) => within(path))
      setProblems((shown) => ({
        ...Object.fromEntries(Object.entries(shown).filter(([path]) => !within(path))),
        ...Object.fromEntries(wrong),
      }))
      return wrong.length === 0
    },
    settle: (left) =>
      setProblems((shown) => filled(Object.fromEntries(Object.keys(shown).map((path) => [path, left[path]])))),
  }
}

/** What the server found wrong with what was sent, by path; nothing when it says no field. */
export function faultsOf(failure: CallFailure): Problems {
  const { data, field, message } = failure
  if (field === null) return {}
  const { issues } = data as { issues?: readonly { field: string; message: string }[] }
  return issues ? Object.fromEntries(issues.toReversed().map((one) => [one.field, one.message])) : { [field]: message }
}
