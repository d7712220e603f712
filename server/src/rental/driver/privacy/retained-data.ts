import { type RetentionKind, retentions } from '@cheyi/domain/platform/retention/rules'
import type { PersonState } from './store.ts'

export interface Kept {
  readonly what: string
  /** Epoch ms. */
  readonly until: number
  readonly why: string
}

/**
 * The data that a law requires to be retained if the customer is deleted now, with the end of each period; nothing for a
 * customer who never rented.
 */
export function retainedDataOf({ overAt, orders, papers, payments }: PersonState, now: number): Kept[] {
  const of = (kind: 'papers' | 'handovers' | 'payers' | 'audit', since: number): Kept => {
    const { what, kept, why } = retentions[kind satisfies RetentionKind]
    return { what, until: since + kept, why }
  }
  const since = overAt ?? now
  return [
    ...(papers > 0 ? [of('papers', since)] : []),
    ...(orders > 0 ? [of('handovers', since)] : []),
    ...(payments > 0 ? [of('payers', since)] : []),
    of('audit', now),
  ]
}
