import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { type Context, type Db, newId } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { pendingWorkChanges } from '../pending-work/actions.ts'

/* Changes of an account that its own user causes, not its manager: registration, sign-in, and final cancellation. */

export interface NewAccount {
  readonly userId: string
  readonly mobile: string
  /** null: the owner account. */
  readonly parentId: string | null
  readonly name: string
  readonly roleIds: readonly string[]
  readonly jobNo?: string
  readonly isDriver?: boolean
  /** 0 all stores, 1 the listed ones, 2 own orders of the listed ones. */
  readonly storeScope?: 0 | 1 | 2
  readonly storeIds?: readonly string[]
  /** Epoch ms of the first working day; now when left out. */
  readonly since?: number
}

/** Inserts an account of a user; runs as the merchant. @returns its id */
export async function insertAccount(
  tx: Pick<Context, 'db' | 'query'>,
  vault: Vault,
  account: NewAccount,
): Promise<string> {
  const id = await newId(tx)
  await tx.db
    .insertInto('account')
    .values({
      id,
      userId: account.userId,
      parentId: account.parentId ?? '0',
      name: account.name,
      roleIds: [...account.roleIds],
      jobNo: account.jobNo ?? '',
      isDriver: account.isDriver ?? false,
      storeScope: account.storeScope ?? 0,
      storeIds: [...(account.storeIds ?? [])],
      mobileEnc: vault.seal('account.mobile', id, account.mobile),
      ...(account.since === undefined ? {} : { createdAt: account.since, confirmedAt: account.since }),
    })
    .execute()
  return id
}

export const noteLogin = (db: Db, accountId: string, now: number) =>
  db.updateTable('account').set({ lastLoginAt: now }).where('id', '=', accountId).execute()

type WorkEnds = (tx: Parameters<typeof pendingWorkChanges>[0], accountId: string) => void
const ends: WorkEnds[] = []

/** Registers which pending work is compared again when an account may not work any more, because it needs a new assignee (待改派). */
export const whenWorkEnds = (one: WorkEnds): void => void ends.push(one)

/** An account may not work any more. */
export const worksNoMore: WorkEnds = (tx, accountId) => {
  for (const one of ends) one(tx, accountId)
}

export const CANCELLED_NAME = '已注销用户'

/** Runs as the merchant. The rows of the merchant's business remain, under an anonymous name. */
export const anonymiseAccount = (db: Db, accountId: string, now: number) =>
  db
    .updateTable('account')
    .set({
      name: CANCELLED_NAME,
      mobileEnc: null,
      jobNo: '',
      remark: '',
      driverLicenceEnc: null,
      driverLicenceMask: '',
      driverLicenceExpireOn: null,
      status: 0,
      roleIds: [],
      deletedAt: now,
    })
    .where('id', '=', accountId)
    .execute()

/**
 * Anonymises accounts that were deleted before an instant, by the user or by a manager, and all of a merchant that was closed before it: with
 * the merchant everybody has left. @returns how many, at most `most`
 */
export async function clearStaff(ctx: Pick<Context, 'query'>, before: number, most: number): Promise<number> {
  const rows = await ctx.query(
    `update account set name = $3, mobile_enc = null, job_no = '', remark = '', driver_licence_enc = null, driver_licence_mask = '',
        driver_licence_expire_on = null
      where id in (select id from account where name <> $3 and (deleted_at < $1
        or exists (select from merchant where id = merchant() and status = ${merchantStatus.closed} and status_at < $1)) limit $2) returning 1`,
    [at(before), most, CANCELLED_NAME],
  )
  return rows.length
}
