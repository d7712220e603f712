import { type RefObject, useRef, useState } from 'react'
import type { CallFailure } from '../kernel/failure.ts'
import { feedback } from '../kernel/feedback.ts'
import type { Problems } from './form-call.ts'

/** Messages beside the fields of a form, shown when it was to be sent. */
export interface Shown {
  readonly problems: Problems
  /** Shows what is wrong and brings the first of it into view; whether nothing is. */
  readonly show: (found: Problems) => boolean
  /** After a change: a message goes as soon as its cause does, and new ones wait for the next sending. */
  readonly settle: (left: Problems) => void
  /** The element that holds the fields. */
  readonly frame: RefObject<HTMLDivElement | null>
}

export function useProblems(): Shown {
  const [problems, setProblems] = useState<Problems>({})
  const frame = useRef<HTMLDivElement>(null)
  return {
    problems,
    frame,
    show(found) {
      setProblems(found)
      const [first] = Object.values(found)
      if (first !== undefined) requestAnimationFrame(() => frame.current && showFirstError(frame.current, first))
      return first === undefined
    },
    settle: (left) =>
      setProblems((shown) => {
        const still = Object.entries(shown).filter(([path]) => path in left)
        return still.length === Object.keys(shown).length ? shown : Object.fromEntries(still)
      }),
  }
}

/** Brings the first wrong field into view and focuses it; where none is drawn, its message is said all the same. */
function showFirstError(form: ParentNode, message: string): void {
  const field = form.querySelector('[data-field-error]')
  if (field === null) feedback.toast(message, 'error')
  field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
}

/** What the server found wrong with what was sent, by path; nothing when it says no field. */
export function faultsOf({ data, field, message }: CallFailure): Problems {
  if (field === null) return {}
  const { issues, 字段: words } = data as { issues?: readonly { field: string; message: string }[]; 字段?: string }
  return issues
    ? Object.fromEntries(issues.toReversed().map((one) => [one.field, one.message]))
    : { [field]: words ?? message }
}
