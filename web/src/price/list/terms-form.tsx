import { useState } from 'react'
import type { CallFailure } from '../../kernel/failure.ts'

/** The values of a small form and how to change some of them. */
export function useTermsForm<T extends object>(start: T): [T, (changes: Partial<T>) => void] {
  const [form, setForm] = useState(start)
  return [form, (changes) => setForm((old) => ({ ...old, ...changes }))]
}

/** What the server said of a field, for the message beside it. */
export const faultOf =
  (failure: CallFailure | null) =>
  (field: string): string | undefined =>
    failure?.field === field ? failure.message.replace(/^参数错误：/, '') : undefined
