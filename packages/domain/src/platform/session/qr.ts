import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { type Instant, MINUTE } from '../../time.ts'

/** Signing in on one device by confirming on another. */
export const qrStates = enumeration({
  created: [0, '待扫码'],
  scanned: [1, '已扫码，请在手机上确认'],
  confirmed: [2, '已确认'],
  consumed: [3, '已登录'],
  expired: [4, '已失效'],
  refused: [5, '已拒绝'],
})
export const qrState = qrStates.code
export type QrState = CodeOf<typeof qrStates>

export const awaitsPhone = (state: number): boolean => state === qrState.created || state === qrState.scanned
export const isQrScanned = (state: number): boolean => state === qrState.scanned
export const isQrConfirmed = (state: number): boolean => state === qrState.confirmed
export const isQrRefused = (state: number): boolean => state === qrState.refused
export const isQrExpired = (state: number): boolean => state === qrState.expired

export const QR_LIFE = 2 * MINUTE
/** A confirmation must be fetched within this time; later, the requesting page is assumed to be closed. */
export const QR_FETCH_WITHIN = MINUTE / 2

export const qrSteps = machine(qrStates, {
  entry: [qrState.created],
  final: [qrState.consumed, qrState.expired, qrState.refused],
  refusal: 'qrExpired',
  steps: {
    scan: { from: [qrState.created], to: qrState.scanned },
    confirm: { from: [qrState.scanned], to: qrState.confirmed },
    refuse: { from: [qrState.scanned], to: qrState.refused },
    consume: { from: [qrState.confirmed], to: qrState.consumed },
    expire: { from: [qrState.created, qrState.scanned, qrState.confirmed], to: qrState.expired },
  },
})

interface StoredQr {
  readonly state: number
  readonly createdAt: Instant
  readonly confirmedAt: Instant | null
}

/** The state at a time, including expiry. */
export function qrStateAt({ state, createdAt, confirmedAt }: StoredQr, now: Instant): QrState {
  const late =
    (awaitsPhone(state) && now >= createdAt + QR_LIFE) ||
    (isQrConfirmed(state) && now >= (confirmedAt ?? createdAt) + QR_FETCH_WITHIN)
  return late ? qrState.expired : (state as QrState)
}
