import { type AuditResult, auditResults, signInRefusals } from '@cheyi/domain/platform/audit/words'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { at } from '../../kernel/db/instant.ts'
import { parameters } from '../../kernel/db/sql.ts'
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

/** SQL: what a row is, by the actions that only read. */
const kindSql = (
  reads: readonly string[],
): string => `case when a.result = any ('{${signInRefusals.join()}}') then ${signInFailed} when a.result <> 'ok' then ${refused}
  when a.action = any ('{${reads.join()}}') then ${unmasked} else ${done} end`

/** Only the conditions that were asked for: with `$1 is null or …` for each of them, the generic query plan would read the whole log. */
function filterOf({ period, accountId, actions, targetId, reads, result }: AuditAsk) {
  const { values, bind } = parameters()
  const kind = kindSql(reads)
  const conditions = ['true']
  if (period !== undefined) conditions.push(`a.at >= ${bind(at(period.from))} and a.at < ${bind(at(period.to))}`)
  if (accountId !== undefined) conditions.push(`a.account_id = ${bind(accountId)}::bigint`)
  if (targetId !== undefined) conditions.push(`a.target_id = ${bind(targetId)}::bigint`)
  if (result !== undefined) conditions.push(`${kind} = ${bind(result)}::int`)
  if (actions !== undefined) {
    const asked = `${bind(actions)}::text[]`
    conditions.push(`(a.action = any (${asked}) or split_part(a.action, '.', 1) = any (${asked}))`)
  }
  return { values, bind, kind, where: conditions.join(' and ') }
}

/** Newest first, after the id `before`. */
export function page(ctx: Context, ask: AuditAsk, before: string | null, limit: number) {
  const { values, bind, kind, where } = filterOf(ask)
  const behind = before === null ? '' : `and a.id < ${bind(before)}::bigint`
  return ctx.query<AuditRow>(
    `select a.id, a.at, a.name, a.ip, a.action, a.target_type, a.target_id, a.before, a.after, a.result, a.device, ${kind} as kind,
        ${nameOfAnySql('a.target_type', 'a.target_id')} as target
       from audit a
      where ${where} ${behind} order by a.id desc limit ${limit}`,
    values,
  )
}

export function count(ctx: Context, ask: AuditAsk): Promise<number> {
  const { values, where } = filterOf(ask)
  return countRows(ctx, `audit a where ${where}`, values)
}
