import { maskPhone } from '@cheyi/domain/mask'
import { isInvited } from '@cheyi/domain/platform/account/codes'
import { type Editor, protectionOf } from '@cheyi/domain/platform/account/rights'
import type { Context } from '../../kernel/context.ts'
import { type Roles, subjectOf } from './people.ts'
import type { AccountRow } from './store.ts'

interface Known {
  readonly roles: Roles
  readonly stores: ReadonlyMap<string, string>
}

export const mobileOf = ({ vault }: Pick<Context, 'vault'>, row: Pick<AccountRow, 'id' | 'mobileEnc'>): string =>
  row.mobileEnc === null ? '' : vault.open('account.mobile', row.id, row.mobileEnc)

/** An employee as the caller may see them. */
export const cardOf = (ctx: Context, editor: Editor, row: AccountRow, { roles, stores }: Known) => ({
  ...row,
  mobile: maskPhone(mobileOf(ctx, row)),
  roles: row.roleIds.flatMap((id) => {
    const role = roles.get(id)
    return role === undefined ? [] : [{ id, name: role.name }]
  }),
  stores: row.storeIds.map((id) => ({ id, name: stores.get(id) ?? '' })),
  protection: protectionOf(editor, subjectOf(row, roles)) ?? ('' as const),
  inviteExpireAt: isInvited(row.status) ? row.inviteExpireAt : null,
})
