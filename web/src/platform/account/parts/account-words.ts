import { formatNear } from '@cheyi/domain/near'
import { accountStatuses, isDisabled, isEnabled, storeScope, storeScopes } from '@cheyi/domain/platform/account/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/*
 * The texts about an employee.
 */

export type AccountCard = OutputOf<typeof calls.account.page>['list'][number]
export type AccountDetail = OutputOf<typeof calls.account.detail>

/** Where the employee works and how much is visible to the account: `全部门店`, `虹桥店、浦东店`, `虹桥店 · 仅本人`. */
export function scopeWords({ storeScope: scope, stores }: Pick<AccountCard, 'storeScope' | 'stores'>): string {
  if (scope === storeScope.all) return storeScopes.text(scope)
  const names = stores.map(({ name }) => name).join('、') || '没有门店'
  return scope === storeScope.own ? `${names} · ${storeScopes.text(scope)}` : names
}

/** The time of the last login; for an invitation, the time at which it expires. */
export function loginWords(
  { lastLoginAt, inviteExpireAt }: Pick<AccountCard, 'lastLoginAt' | 'inviteExpireAt'>,
  now: number,
): string {
  if (inviteExpireAt !== null)
    return inviteExpireAt > now ? `等待本人确认，${formatNear(inviteExpireAt, now)} 前有效` : '本人未在期限内确认'
  return lastLoginAt === null ? '尚未登录' : `${formatNear(lastLoginAt, now)} 登录`
}

/** `待确认`, `邀请已过期`, `已停用`; undefined for an active employee. */
export function statusTag(
  { status, inviteExpireAt }: Pick<AccountCard, 'status' | 'inviteExpireAt'>,
  now: number,
): { readonly tone: 'warning' | 'danger'; readonly text: string } | null {
  if (isEnabled(status)) return null
  if (isDisabled(status)) return { tone: 'danger', text: '已停用' }
  const over = inviteExpireAt !== null && inviteExpireAt <= now
  return { tone: 'warning', text: over ? '邀请已过期' : accountStatuses.text(status) }
}

/** Why an employee may not be disabled; undefined if that is allowed. */
export const protectionWords = ({ protection }: Pick<AccountCard, 'protection'>): string | undefined =>
  ({
    '': undefined,
    owner: '主账号不能停用',
    self: '不能停用本人账号',
    beyond: '该员工拥有你没有的权限',
  })[protection]

const tones = ['primary', 'success', 'warning', 'purple'] as const

/** A colour derived from the id, so that it never changes for an employee. */
export const toneOf = ({ id, status }: Pick<AccountCard, 'id' | 'status'>) =>
  !isEnabled(status) ? 'neutral' : tones[Number(id.slice(-2)) % tones.length]
