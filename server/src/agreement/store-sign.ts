import type { AgreementStatus } from '@cheyi/domain/agreement/codes'
import { signWay } from '@cheyi/domain/agreement/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import type { DB } from '../kernel/db/tables.gen.ts'

export type LinkRow = Selectable<DB['linkToken']>

export const insertLink = (db: Db, row: Insertable<DB['linkToken']>) => db.insertInto('linkToken').values(row).execute()

/** Runs as role `gate`. */
export const linkByHash = (db: Db, tokenHash: Buffer): Promise<LinkRow | undefined> =>
  db.selectFrom('linkToken').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Messages about a paper since an instant, the newest first. */
export const textsOf = (db: Db, agreementId: string, since: number) =>
  db
    .selectFrom('linkToken')
    .select(['createdAt'])
    .where('refId', '=', agreementId)
    .where('way', '=', signWay.sms)
    .where('createdAt', '>=', since)
    .whereRef('expireAt', '>', 'createdAt')
    .orderBy('createdAt', 'desc')
    .execute()

export const renterPhone = async (db: Db, personId: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('person').select('phoneEnc').where('id', '=', personId).executeTakeFirst())?.phoneEnc

/** Closes the links to a paper that still open. @returns how many */
export async function revokeLinks(db: Db, agreementId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('linkToken')
    .set({ revokedAt: now })
    .where('refId', '=', agreementId)
    .where('purpose', '=', 'sign')
    .where('revokedAt', 'is', null)
    .where('expireAt', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A link that never reached its customer ends as it began, and its paper waits as long as its other links open. */
export const dropLink = (ctx: Pick<Context, 'query' | 'now'>, id: string) =>
  ctx.query(
    `with dropped as (update link_token set expire_at = created_at, revoked_at = $2 where id = $1 returning id, ref_id, purpose)
     update agreement a set expire_at = (select max(l.expire_at) from link_token l
         where l.ref_id = a.id and l.purpose = 'sign' and l.revoked_at is null and l.expire_at > $2 and l.id <> d.id)
       from dropped d where d.purpose = 'sign' and a.id = d.ref_id`,
    [id, at(ctx.now)],
  )

/** Until when somebody may sign by a link; null while none is open. */
export const setExpiry = (db: Db, id: string, expireAt: number | null) =>
  db.updateTable('agreement').set({ expireAt }).where('id', '=', id).execute()

export const setStatus = (db: Db, id: string, status: AgreementStatus) =>
  db
    .updateTable('agreement')
    .set((e) => ({ status, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const setSigned = (
  db: Db,
  id: string,
  signed: Pick<
    Updateable<DB['agreement']>,
    | 'status'
    | 'signedAt'
    | 'signWay'
    | 'signerIp'
    | 'signerAgent'
    | 'signerPhoneMask'
    | 'signatureEnc'
    | 'signedId'
    | 'signedPath'
    | 'signedSha256'
    | 'certificateId'
  >,
) =>
  db
    .updateTable('agreement')
    .set((e) => ({ ...signed, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export type CertificateRow = Selectable<DB['merchantCertificate']>

/** The certificate that signs now: one of an authority before one of our own making, the newest of its kind. */
export const certificate = (db: Db, now: number): Promise<CertificateRow | undefined> =>
  db
    .selectFrom('merchantCertificate')
    .selectAll()
    .where('notBefore', '<=', now)
    .where('notAfter', '>', now)
    .where('retiredAt', 'is', null)
    .orderBy('selfIssued')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertCertificate = (db: Db, row: Insertable<DB['merchantCertificate']>): Promise<CertificateRow> =>
  db.insertInto('merchantCertificate').values(row).returningAll().executeTakeFirstOrThrow()

export const certificates = (db: Db): Promise<CertificateRow[]> =>
  db.selectFrom('merchantCertificate').selectAll().orderBy('id', 'desc').execute()

/** One that was uploaded before. */
export const certificateOf = (db: Db, issuer: string, serial: string): Promise<CertificateRow | undefined> =>
  db
    .selectFrom('merchantCertificate')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('serial', '=', serial)
    .where('selfIssued', '=', false)
    .executeTakeFirst()

/** Takes a certificate out of use, or back into it. @returns whether there is one */
export async function setRetired(db: Db, id: string, retiredAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchantCertificate')
    .set({ retiredAt })
    .where('id', '=', id)
    .where('selfIssued', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The picture of the company's seal that papers are printed with now. */
export const stampInUse = async (ctx: Pick<Context, 'db'>) =>
  ctx.db
    .selectFrom('companyStamp as s')
    .leftJoin('account as a', 'a.id', 's.createdBy')
    .select(['s.id', 's.mediaId', 's.createdAt', 'a.name as createdByName'])
    .where('s.retiredAt', 'is', null)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertStamp = (db: Db, row: Insertable<DB['companyStamp']>) =>
  db.insertInto('companyStamp').values(row).execute()

export async function retireStamp(db: Db, id: string, retiredAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('companyStamp')
    .set({ retiredAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of two that were saved at once both are meant. */
export const retireStamps = (db: Db, retiredAt: number) =>
  db.updateTable('companyStamp').set({ retiredAt }).where('retiredAt', 'is', null).execute()

export const company = (db: Db) => db.selectFrom('merchant').select(['name', 'licenceNo']).executeTakeFirstOrThrow()

export interface VerifiedRow {
  readonly merchant: string
  readonly agreementNo: string
  readonly type: LinkedTypes['type']
  readonly status: LinkedTypes['status']
  readonly createdAt: number
  readonly signedAt: number | null
  readonly contentSha256: Buffer
  readonly pdfSha256: Buffer
  readonly signedSha256: Buffer | null
  readonly selfIssued: boolean | null
}
type LinkedTypes = Pick<Selectable<DB['agreement']>, 'type' | 'status'>

/** Runs as role `gate`. */
export const byCode = async (query: Context['query'], code: string): Promise<VerifiedRow | undefined> =>
  (await query<VerifiedRow>('select * from agreement_by_code($1)', [code]))[0]
