import { type RefObject, useState } from 'react'
import type { CallFailure } from '../kernel/failure.ts'
import { feedback } from '../kernel/feedback.ts'
import { refusedAs } from '../kernel/refused.ts'
import { useFirstError } from '../ui/field.tsx'
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
  const [problems, setProblems] = useState<Problems>({})
  // What no field shows is said all the same.
  const { frame, showFirst } = useFirstError<F>(() => {
    const [message] = Object.values(problems)
    if (message) feedback.toast(message, 'error')
  })
  return {
    problems,
    frame,
    show(found) {
      const wrong = filled(found)
      setProblems(wrong)
      const none = Object.keys(wrong).length === 0
      if (!none) showFirst()
      return none
    },
    settle: (left) => setProblems((shown) => Object.fromEntries(Object.entries(shown).filter(([path]) => left[path]))),
  }
}

/** Its text begins with 参数错误, which goes without saying beside a field; the bare words are in its data. */
const isBadInput = refusedAs('badInput')

/** What the server found wrong with what was sent, by path; nothing when it says no field. */
export function faultsOf(failure: CallFailure): Problems {
  const { data, field, message } = failure
  if (field === null) return {}
  const { issues, 字段: words } = data as { issues?: readonly { field: string; message: string }[]; 字段?: string }
  return issues
    ? Object.fromEntries(issues.toReversed().map((one) => [one.field, one.message]))
    : { [field]: (isBadInput(failure) && words) || message }
}
