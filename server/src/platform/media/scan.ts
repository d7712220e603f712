import { randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { MAX_FILES } from '@cheyi/contract/kernel/field'
import type { ScanPurpose } from '@cheyi/contract/platform/media'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, type UploadGuard } from '../../kernel/context.ts'
import { emit } from '../../kernel/events.ts'
import { hashToken } from '../../kernel/identity.ts'
import { orders } from '../../kernel/orders.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { inOrder, mediaViews } from './actions.ts'
import { digestOf, keepUploaded } from './keep.ts'
import * as store from './store-scan.ts'

/*
 * Files that another phone adds to one place of an order, without signing in. They belong to the account that showed the QR code, which
 * links them to a record like its own files.
 */

type Calls = typeof contract.media

const LIFE = 15 * MINUTE
/** Uploads that may be begun by one link: its holder must not load the server with files that are refused. */
const MOST_TRIES = 3 * MAX_FILES
const TOKEN = 'x-scan-token'

/** The link, if it is still valid. @throws Refusal linkExpired (5301) */
function opening(link: store.ScanRow | undefined, now: number): store.ScanRow {
  if (link === undefined || link.revokedAt !== null || link.expireAt <= now) throw new Refusal('linkExpired')
  return link
}

/** The holder of a link sees only the link's order. */
const scopeOf = ({ merchantId, createdBy, orderId }: store.ScanRow) =>
  ({ merchantId, accountId: createdBy, scope: 'link', storeIds: [], orderId }) as const

/** @throws Refusal linkExpired (5301), tooFrequent (-7) */
export const scanUploadGuard: UploadGuard = async (tx, { now, header }) => {
  const link = opening(await store.byHash(tx.db, hashToken(header(TOKEN) ?? '')), now)
  const counted = await tx.inMerchant(scopeOf(link), () => store.countTry(tx.db, link.id, MOST_TRIES))
  if (!counted) throw new Refusal('tooFrequent')
  // A separate account id, so that the holder of the link does not use up the limits of the account that showed it.
  return { merchantId: link.merchantId, accountId: `link/${link.id}` }
}

/** Creates a link for one place of an order; earlier links of the caller for the same place are revoked. */
export const scanCreate: HandlerOf<'media', 'scanCreate'> = async ({ orderId, purpose }, ctx) => {
  const { orderKind } = await orders.read(ctx, orderId)
  await store.revoke(ctx.db, { orderId, purpose, createdBy: ctx.accountId }, ctx.now)
  const scanToken = randomBytes(24).toString('base64url')
  const expireAt = ctx.now + LIFE
  await store.insert(ctx.db, { tokenHash: hashToken(scanToken), orderId, purpose, expireAt })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { purpose } })
  const page = screen(`${profileOf(orderKind).feature}.scanUpload`, { scanToken })
  return { scanToken, url: publicUrl(ctx.config, page), expireAt }
}

/** A link that the caller created, valid or not. @throws Refusal qrExpired (1008) */
async function own(ctx: Context, scanToken: string): Promise<store.ScanRow> {
  const link = await store.byHash(ctx.db, hashToken(scanToken))
  if (link === undefined || link.createdBy !== ctx.accountId) throw new Refusal('qrExpired')
  return link
}

export const scanList: HandlerOf<'media', 'scanList'> = async ({ scanToken }, ctx) => {
  const link = await own(ctx, scanToken)
  const ids = (await store.filesOf(ctx.db, link.id)).map(({ id }) => id)
  return { expireAt: link.expireAt, files: inOrder(await mediaViews(ctx, ids), ids) }
}

/** Deletes an uploaded file that no record names. @throws Refusal notFound (-4) for any other file */
export async function scanRemove({ scanToken, mediaId }: ParsedOf<Calls['scanRemove']>, ctx: Context) {
  const link = await own(ctx, scanToken)
  const path = requireFound(await store.drop(ctx.db, link.id, mediaId))
  ctx.afterCommit(() => ctx.media.remove(path))
  ctx.audit({ targetType: 'media', targetId: mediaId })
  return {}
}

export async function scanClose({ scanToken }: ParsedOf<Calls['scanClose']>, ctx: Context) {
  const link = await own(ctx, scanToken)
  await store.revoke(ctx.db, { id: link.id }, ctx.now)
  ctx.audit({ targetType: 'order', targetId: link.orderId, after: { purpose: link.purpose } })
  return {}
}

/**
 * Runs `work` as the holder of the link, with the rows of the link's order visible.
 * @throws Refusal linkExpired (5301), also when the order was cancelled after the link was created
 */
async function withScanLink<T>(
  ctx: Context,
  token: string,
  work: (inside: Context, link: store.ScanRow, orderNo: string) => Promise<T>,
): Promise<T> {
  const link = opening(await store.byHash(ctx.db, hashToken(token)), ctx.now)
  const { merchantId, createdBy: accountId } = link
  const vault = await ctx.vaults.merchant(merchantId)
  const inside: Context = { ...ctx, merchantId, accountId, vault }
  return ctx.inMerchant(scopeOf(link), async () => {
    const { orderNo, cancelledAt } = await orders.read(inside, link.orderId)
    if (cancelledAt !== null && cancelledAt > link.createdAt) throw new Refusal('linkExpired')
    return work(inside, link, orderNo)
  })
}

/** What the other phone sees: only enough for its owner to recognise the right page. */
export const scanPage: HandlerOf<'media', 'scanPage'> = ({ scanToken }, ctx) =>
  withScanLink(ctx, scanToken, async (inside, link, orderNo) => {
    const [merchant, files] = await Promise.all([store.merchantOf(inside.db), store.filesOf(inside.db, link.id)])
    return {
      merchantName: merchant.shortName || merchant.name,
      orderTail: orderNo.slice(-4),
      purpose: link.purpose as ScanPurpose,
      expireAt: link.expireAt,
      count: files.length,
      most: MAX_FILES,
    }
  })

/**
 * Stores one file from the other phone and notifies the account that shows the code. Sending the same file again changes nothing.
 * @throws Refusal linkExpired (5301), tooManyFiles (11002), fileTypeRefused (11003)
 */
export const scanUpload: HandlerOf<'media', 'scanUpload'> = async ({ takenAt }, ctx) => {
  const [file] = ctx.files
  if (file === undefined) throw badInput('file', '请选择文件')
  if (file.kind === 'table') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片和PDF' })
  return withScanLink(ctx, ctx.header(TOKEN) ?? '', async (inside, { id }) => {
    // Files of one link arrive concurrently; the lock makes their count sequential.
    const link = opening(await store.lock(inside.db, id), ctx.now)
    const files = await store.filesOf(inside.db, id)
    const digest = digestOf(file)
    if (files.some(({ sha256 }) => sha256.equals(digest))) return { count: files.length }
    if (files.length >= MAX_FILES)
      throw new Refusal('tooManyFiles', { 说明: `此二维码最多上传${MAX_FILES}个，请门店人员重新出示二维码` })
    const { orderId, purpose, createdBy } = link
    const biz = purpose as ScanPurpose
    const place = { biz, bizId: orderId, takenAt: takenAt ?? null, scanId: id }
    const { mediaId } = await keepUploaded(inside, file, place)
    const told = { mediaId, biz, bizId: orderId, state: mediaState.ready }
    await emit(inside, 'media.ready', mediaId, told, { accountIds: [createdBy] })
    return { count: files.length + 1 }
  })
}
