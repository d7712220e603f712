import { formatNear } from '@cheyi/domain/near'
import {
  accountStatus,
  accountStatuses,
  isDisabled,
  isEnabled,
  storeScope,
  storeScopes,
} from '@cheyi/domain/platform/account/codes'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { confirm } from '../../../page/open.ts'

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

type Invited = Pick<AccountCard, 'id' | 'name'>

/** The actions on an invited employee who has not accepted yet. */
export function useInvitation() {
  const send = useWrite(calls.invitation.send)
  const remove = useWrite(calls.account.remove)
  return {
    pending: send.pending || remove.pending,
    async resend({ id, name }: Invited) {
      if (await send.run({ id })) feedback.toast(`已重新向 ${name} 发送邀请`)
    },
    /** @returns whether the invitation was withdrawn */
    async withdraw({ id, name }: Invited): Promise<boolean> {
      const sure = await confirm({
        title: `撤销对 ${name} 的邀请`,
        body: '已发出的邀请码立即失效；以后可以重新邀请',
        confirm: '撤销邀请',
        danger: true,
      })
      if (!sure || !(await remove.run({ id }))) return false
      feedback.toast(`对 ${name} 的邀请已撤销`)
      return true
    },
  }
}

/** Enables an employee, or disables one after a confirmation. */
export function useStatus() {
  const write = useWrite(calls.account.setStatus)
  return {
    pending: write.pending,
    async toggle({ id, name, status }: Pick<AccountCard, 'id' | 'name' | 'status'>) {
      const off = isEnabled(status)
      const sure =
        !off ||
        (await confirm({
          title: `停用 ${name}`,
          body: '停用后该员工将立即退出登录，确定停用？',
          confirm: '停用',
          danger: true,
        }))
      if (!sure) return
      const done = await write.run({ id, status: off ? accountStatus.disabled : accountStatus.enabled })
      if (done) feedback.toast(off ? `${name} 已停用` : `${name} 已启用`)
    },
  }
}
