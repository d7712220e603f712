import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { advance } from '@cheyi/domain/advance'
import { deviceName } from '@cheyi/domain/platform/session/device'
import {
  isQrConfirmed,
  isQrRefused,
  isQrScanned,
  QR_LIFE,
  qrState,
  qrStateAt,
  qrSteps,
} from '@cheyi/domain/platform/session/qr'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { ActionOf } from '@cheyi/domain/step'
import { type Context, implement } from '../../../kernel/context.ts'
import { hashToken, NOTHING_CHOSEN } from '../../../kernel/identity.ts'
import { screen } from '../../../kernel/screen.ts'
import { isOwnPath } from '../own-path.ts'
import { logOf } from '../platform-log.ts'
import { actAs, openSession } from '../sign-in.ts'
import { sessionByToken } from '../store.ts'
import * as store from './store.ts'
import { waitersOf } from './waiting.ts'

/** Maximum time for which one call waits for another state. */
const WAIT_MS = 25_000

/**
 * One device shows a code, and another one that is signed in confirms it. The token is created when the showing page
 * fetches it, and is nowhere stored in plain text. Any process can answer, because each reads the row.
 */
export const qrLogin = implement(contract.qrLogin, {
  async create({ redirect = '/' }, ctx) {
    if (!isOwnPath(redirect)) throw badInput('redirect', '页面地址不正确')
    const qrId = randomBytes(16).toString('base64url')
    const pollSecret = randomBytes(16).toString('base64url')
    await store.insert(ctx.db, {
      qrHash: hashToken(qrId),
      secretHash: hashToken(pollSecret),
      redirect,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    })
    return { qrId, pollSecret, qrText: screen('session.scanLogin', { qr: qrId }), expireIn: QR_LIFE / 1000 }
  },

  async status({ qrId, known }, ctx) {
    const secret = ctx.header('x-qr-secret')
    if (secret === null) throw new Refusal('qrExpired')
    const [qrHash, secretHash] = [hashToken(qrId), hashToken(secret)]
    // Read in a transaction of its own, so that no connection is held while the page waits.
    const first = await ctx.apart(({ db }) => store.bySecret(db, qrHash, secretHash))
    if (first === undefined) throw new Refusal('qrExpired')
    const qr = await otherThan(ctx, qrHash, first, known)
    const state = stateNow(ctx, qr)
    return isQrConfirmed(state)
      ? { state: qrState.consumed, ...(await consume(ctx, qr.id)) }
      : { state, token: null, redirect: qr.redirect }
  },

  async scan({ qrId }, ctx) {
    const qr = await lockQr(ctx, qrId)
    // The same phone may scan again before it answers; another phone may not.
    const again = isQrScanned(qr.state) && qr.userId === ctx.identity.userId
    if (!again) await move(ctx, qr, 'scan')
    return {
      device: deviceName(qr.userAgent),
      ip: qr.ip,
      city: ctx.outside().places.cityOf(qr.ip),
      askedAt: qr.createdAt,
      merchantName: ctx.merchantId === NOTHING_CHOSEN ? '' : ((await store.merchantName(ctx.db, ctx.merchantId)) ?? ''),
    }
  },

  async confirm({ qrId }, ctx) {
    const qr = await requireScanner(ctx, qrId)
    if (!isQrConfirmed(qr.state)) await move(ctx, qr, 'confirm')
    return {}
  },

  async refuse({ qrId }, ctx) {
    const qr = await requireScanner(ctx, qrId)
    if (!isQrRefused(qr.state)) await move(ctx, qr, 'refuse')
    return {}
  },
})

interface Seen {
  readonly id: string
  readonly state: number
  readonly redirect: string
  readonly createdAt: number
  readonly confirmedAt: number | null
}

const stateNow = (ctx: Context, qr: Seen) => qrStateAt(qr, ctx.now + ctx.elapsed())

/**
 * Waits until a code has a state other than `known`, or until the maximum time is over.
 * @throws Refusal tooFrequent (-7) where no place to wait is free; calls that do not wait are still answered
 */
async function otherThan(ctx: Context, qrHash: Buffer, first: Seen, known: number | undefined): Promise<Seen> {
  if (stateNow(ctx, first) !== known) return first
  const place = waitersOf(ctx.config).enter(qrHash, ctx.ip)
  if (place === null) throw new Refusal('tooFrequent')
  const signal = AbortSignal.any([ctx.closing, ctx.awaited, AbortSignal.timeout(WAIT_MS)])
  try {
    for (let qr = first; ; ) {
      const next = await place.next(signal)
      if (next === undefined) {
        if (!signal.aborted) throw new Refusal('qrExpired')
        return qr
      }
      qr = next
      if (stateNow(ctx, qr) !== known) return qr
    }
  } finally {
    place.leave()
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof store.lock>>>

async function lockQr(ctx: Context, qrId: string): Promise<Row> {
  const qr = await store.lock(ctx.db, hashToken(qrId))
  if (qr === undefined) throw new Refusal('qrExpired')
  return { ...qr, state: qrStateAt(qr, ctx.now) }
}

/** Only the user who scanned the code may answer it. */
async function requireScanner(ctx: Context, qrId: string): Promise<Row> {
  const qr = await lockQr(ctx, qrId)
  if (qr.userId !== ctx.identity.userId) throw new Refusal('qrExpired')
  return qr
}

async function move(ctx: Context, qr: Row, action: ActionOf<typeof qrSteps>): Promise<void> {
  const { userId, accountId, merchantId, operator, session } = ctx.identity
  await store.setState(ctx.db, qr.id, {
    state: advance(qrSteps, action, qr.state),
    userId,
    // An operator's access is limited in time and needs a ticket: on another device the operator starts at the choice
    // of merchants.
    accountId: operator || accountId === '0' ? null : accountId,
    merchantId: operator ? NOTHING_CHOSEN : merchantId,
    confirmedAt: action === 'confirm' ? ctx.now : null,
    factorAt: (await sessionByToken(ctx.db, session.tokenHash))?.factorAt ?? null,
  })
}

/** Uses up the confirmation and opens its session, once. */
async function consume(ctx: Context, id: string): Promise<{ token: string; redirect: string }> {
  const qr = await store.consume(ctx.db, id)
  if (qr?.userId == null) throw new Refusal('qrExpired')
  await actAs(ctx, qr.userId)
  await logOf(ctx, qr.userId, 'session.qr', 'ok')
  const { token } = await openSession(ctx, {
    userId: qr.userId,
    accountId: qr.accountId,
    merchantId: qr.merchantId ?? NOTHING_CHOSEN,
    source: 'qr',
    factorAt: qr.factorAt,
  })
  return { token, redirect: qr.redirect }
}
