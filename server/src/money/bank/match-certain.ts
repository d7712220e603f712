import { bankKind } from '@cheyi/domain/money/bank/codes'
import { type Booked, certainDays, certainMatches } from '@cheyi/domain/money/bank/match'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { type BankEntry, matchableEntries, recentEntries } from './booked.ts'
import { join } from './match.ts'
import * as store from './store.ts'

/** Matches that are made at once; the rest follows with the next run. */
const MOST = 500

/**
 * Makes the matches of which the rule is certain. Whoever matches by hand meanwhile waits for the lock, and is refused what was taken.
 */
export async function matchCertain(ctx: Context): Promise<{ matches: number; lines: number }> {
  await store.lockMatching(ctx)
  const [lines, days] = [await store.openLines(ctx), await store.openTradeDays(ctx)]
  if (lines.length === 0 && days.length === 0) return { matches: 0, lines: 0 }
  const entries = await recentEntries(ctx)
  const booked = matchableEntries(entries)
  let made = { matches: 0, lines: 0 }
  const add = async (lineIds: readonly string[], txnIds: readonly string[], reason: string) => {
    await join(ctx, { lineIds, txnIds, byRule: true, reason })
    made = { matches: made.matches + 1, lines: made.lines + lineIds.length }
  }
  for (const { day, booked: bill } of certainDays(days, await billsOfAccounts(ctx, entries, booked))) {
    const { accountId, on } = day
    await add(await store.tradeLines(ctx, accountId, on), bill.txnIds, `${on}的交易与渠道账单合计相同`)
  }
  const taken = new Set(
    await store.matchedAmong(
      ctx,
      booked.flatMap(({ txnIds }) => txnIds),
    ),
  )
  const free = booked.filter(({ txnIds }) => !txnIds.some((id) => taken.has(id)))
  for (const { lineIds, txnIds, reason } of certainMatches(lines, free).slice(0, MOST))
    await add(lineIds, txnIds, reason)
  return made
}

/** The bills of the contract of each account of a provider: the one of its number, or the only one of its kind. */
async function billsOfAccounts(
  ctx: Context,
  entries: readonly BankEntry[],
  booked: readonly Booked[],
): Promise<ReadonlyMap<string, readonly Booked[]>> {
  const accounts = (await store.accounts(ctx)).filter(({ kind }) => kind !== bankKind.bank)
  const bills = booked.filter(({ key }) => key.startsWith('bill:'))
  const numberOf = new Map(
    entries.flatMap(({ together, billOf }) => (billOf && together ? [[together, billOf.merchantNo]] : [])),
  )
  return new Map(
    accounts.map(({ accountId, kind, accountNo }) => {
      const ofKind = bills.filter((one) => one.kind === (kind === bankKind.wechat ? 'wechat' : 'alipay'))
      const own = ofKind.filter(({ key }) => numberOf.get(key) === accountNo)
      const isOnly = accounts.filter((one) => one.kind === kind).length === 1
      return [accountId, own.length > 0 || !isOnly ? own : ofKind]
    }),
  )
}

export const matchAll: HandlerOf<'bank', 'matchAll'> = async (_, ctx) => {
  const made = await matchCertain(ctx)
  ctx.audit({ targetType: 'bankMatch', targetId: '0', after: { byRule: made.matches, bankLines: made.lines } })
  return made
}
