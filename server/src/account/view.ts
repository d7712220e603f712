import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { accountStatus } from '@cheyi/domain/account/codes'
import { type Editor, protectionOf } from '@cheyi/domain/account/rights'
import { maskPhone } from '@cheyi/domain/mask'
import type { Context } from '../kernel/context.ts'
import { type Roles, subjectOf } from './people.ts'
import type { AccountRow } from './store.ts'

type Card = OutputOf<typeof contract.account.page>['list'][number]

interface Known {
  readonly roles: Roles
  /** Store names by id. */
  readonly stores: ReadonlyMap<string, string>
}

export const mobileOf = ({ vault }: Pick<Context, 'vault'>, row: Pick<AccountRow, 'id' | 'mobileEnc'>): string =>
  row.mobileEnc === null ? '' : vault.open('account.mobile', row.id, row.mobileEnc)

/** An employee as the caller sees them. */
export const cardOf = (ctx: Context, editor: Editor, row: AccountRow, { roles, stores }: Known): Card => ({
  id: row.id,
  name: row.name,
  mobile: maskPhone(mobileOf(ctx, row)),
  jobNo: row.jobNo,
  roles: row.roleIds.flatMap((id) => {
    const role = roles.get(id)
    return role === undefined ? [] : [{ id, name: role.name }]
  }),
  storeScope: row.storeScope,
  stores: row.storeIds.map((id) => ({ id, name: stores.get(id) ?? '' })),
  isDriver: row.isDriver,
  status: row.status,
  protection: protectionOf(editor, subjectOf(row, roles)) ?? '',
  lastLoginAt: row.lastLoginAt,
  inviteExpireAt: row.status === accountStatus.invited ? row.inviteExpireAt : null,
})
