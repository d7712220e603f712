import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { needsProof, worthTelling } from '@cheyi/domain/rental/driver/whole'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import type { Context, Db } from '../../kernel/context.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../../platform/notify/actions.ts'
import { counting, provedIn, waysToProve } from '../../platform/session/actions.ts'

/*
 * Numbers are masked everywhere, and shown whole to who asks for one. One function counts them, whatever the call: thirty
 * within an hour are a day's work at a counter, more are a list being taken along. Then whoever asks shows who they are, for
 * each thirty more, and who manages people is told.
 */

/**
 * Counts that the caller is shown this whole, before it is shown. The same again is the same.
 * @param target what it is of: `order/12`
 * @throws Refusal proofNeeded (1007) after thirty others within an hour that no proof came after
 */
export async function countWhole(ctx: Context, target: string): Promise<void> {
  const { identity, merchantId, now } = ctx
  const who = { merchantId, userId: identity.userId }
  const { shown, refused } = await counting(ctx, [`whole/${merchantId}/${identity.userId}`], async ({ db }) => {
    const { provedAt } = await provedIn(db, identity.sessionId)
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

/** What is older than a day goes with each new one. */
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
