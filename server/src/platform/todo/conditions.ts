import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { PermissionKey } from '@cheyi/domain/permission'
import { type ConditionCounter, counterKeys } from '@cheyi/domain/platform/todo/counters'
import type { Context } from '../../kernel/context.ts'

/*
 * Counters that are no pending work, but a condition over many records. The feature of the records registers each of its own. Those that
 * are SQL are counted by one statement.
 */

type Shown = OutputOf<typeof contract.todo.counts>[number]

/** A counter on the home page. Its `code` is given where it differs from the name under which a feature registered it. */
interface Counted extends Pick<Shown, 'name' | 'count' | 'link'> {
  readonly code?: ConditionCounter
  /** The number of the records of the list that it leads to, where that counts more. */
  readonly onScreen?: number
}

interface Condition {
  /** Most merchants never have one: it is shown last, and not with 0. */
  readonly rare: boolean
  /** A second permission that its number needs, besides that for its work. */
  readonly also?: PermissionKey | undefined
  /** Its list is of the merchant as a whole, so that accounts of some stores may not open it, and no store narrows it. */
  readonly whole: boolean
  /** A subquery for one JSON value; `$1` is the store asked for, or null. */
  readonly sql?: string
  /** @param value the result of the `sql` of this condition */
  show(ctx: Context, storeId: string | undefined, value: unknown): readonly Counted[] | Promise<readonly Counted[]>
}

const conditions = new Map<ConditionCounter, Condition>()

/** A condition that SQL alone cannot count. */
export function isCounted(
  counter: ConditionCounter,
  counting: (ctx: Context, storeId: string | undefined) => Promise<Counted>,
): void {
  conditions.set(counter, { rare: false, whole: false, show: async (ctx, storeId) => [await counting(ctx, storeId)] })
}

/** A condition that is counted with others by one statement, by a subquery for one JSON value. `$1` is the store asked for, or null. */
export function isCountedBySql<Value>(
  counter: ConditionCounter,
  sql: string,
  show: (value: Value, storeId: string | undefined) => readonly Counted[],
  {
    rare = false,
    whole = false,
    also,
  }: { readonly rare?: boolean; readonly whole?: boolean; readonly also?: PermissionKey } = {},
): void {
  conditions.set(counter, { rare, whole, also, sql, show: (_, storeId, value) => show(value as Value, storeId) })
}

/** The counters of conditions that the account may see, in the order of `counterKeys`; the rare ones are shown last. */
export async function countConditions(
  ctx: Context,
  storeId: string | undefined,
): Promise<{ usual: Shown[]; rare: Shown[] }> {
  const asked = (Object.keys(counterKeys) as ConditionCounter[]).flatMap((counter) => {
    const condition = conditions.get(counter)
    if (condition === undefined || !ctx.can(counterKeys[counter])) return []
    if (condition.whole && (storeId !== undefined || ctx.identity.scope !== 'all')) return []
    return condition.also === undefined || ctx.can(condition.also) ? [{ counter, condition }] : []
  })
  const inSql = asked.filter(({ condition }) => condition.sql !== undefined)
  const values: Promise<Readonly<Record<string, unknown>>[]> =
    inSql.length === 0
      ? Promise.resolve([{}])
      : ctx.query(
          `select ${inSql.map(({ counter, condition }) => `(${condition.sql}) as "${counter}"`).join(', ')}
             from (select $1::bigint) asked`,
          [storeId ?? null],
        )
  const shown = await Promise.all(
    asked.map(async ({ counter, condition }) => {
      const counted = await condition.show(
        ctx,
        storeId,
        condition.sql === undefined ? undefined : (await values)[0]![counter],
      )
      return {
        rare: condition.rare,
        counters: counted
          .filter(({ count }) => count > 0 || !condition.rare)
          .map(({ code = counter, name, count, link, onScreen = count }) => ({
            code,
            name,
            count,
            onScreen,
            fen: null,
            link,
          })),
      }
    }),
  )
  const of = (rare: boolean) => shown.filter((one) => one.rare === rare).flatMap(({ counters }) => counters)
  return { usual: of(false), rare: of(true) }
}
