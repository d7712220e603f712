import type { Effect } from '@cheyi/contract/kernel/call'
import { refusals } from '@cheyi/domain/refusal'
import type { Secrets } from './secrets.ts'
import type { Answer } from './stranger.ts'
import type { Row } from './table.ts'

export type Complain = (line: string) => void

interface Asked {
  readonly effect: Effect
  /** What was asked, for whoever reads the complaint. */
  readonly what: string
  readonly secrets: Secrets
  /** What the answer may repeat. */
  readonly sent: string
  readonly complain: Complain
}

/** The answer says that the input itself is wrong, whatever its ids are. */
const isOfForm = ({ code, data }: Answer): boolean =>
  code === refusals.badInput.code && typeof data === 'object' && data !== null && 'issues' in data

/** Counts what an answer tells. @returns whether it refused by name */
export function judge(row: Row, answer: Answer, { effect, what, secrets, sent, complain }: Asked): boolean {
  const said = `${what}: ${answer.status} ${answer.code} ${answer.message}`
  row.probes++
  if (isFailure(answer)) {
    row.failed++
    complain(`5xx: ${said}`)
  }
  const seen = secrets.seenIn(answer.text, sent)
  if (seen.length > 0) {
    row.seen++
    complain(`seen: ${said}: ${seen.slice(0, 8).join(' ')}`)
  }
  if (isOfForm(answer)) {
    row.byForm++
    complain(`form: ${said} ${JSON.stringify(answer.data).slice(0, 300)}`)
    return false
  }
  if (!answer.success) {
    row.byName++
    return true
  }
  if (effect === 'write') {
    row.accepted++
    complain(`accepted: ${said}`)
  } else row.empty++
  return false
}

export const isFailure = ({ status, code }: Answer): boolean => status >= 500 || code === refusals.internal.code
