import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallFailure } from '../kernel/failure.ts'
import { feedback } from '../kernel/feedback.ts'
import type { Problems } from './form-call.ts'

/** Messages beside the fields of a form, shown when it was to be sent. */
interface Shown<F extends HTMLElement> {
  readonly problems: Problems
  /** Shows what is wrong and brings the first of it into view; whether nothing is. */
  readonly show: (found: Found) => boolean
  /** After a change: a message goes as soon as its cause does, and new ones wait for the next sending. */
  readonly settle: (left: Found) => void
  /** The element that holds the fields. */
  readonly frame: RefObject<F | null>
}

/** What was looked for and found wrong, by field; nothing said of a field that is right. */
export type Found = Readonly<Record<string, string | false | null | undefined>>

export const filled = (found: Found): Problems =>
  Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => !!one[1]))

export function useProblems<F extends HTMLElement = HTMLDivElement>(): Shown<F> {
  const [{ problems, times }, setShown] = useState<{ problems: Problems; times: number }>({ problems: {}, times: 0 })
  const frame = useRef<F>(null)
  /** The messages are on the page by now: the first of them is brought into view, or said where no field shows it. */
  const showFirstError = useEffectEvent(() => {
    const [message] = Object.values(problems)
    const field = frame.current?.querySelector('[data-field-error]')
    if (!field && message) feedback.toast(message, 'error')
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (times > 0) showFirstError()
  }, [times])
  return {
    problems,
    frame,
    show(found) {
      const wrong = filled(found)
      const none = Object.keys(wrong).length === 0
      setShown((old) => ({ problems: wrong, times: none ? old.times : old.times + 1 }))
      return none
    },
    settle: (left) =>
      setShown((old) => ({
        ...old,
        problems: Object.fromEntries(Object.entries(old.problems).filter(([path]) => left[path])),
      })),
  }
}

/** What the server found wrong with what was sent, by path; nothing when it says no field. */
export function faultsOf({ data, field, message }: CallFailure): Problems {
  if (field === null) return {}
  const { issues, 字段: words } = data as { issues?: readonly { field: string; message: string }[]; 字段?: string }
  return issues
    ? Object.fromEntries(issues.toReversed().map((one) => [one.field, one.message]))
    : { [field]: words ?? message }
}
