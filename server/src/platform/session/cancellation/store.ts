import { merchantPlace } from '@cheyi/domain/platform/merchant/codes'
import {
  type OpenBusiness,
  openBusinessLabels,
  type UserStatus,
  userStatus,
} from '@cheyi/domain/platform/session/cancellation'
import type { Context, Db } from '../../../kernel/context.ts'
import { countsOf } from '../../../kernel/db/counts.ts'

type Query = Context['query']

const namesOf = <Name extends string>(labels: Readonly<Record<Name, string>>) => Object.keys(labels) as Name[]

/**
 * Every account of the user that is not removed, also disabled ones and those of closed merchants. The row policy shows the role of the
 * process those of `app.user_id`. Rows of a merchant that moved to another cluster are copies, which nobody may change: the account is
 * cancelled there.
 */
export const accountsOf = (db: Db, userId: string) =>
  db
    .selectFrom('account as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchantId')
    .select(['a.id', 'a.merchantId', 'a.parentId', 'm.name', 'm.status'])
    .where('a.userId', '=', userId)
    .where('a.deletedAt', 'is', null)
    .where('a.merchantId', 'not in', (eb) =>
      eb.selectFrom('merchantPlace').select('merchantId').where('state', '=', merchantPlace.elsewhere),
    )
    .orderBy('m.id')
    .execute()

/** Unfinished business of a merchant, and of an employee, whose account is `$1`. */
export const openBusiness = {
  merchant: countsOf(namesOf(openBusinessLabels.merchant)),
  employee: countsOf(namesOf(openBusinessLabels.employee)),
}

/** Unfinished business of a merchant; runs as the merchant. */
export const ofMerchant = async (query: Query): Promise<OpenBusiness[]> =>
  labelCounts(await openBusiness.merchant.read(query), openBusinessLabels.merchant)

/** Unfinished tasks of an employee; runs as the merchant. */
export const ofEmployee = async (query: Query, accountId: string): Promise<OpenBusiness[]> =>
  labelCounts(await openBusiness.employee.read(query, [accountId]), openBusinessLabels.employee)

const labelCounts = <Name extends string>(
  counts: Readonly<Record<Name, number>>,
  labels: Readonly<Record<Name, string>>,
): OpenBusiness[] => namesOf(labels).map((name) => ({ label: labels[name], count: counts[name] }))

export const lock = (db: Db, userId: string) =>
  db
    .selectFrom('appUser')
    .select(['id', 'status', 'mobileEnc', 'cancelAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setState = (
  db: Db,
  userId: string,
  next: { status: UserStatus; cancelAt: number | null; reason: string },
) =>
  db
    .updateTable('appUser')
    .set({ status: next.status, cancelAt: next.cancelAt ?? null, cancelReason: next.reason })
    .where('id', '=', userId)
    .execute()

/** Removes everything that names the person: mobile, password, and links to partner accounts. */
export async function anonymise(db: Db, userId: string, nobody: { sealed: Buffer; hash: Buffer }): Promise<void> {
  await db
    .updateTable('appUser')
    .set({
      mobileEnc: nobody.sealed,
      mobileHash: nobody.hash,
      passwordHash: null,
      passwordHistory: [],
      wxOpenEnc: null,
      wxOpenHash: null,
      wxBoundAt: null,
      operator: false,
      cancelReason: '',
    })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('partnerUser').where('userId', '=', userId).execute()
}

/** Users whose waiting period is over. */
export const due = (db: Db, now: number) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where('status', '=', userStatus.cancelling)
    .where('cancelAt', '<=', now)
    .orderBy('id')
    .execute()
