import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { needsProof, worthTelling } from '@cheyi/domain/rental/driver/whole'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import type { Context, Db } from '../../kernel/context.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { counting, proofTimesOf, waysToProve } from '../../platform/session/actions.ts'

/*
 * Limits the display of full numbers, which are masked everywhere and shown in full on request. All calls use this one
 * function. Thirty within an hour are normal for a day at a counter; more may be a copy of the customer list. Beyond that
 * the account must prove its identity, for each thirty more, and the accounts that manage staff are notified.
 */

/**
 * Counts a full number before it is shown to the caller. The same target again is not counted twice.
 * @param target the subject of the number: `order/12`
 * @throws Refusal proofNeeded (1007) after thirty other targets within an hour without a later proof of identity
 */
export async function countWhole(ctx: Context, target: string): Promise<void> {
  const { identity, merchantId, now } = ctx
  const who = { merchantId, userId: identity.userId }
  const { shown, refused } = await counting(ctx, [`whole/${merchantId}/${identity.userId}`], async ({ db }) => {
    const { provedAt } = await proofTimesOf(db, identity.sessionId)
    const shown = await othersThan(db, who, target, { day: now - DAY, proof: Math.max(now - HOUR, provedAt ?? 0) })
    const refused = needsProof(shown)
    if (!refused) await note(db, who, target, now)
    return { shown, refused }
  })
  const many = worthTelling(shown)
  if (refused)
    throw new LeavingRefusal('proofNeeded', async (apart) => {
      if (many !== null) tell(apart, many)
      return { ways: await apart.apart(({ db }) => waysToProve(db, identity.userId)) }
    })
  if (many !== null) ctx.afterCommit(() => ctx.asSystem(async (system) => tell({ ...system, identity }, many)))
}

/**
 * Whoever reads the unmasked identity numbers of many customers at once has proved who they are within the last hour.
 * @throws Refusal proofNeeded (1007)
 */
export async function requireProof({ identity, now, apart }: Context): Promise<void> {
  const { provedAt } = await apart(({ db }) => proofTimesOf(db, identity.sessionId))
  if ((provedAt ?? 0) > now - HOUR) return
  throw new LeavingRefusal('proofNeeded', async (leaving) => ({
    ways: await leaving.apart(({ db }) => waysToProve(db, identity.userId)),
  }))
}

interface Viewer {
  readonly merchantId: string
  readonly userId: string
}

async function othersThan(
  db: Db,
  who: Viewer,
  target: string,
  since: { readonly day: number; readonly proof: number },
) {
  const row = await db
    .selectFrom('shownWhole')
    .select((e) => [
      e.fn.count<string>('target').distinct().as('ofDay'),
      e.fn.count<string>('target').distinct().filterWhere('at', '>', since.proof).as('unproved'),
    ])
    .where('merchantId', '=', who.merchantId)
    .where('userId', '=', who.userId)
    .where('at', '>', since.day)
    .where('target', '<>', target)
    .executeTakeFirstOrThrow()
  return { ofDay: Number(row.ofDay), unproved: Number(row.unproved) }
}

/** Each new row also deletes those older than a day. */
async function note(db: Db, who: Viewer, target: string, now: number): Promise<void> {
  const own = db.deleteFrom('shownWhole').where('merchantId', '=', who.merchantId).where('userId', '=', who.userId)
  await own.where('at', '<=', now - DAY).execute()
  await db
    .insertInto('shownWhole')
    .values({ ...who, target, at: now })
    .execute()
}

const tell = (ctx: Context, many: number): void =>
  notify(ctx, {
    type: notifyType.security,
    level: notifyLevel.urgent,
    ref: `account/${ctx.identity.accountId}/whole/${many}/${localDate(ctx.now)}`,
    once: true,
    title: `${ctx.identity.name}一天内查看了${many}个以上的完整号码`,
    body: '如非工作所需，请停用该账号或收回查看权限；每一次查看都在操作日志中',
    link: screen('account.detail', { id: ctx.identity.accountId }),
    to: { key: 'account.edit' },
  })
