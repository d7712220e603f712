import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { identityType } from '@cheyi/domain/driver/codes'
import { type IdentityResult, identityResult } from '@cheyi/domain/driver/identity-check'
import { insertAudit } from '../kernel/audit.ts'
import { type Context, found } from '../kernel/context.ts'
import { settingsOf } from '../merchant/actions.ts'
import { heldResult, openFile, type PersonRow, resultColumns } from './person-file.ts'
import { countToday } from './store-daily.ts'
import * as store from './store-person.ts'

type Call = (typeof contract.driver)['checkIdentity']
type Answer = OutputOf<Call>

/**
 * Has the register of the police asked whether a customer's name and number belong together: after the commit, so that nobody who
 * waits for it holds a connection. That it does not answer is no error: staff compare the originals.
 * @throws Refusal notFound (-4)
 */
export async function checkIdentity({ personId }: ParsedOf<Call>, ctx: Context): Promise<Answer> {
  const row = await store.byId(ctx.db, personId)
  const person = found(row?.erasedAt === null ? row : undefined)
  const held = heldResult(ctx.vault, person, openFile(ctx.vault, person))
  if (held === identityResult.same) return { outcome: 'answered', result: held }
  const asked = await questionOf(ctx, ctx, person)
  ctx.audit({ targetType: 'person', targetId: personId })
  if (typeof asked === 'string') return { outcome: asked, result: held }
  ctx.answerAfterCommit(async (): Promise<Answer> => {
    const result = await asked()
    return result === undefined ? { outcome: 'noAnswer', result: held } : { outcome: 'answered', result }
  })
  return { outcome: 'noAnswer', result: held }
}

/** Asks of whoever was just passed unasked; nobody waits for it. */
export function checkAfterPass(ctx: Context, person: PersonRow): void {
  if (heldResult(ctx.vault, person, openFile(ctx.vault, person)) !== identityResult.unchecked) return
  ctx.afterCommit(async () => {
    const asked = await ctx.asSystem((later) => questionOf(ctx, later, person))
    if (typeof asked !== 'string') await asked()
  })
}

/** A question to the register, counted in the transaction of `now` and put after it for whom `who` says; or why there is none. */
async function questionOf(
  who: Context,
  now: Context,
  person: PersonRow,
): Promise<(() => Promise<IdentityResult | undefined>) | 'spent' | 'notAsked'> {
  const { checkIdentityDaily } = await settingsOf(now)
  if (checkIdentityDaily === 0) return 'notAsked'
  const { register } = now.outside()
  const file = openFile(now.vault, person)
  const { name, identityNo } = file
  if (!register.compares.includes('idCard') || file.identityType !== identityType.idCard || identityNo === null)
    return 'notAsked'
  if (!(await countToday(now, 'checkIdentity', checkIdentityDaily))) return 'spent'
  return async () => {
    const result = await register.compare(name, identityNo)
    if (result === undefined) return undefined
    await who.asSystem(async (later) => {
      const columns = resultColumns(later.vault, file, result)
      const patch = { ...columns, identityCheckedAt: later.now, identityCheckedBy: who.accountId }
      if ((await store.keepResult(later.db, person.id, patch)) === undefined) return
      insertAudit({ ...who, queue: later.queue }, 'driver.checkIdentity', {
        targetType: 'person',
        targetId: person.id,
        after: { name, identityNo: person.identityNoMask, identityCheck: result },
      })
    })
    return result
  }
}
