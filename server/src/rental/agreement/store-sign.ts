import type { AgreementStatus } from '@cheyi/domain/rental/agreement/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/** Of a paper whose link never reached its customer: it waits as long as its other links open. */
export const waitForOthers = (ctx: Pick<Context, 'query' | 'now'>, agreementId: string) =>
  ctx.query(
    `update agreement a set expire_at = (select max(l.expire_at) from link_token l
        where l.ref_id = a.id and l.purpose = 'sign' and l.revoked_at is null and l.expire_at > $2)
      where a.id = $1`,
    [agreementId, at(ctx.now)],
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
