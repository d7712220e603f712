import { type AuditResult, auditResults, signInRefusals } from '@cheyi/domain/platform/audit/words'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type NameData, nameOfAnySql } from './names.ts'

export type AuditRow = Pick<
  Selectable<DB['audit']>,
  'id' | 'at' | 'name' | 'ip' | 'action' | 'targetType' | 'targetId' | 'before' | 'after' | 'result' | 'device'
> & {
  readonly kind: AuditResult
  /** Current name of the target; null when it has no name or is not visible to the account. */
  readonly target: NameData | null
}

export interface AuditAsk {
  readonly period?: { readonly from: number; readonly to: number } | undefined
  readonly accountId?: string | undefined
  /** Names of features, or of calls of features. */
  readonly actions?: readonly string[] | undefined
  readonly targetId?: string | undefined
  readonly result?: AuditResult | undefined
  /** Actions that only read. */
  readonly reads: readonly string[]
}

const { done, refused, signInFailed, unmasked } = auditResults.code

const KIND = `case when a.result = any ('{${signInRefusals.join()}}') then ${signInFailed} when a.result <> 'ok' then ${refused}
  when a.action = any ($6::text[]) then ${unmasked} else ${done} end`

const FILTER = `($1::timestamptz is null or a.at >= $1) and ($2::timestamptz is null or a.at < $2)
  and ($3::bigint is null or a.account_id = $3) and ($4::text[] is null or a.action = any ($4) or split_part(a.action, '.', 1) = any ($4))
  and ($5::bigint is null or a.target_id = $5) and ($7::int is null or ${KIND} = $7)`

const values = ({ period, accountId, actions, targetId, reads, result }: AuditAsk): unknown[] => [
  period === undefined ? null : at(period.from),
  period === undefined ? null : at(period.to),
  accountId ?? null,
  actions ?? null,
  targetId ?? null,
  reads,
  result ?? null,
]

/** Newest first, after the id `before`. */
export const page = (ctx: Context, ask: AuditAsk, before: string | null, limit: number) =>
  ctx.query<AuditRow>(
    `select a.id, a.at, a.name, a.ip, a.action, a.target_type, a.target_id, a.before, a.after, a.result, a.device, ${KIND} as kind,
        ${nameOfAnySql('a.target_type', 'a.target_id')} as target
       from audit a
      where ${FILTER} and ($8::bigint is null or a.id < $8) order by a.id desc limit ${limit}`,
    [...values(ask), before],
  )

export const count = (ctx: Context, ask: AuditAsk): Promise<number> =>
  countRows(ctx, `audit a where ${FILTER}`, values(ask))
