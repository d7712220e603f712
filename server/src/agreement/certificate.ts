import { DAY } from '@cheyi/domain/time'
import { type Context, newId } from '../kernel/context.ts'
import { issueSealKey, type SealKey } from '../outside/paper/seal.ts'
import * as store from './store-sign.ts'

const KEY = 'merchant_certificate.key'
const LIFE = 5 * 365 * DAY

/**
 * The key that signs this merchant's papers now. A merchant without a valid certificate gets one that it issues to itself;
 * of two papers that do so at once each has its own, and both stay valid.
 */
export async function sealKeyOf(ctx: Context): Promise<SealKey & { readonly id: string; readonly subject: string }> {
  const row = (await store.certificate(ctx.db, ctx.now)) ?? (await issue(ctx))
  return {
    id: row.id,
    subject: row.subject,
    certificate: row.certificate,
    privateKey: ctx.vault.openBytes(KEY, row.id, row.keyEnc),
  }
}

async function issue(ctx: Context): Promise<store.CertificateRow> {
  const company = await store.company(ctx.db)
  const issued = await issueSealKey(company, ctx.now - DAY, ctx.now + LIFE)
  const id = await newId(ctx)
  return store.insertCertificate(ctx.db, {
    id,
    subject: company.name,
    serial: issued.serial,
    certificate: issued.certificate,
    keyEnc: ctx.vault.sealBytes(KEY, id, issued.privateKey),
    selfIssued: true,
    notBefore: issued.notBefore,
    notAfter: issued.notAfter,
  })
}
