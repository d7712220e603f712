import { type RetentionKind, retentions } from '@cheyi/domain/platform/retention/rules'
import type { PersonState } from './store.ts'

export interface Kept {
  readonly what: string
  /** Epoch ms. */
  readonly until: number
  readonly why: string
}

/** What a law keeps of somebody whose data is deleted now, and until when; nothing for who never rented. */
export function keptAfter({ overAt, orders, papers, payments }: PersonState, now: number): Kept[] {
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
