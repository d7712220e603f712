import type { AgreementStatus } from '@cheyi/domain/rental/agreement/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/** For a document whose link was not delivered to its customer: its expiry is the latest one of its other open links. */
export const waitForOthers = (ctx: Pick<Context, 'query' | 'now'>, agreementId: string) =>
  ctx.query(
    `update agreement a set expire_at = (select max(l.expire_at) from link_token l
        where l.ref_id = a.id and l.purpose = 'sign' and l.revoked_at is null and l.expire_at > $2)
      where a.id = $1`,
    [agreementId, at(ctx.now)],
  )

/** The time until which the document can be signed by a link; null while no link is open. */
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
    | 'signFacts'
    | 'signSha256'
    | 'printAt'
    | 'printAttempts'
  >,
) =>
  db
    .updateTable('agreement')
    .set((e) => ({ ...signed, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export type CertificateRow = Selectable<DB['merchantCertificate']>

/** The certificate that signs now: one of an authority before a self-signed one, the newest of its kind. */
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

/** A certificate that was uploaded before. */
export const certificateOf = (db: Db, issuer: string, serial: string): Promise<CertificateRow | undefined> =>
  db
    .selectFrom('merchantCertificate')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('serial', '=', serial)
    .where('selfIssued', '=', false)
    .executeTakeFirst()

/** Retires or reactivates a certificate. @returns whether it exists */
export async function setRetired(db: Db, id: string, retiredAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchantCertificate')
    .set({ retiredAt })
    .where('id', '=', id)
    .where('selfIssued', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The image of the company seal that documents are printed with now. */
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

/** Retires all seals in use, including both of two that were saved concurrently. */
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
  readonly pdfSha256: Buffer | null
  readonly signedSha256: Buffer | null
  readonly selfIssued: boolean | null
}
type LinkedTypes = Pick<Selectable<DB['agreement']>, 'type' | 'status'>

/** Runs without a merchant. */
export const byCode = async (query: Context['query'], code: string): Promise<VerifiedRow | undefined> =>
  (await query<VerifiedRow>('select * from agreement_by_code($1)', [code]))[0]
