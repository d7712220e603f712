import { menuOf, type PermissionKey } from '@cheyi/domain/permission'
import { approvalState, isPassed } from '@cheyi/domain/platform/account/codes'
import {
  ALONE_WAIT,
  APPROVAL_LIFE,
  type ApprovalFacts,
  type ApprovalKind,
  approvalRules,
} from '@cheyi/domain/platform/approval/rules'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/events.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { screen } from '../../kernel/screen.ts'
import { notify } from '../notify/actions.ts'
import { takeStepUp } from '../session/actions.ts'
import * as store from './store.ts'

export { waiting as waitingApprovals } from './store.ts'

/**
 * Whether the caller may act as the second person for a request of `requesterId` under these keys: a different account that the requester
 * neither created nor gave its rights.
 */
export const isSecondPerson = (
  ctx: Context,
  requesterId: string,
  keys: readonly PermissionKey[],
  storeIds: readonly string[] | null,
): Promise<boolean> =>
  store.isSecond(
    ctx,
    requesterId,
    keys.map((key) => menuOf(key).id),
    storeIds,
  )

/** Whether any account except the caller and `barredIds` may decide the caller's request under these keys. */
export const hasSecondPerson = (
  ctx: Context,
  keys: readonly PermissionKey[],
  storeIds: readonly string[] | null,
  barredIds: readonly string[] = [],
): Promise<boolean> =>
  store.hasSecondPerson(
    ctx,
    keys.map((key) => menuOf(key).id),
    storeIds,
    barredIds,
  )

/** Names of the roles whose members may decide a request of `requesterId` under these keys. */
export const rolesOfSecondPersons = (
  ctx: Context,
  requesterId: string,
  keys: readonly PermissionKey[],
  storeIds: readonly string[] | null,
): Promise<string[]> =>
  store.rolesOfSeconds(
    ctx,
    requesterId,
    keys.map((key) => menuOf(key).id),
    storeIds,
  )

const HEADER = 'x-approval-id'
const CODE_HEADER = 'x-step-up-code'

/**
 * Continues only if the action needs no second person, or if one has approved exactly this input and the approval is unused. Otherwise the
 * call is refused and a request for approval is stored, although the transaction is rolled back. `storeIds`: the stores that the request is
 * about, which limit who sees it; null: the whole merchant. `barredIds`: accounts that the action concerns, which may not decide it whoever
 * requests it.
 * @returns the account that approved it; null when no approval is needed, or when no other account could approve and the caller confirmed
 *   it by a code
 * @throws Refusal approvalNeeded (1036), stepUpNeeded (10014), wrongCode (1006)
 */
export async function secondPerson<K extends ApprovalKind>(
  ctx: Context,
  kind: K,
  facts: ApprovalFacts[K],
  storeIds: readonly string[] | null = null,
  barredIds: readonly string[] = [],
): Promise<string | null> {
  // A job has no user; it follows terms that were agreed before.
  if (ctx.identity.userId === '0') return null
  const { name, permission: ofCall, twoPerson } = ctx.call
  // Checked before the rule's threshold, so that a call that does not declare its kind fails in its first test, even for a small amount.
  if (!twoPerson?.includes(kind) || !Array.isArray(ofCall)) throw new Error(`${name} does not declare ${kind}`)
  const rule = approvalRules[kind]
  if (!rule.needed(facts)) return null
  const permission: readonly PermissionKey[] = rule.keys ?? ofCall
  const hash = ctx.fingerprint()
  // A call of two kinds names the approval that it waited for last; that of the other kind is found by the same input.
  const open = ctx.header(HEADER) === null ? undefined : await store.openRequest(ctx, kind, name, hash)
  if (open !== undefined && (await isSettled(ctx, open))) {
    await store.use(ctx, open.id)
    return open.deciderId
  }
  throw new LeavingRefusal('approvalNeeded', async (apart) => {
    const asked = await store.openRequest(apart, kind, name, hash)
    if (asked !== undefined) return requestDetail(asked.id, asked.readyAt, asked.expireAt)
    const menuIds = permission.map((key) => menuOf(key).id)
    const alone = !(await store.hasSecondPerson(apart, menuIds, storeIds, barredIds))
    const readyAt = alone ? ctx.now + ALONE_WAIT : null
    const expireAt = (readyAt ?? ctx.now) + APPROVAL_LIFE
    const summary = rule.summary(facts).slice(0, 200)
    const id = await store.insert(apart, {
      kind,
      call: name,
      keys: permission,
      menuIds,
      storeIds,
      barredIds,
      hash,
      summary,
      readyAt,
      expireAt,
    })
    await emit(
      apart,
      'approval.changed',
      id,
      { approvalId: id, call: name, state: approvalState.waiting },
      {
        keys: permission,
        storeIds,
        accountIds: [apart.accountId],
      },
    )
    notify(apart, {
      type: notifyType.approval,
      level: notifyLevel.urgent,
      ref: `approval/${id}`,
      title: `${rule.name}待复核`,
      body: `${apart.identity.name}：${summary}`,
      link: screen('notify.notices', { tab: 'approval' }),
      to: { key: permission[0]!, storeIds: storeIds ?? [] },
    })
    return requestDetail(id, readyAt, expireAt)
  })
}

const requestDetail = (approvalId: string, readyAt: number | null, expireAt: number) => ({
  approvalId,
  readyAt,
  expireAt,
})

/** Approved; or, when no other account could decide, the waiting time is over and the caller confirmed by a code. */
async function isSettled(ctx: Context, request: Pick<store.ApprovalRow, 'id' | 'state' | 'readyAt'>): Promise<boolean> {
  if (isPassed(request.state)) return true
  if (request.readyAt === null || request.readyAt > ctx.now) return false
  const code = ctx.header(CODE_HEADER)
  if (code === null) throw new Refusal('stepUpNeeded', { approvalId: request.id })
  if (!(await takeStepUp(ctx, code))) throw new Refusal('wrongCode')
  return true
}
