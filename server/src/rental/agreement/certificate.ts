import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { pick } from '@cheyi/domain/pick'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { type OpenedP12, openP12, type P12Fault, P12Problem } from '../../outside/paper/p12.ts'
import { issueSealKey, type SealKey } from '../../outside/paper/seal.ts'
import { notify } from '../../platform/notify/actions.ts'
import * as store from './store-sign.ts'

const KEY = 'merchant_certificate.key'
const LIFE = 5 * 365 * DAY

/**
 * The key that signs the merchant's documents now. A merchant without a valid certificate gets a self-signed one. If two
 * transactions do this at the same time, each creates a certificate, and both remain valid.
 */
export async function sealKeyOf(ctx: Context): Promise<SealKey & { readonly id: string; readonly subject: string }> {
  const row = (await store.certificate(ctx.db, ctx.now)) ?? (await issue(ctx))
  return {
    ...pick(row, 'id', 'subject', 'certificate', 'chain'),
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
    ...pick(issued, 'serial', 'certificate', 'notBefore', 'notAfter'),
    keyEnc: ctx.vault.sealBytes(KEY, id, issued.privateKey),
    selfIssued: true,
  })
}

type Calls = typeof contract.agreement
type View = OutputOf<Calls['saveCertificate']>

const viewOf = (row: store.CertificateRow, current: string | undefined): View => ({
  ...row,
  certificateId: row.id,
  current: row.id === current,
})

export async function listCertificates(ctx: Context): Promise<View[]> {
  const [rows, current] = await Promise.all([store.certificates(ctx.db), store.certificate(ctx.db, ctx.now)])
  return rows.map((row) => viewOf(row, current?.id))
}

const faults: Readonly<Record<P12Fault, readonly [field: 'p12' | 'password', text: string]>> = {
  broken: ['p12', '文件不是p12或pfx证书'],
  password: ['password', '证书密码不正确'],
  cipher: ['p12', '证书文件的加密方式过旧，请向签发机构要求以AES-256重新导出'],
  key: ['p12', '证书文件里没有RSA私钥，暂不支持国密SM2证书'],
  pair: ['p12', '证书与私钥不匹配，或密钥短于2048位'],
  usage: ['p12', '该证书不能用于签名，请选择签名证书'],
  rounds: ['p12', '证书文件的密码迭代次数过多，请用常用工具重新导出'],
}

const bare = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '')

/**
 * Imports a company's own certificate, which signs from now on. Neither the file nor the password is stored or logged; the
 * private key is encrypted like every secret. Importing the same certificate again reactivates the stored one.
 * @throws Refusal badInput (-2) naming the field: an error of file, password, owner or validity
 */
export const saveCertificate: HandlerOf<'agreement', 'saveCertificate'> = async ({ p12, password }, ctx) => {
  const opened = await openP12(Buffer.from(p12, 'base64'), password).catch((error: unknown) => {
    if (!(error instanceof P12Problem)) throw error
    throw badInput(...faults[error.fault])
  })
  const company = await store.company(ctx.db)
  refuseUnfit(opened, company.name, ctx.now)
  const { issuer, serial, certificate, chain, privateKey, notBefore, notAfter } = opened
  const before = await store.certificateOf(ctx.db, issuer, serial)
  const id = before?.id ?? (await newId(ctx))
  if (before !== undefined) await store.setRetired(ctx.db, id, null)
  else
    await store.insertCertificate(ctx.db, {
      id,
      subject: company.name,
      issuer,
      serial,
      certificate,
      chain: [...chain],
      keyEnc: ctx.vault.sealBytes(KEY, id, privateKey),
      selfIssued: false,
      notBefore,
      notAfter,
    })
  ctx.audit({ targetType: 'certificate', targetId: id, after: { issuer, serial, notAfter: localDate(notAfter) } })
  const rows = await listCertificates(ctx)
  return rows.find(({ certificateId }) => certificateId === id)!
}

function refuseUnfit({ holders, notBefore, notAfter }: OpenedP12, company: string, now: number): void {
  if (!holders.some((holder) => bare(holder) === bare(company)))
    throw badInput('p12', `证书持有人是「${holders[0] ?? ''}」，与商家名称「${company}」不一致`)
  if (notAfter <= now) throw badInput('p12', `证书已于${localDate(notAfter)}到期`)
  if (notBefore > now) throw badInput('p12', `证书自${localDate(notBefore)}起有效，还不能使用`)
}

/** Days before its end on which staff are reminded of the signing certificate; 0: it has expired. */
const REMIND_DAYS = [0, 1, 7, 30]

/** Notifies the accounts that manage the merchant's settings that an uploaded certificate expires, once for each of those days. */
export async function remindOfCertificate(ctx: Context): Promise<void> {
  const rows = await store.certificates(ctx.db)
  // A replaced certificate needs no reminder.
  const own = rows.find(({ selfIssued, retiredAt }) => !selfIssued && retiredAt === null)
  if (own === undefined) return
  const left = Math.max(0, Math.ceil((own.notAfter - ctx.now) / DAY))
  const days = REMIND_DAYS.find((one) => left <= one)
  if (days === undefined) return
  const on = localDate(own.notAfter)
  notify(ctx, {
    type: notifyType.security,
    level: days <= 7 ? notifyLevel.important : notifyLevel.normal,
    ref: `certificate/${own.id}/${days}`,
    title: left === 0 ? `合同签名证书已于${on}到期` : `合同签名证书将于${on}到期`,
    body: '请向签发机构更换并上传新证书；到期后合同由本店自签证书签名',
    link: screen('agreement.seal', {}),
    once: true,
    to: { key: 'merchant.setting' },
  })
}

/** Retires an uploaded certificate; its signatures remain valid. @throws Refusal notFound (-4) */
export async function retireCertificate({ certificateId }: ParsedOf<Calls['retireCertificate']>, ctx: Context) {
  if (!(await store.setRetired(ctx.db, certificateId, ctx.now))) throw new Refusal('notFound')
  ctx.audit({ targetType: 'certificate', targetId: certificateId, after: { enabled: false } })
  return {}
}
