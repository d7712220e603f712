import type { bridgeCalls } from '@cheyi/contract/money/payment'
import type { simulatedFaults } from '@cheyi/contract/platform/simulation'
import { type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import type { BillLine } from '@cheyi/domain/money/reconcile/compare'
import type { LocalDate } from '@cheyi/domain/time'
import type { Config } from './process/config.ts'

/*
 * Port of payment providers. Amounts are fen, instants epoch ms, request numbers are ours: a request without an answer
 * is retried with the same number and is executed once.
 */

export const payProviders = ['alipay', 'wechat'] as const
export type PayProviderName = (typeof payProviders)[number]
export const providerNameOf = (way: PayWay): PayProviderName => (way === payWay.alipay ? 'alipay' : 'wechat')

/** A signing certificate that a provider rotates. */
export interface ProviderCertificate {
  /** Hex, in capitals. */
  readonly serial: string
  /** PEM. */
  readonly certificate: string
  readonly from: number
  readonly to: number
}

/** A merchant's contract with a provider, keys in PEM or as bare base64. */
export interface PayAccount {
  readonly provider: PayProviderName
  readonly appId: string
  /** 微信支付商户号; Alipay's 商户 PID, which is only needed for holds. */
  readonly merchantNo: string
  readonly privateKey: string
  /** WeChat: serial number of the certificate of that key. */
  readonly keySerial: string
  /** The provider's public key, by which its answers and webhooks are verified. */
  readonly providerKey: string
  /** WeChat: id of that key (serial number, or PUB_KEY_ID_…). */
  readonly providerKeyId: string
  /** WeChat: 微信支付平台证书, as last downloaded. */
  readonly certificates: readonly ProviderCertificate[]
  /** WeChat: APIv3 key, by which webhooks are encrypted. */
  readonly secret: string
  /** 微信支付分 or 芝麻免押: id of the contracted service. */
  readonly serviceId: string
  /** WeChat: secret of the app, by which the payer on a page is identified; '' where payments inside WeChat are not used. */
  readonly appSecret: string
}

/** Where a payment is made; `scan`: nowhere, because the customer's own payment code was scanned. */
export type PayClient = 'h5' | 'web' | 'qr' | 'jsapi' | 'scan'

export interface PayAsk {
  readonly outTradeNo: string
  readonly amount: number
  readonly subject: string
  /** A page of a phone's browser, of a desktop's, a code to scan, or a page inside the provider's own app. */
  readonly client: Exclude<PayClient, 'scan'>
  /** For a page inside the provider's app: the payer, from {@link InApp.payerOf}. */
  readonly payer?: string
  readonly expiresAt: number
  readonly notifyUrl: string
  /** Where the payer's browser is redirected afterwards. */
  readonly returnUrl?: string
  readonly payerIp: string
}

/** A payment by the code (付款码) that a customer shows; it can be used once, within a minute. */
export interface ChargeAsk
  extends Pick<PayAsk, 'outTradeNo' | 'amount' | 'subject' | 'expiresAt' | 'notifyUrl' | 'payerIp'> {
  /** Recognised by {@link paymentMethodOfCode}; never stored. */
  readonly authCode: string
  readonly storeId: string
}

/** The payer's link; a QR code contains `qr` unchanged, and a page inside the provider's app pays by `prepay`. */
export interface PayLink {
  readonly url: string | null
  readonly qr: string | null
  readonly prepay?: string
}

/** A function that a page calls in the app that it is open in. */
export interface BridgeCall {
  readonly name: (typeof bridgeCalls)[number]
  readonly params: Readonly<Record<string, string>>
}

/** Payments on pages inside the provider's own app. */
export interface InApp {
  /** Redirect URL of a browser that should come back to `redirectUrl` with a code and `state`. */
  authorizeUrl(ask: { readonly redirectUrl: string; readonly state: string }): string
  /** The payer of that code, which can be used once. @throws PayRefused, NoAnswer */
  payerOf(code: string): Promise<string>
  /** The call that pays a prepared payment ({@link PayLink.prepay}), signed now. */
  payBy(prepay: string): BridgeCall
}

/** `unknown`: the provider does not know it, such as a code that was not scanned. */
export interface Trade {
  readonly outTradeNo: string
  readonly state: 'unknown' | 'waiting' | 'succeeded' | 'closed'
  /** The paid amount, where the provider reports it. */
  readonly amount: number | null
  readonly providerNo: string | null
  readonly paidAt: number | null
}

export interface RefundAsk {
  readonly outTradeNo: string
  /** Our number of the hold from which the payment was captured: WeChat has no capture by our number. */
  readonly holdNo?: string
  readonly outRefundNo: string
  readonly amount: number
  /** Of the whole payment. */
  readonly total: number
  readonly reason: string
  readonly notifyUrl: string
}

/** Result of a request; `unknown`: the provider does not know that number. */
export interface Outcome {
  readonly state: 'succeeded' | 'processing' | 'failed' | 'unknown'
  readonly providerNo: string | null
  readonly at: number | null
  /** The moved amount, fen; missing or null where the provider reports none. */
  readonly amount?: number | null
  /** Of a refund: our number of the payment that it gave back; missing where the provider reports none. */
  readonly tradeNo?: string | null
  /** The provider's message. */
  readonly reason: string
}

/** A hold that the customer has to authorize: frozen, or with `credit` covered by the provider. */
export interface FreezeAsk extends Omit<PayAsk, 'outTradeNo' | 'returnUrl'> {
  /** Our number of the hold for its whole lifetime. */
  readonly holdNo: string
  readonly credit: boolean
  /** The period of the rental. */
  readonly startAt: number
  readonly endAt: number
}

/** `waiting`: not authorized yet; `closed`: it never will be, or all of it was released. */
export interface Freeze {
  readonly state: 'unknown' | 'waiting' | 'held' | 'closed'
  readonly amount: number | null
  /** The amount that is still held, fen; null where the provider does not report it. */
  readonly restFen: number | null
  /** The provider's number of the hold. */
  readonly authNo: string | null
  readonly at: number | null
}

/** A request about a hold, with our number of it. */
export interface HoldRef {
  readonly holdNo: string
  readonly authNo: string
  readonly outNo: string
}

export interface CaptureAsk extends HoldRef {
  readonly amount: number
  readonly subject: string
  readonly notifyUrl: string
}

export interface UnfreezeAsk extends HoldRef {
  readonly amount: number
  readonly reason: string
  readonly notifyUrl: string
}

/** Holds of a provider; every request as in {@link PayProvider}. */
export interface HoldProvider {
  freeze(ask: FreezeAsk): Promise<PayLink>
  /** The call by which a customer authorizes a prepared hold inside the provider's app ({@link PayLink.prepay}). */
  agreeBy?(prepay: string): BridgeCall
  queryFreeze(holdNo: string): Promise<Freeze>
  /** Closes a hold that was not authorized. @returns its state: closed, or held meanwhile */
  closeFreeze(holdNo: string): Promise<Freeze>
  capture(ask: CaptureAsk): Promise<Outcome>
  queryCapture(ref: HoldRef): Promise<Outcome>
  unfreeze(ask: UnfreezeAsk): Promise<Outcome>
  queryUnfreeze(ref: HoldRef): Promise<Outcome>
}

/** The bill of a day, completely downloaded; its lines are read from disk, so that a large one needs no memory. */
export interface Bill {
  /** In batches, can be read several times. @throws PayRefused for a file that is no valid bill */
  lines(): AsyncIterable<readonly BillLine[]>
  /** Deletes the file. */
  close(): Promise<void>
}

/** A verified webhook of a provider. */
export interface PayNotice {
  /** The provider's number of this notification. */
  readonly id: string
  /** Our number of the payment or refund that it is about. */
  readonly outNo: string
  /** Our number of the hold that it is about: if `outNo` is unknown, the provider acted without a request of ours. */
  readonly holdNo?: string
  readonly about: 'trade' | 'refund' | 'freeze' | 'capture' | 'hold'
  readonly trade: Trade | null
  /** Of a refund, a release, or a capture that is identified by its hold. */
  readonly outcome: Outcome | null
  readonly freeze: Freeze | null
  /** A refund that was reported with the payment, possibly made in the provider's own back office. */
  readonly wentBack?: WentBack
}

export interface WentBack {
  /** Our number of the refunded payment. */
  readonly outTradeNo: string
  /** The number of the refund: ours, or one of the provider's back office; '' where the provider does not report it. */
  readonly no: string
  /** Amount of this refund, fen; or `total`, the total refunds of the payment. */
  readonly amount: number | null
  readonly total: number | null
  readonly at: number | null
}

export interface NoticeArrived {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The certificates of a provider that rotates them. */
export interface CertificateProvider {
  /**
   * The provider's present and next certificates, encrypted for this contract.
   * @throws NoAnswer, PayRefused; BadSecret when none can be decrypted
   */
  fetch(): Promise<readonly ProviderCertificate[]>
  /** Whether a webhook may be signed by a newer certificate than those of the contract. */
  mayBeNewer(arrived: NoticeArrived): boolean
}

/** The expected answer to a webhook: any other makes the provider send it again. */
export interface NoticeReply {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** The provider cannot be reached, or has no result yet: nothing is decided. */
export class NoAnswer extends Error {}

/** The provider refused it finally. */
export class PayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Data of the provider cannot be decrypted by the contract's secret. */
export class BadSecret extends Error {}

/** A provider under one contract. Every request ends in an answer, {@link PayRefused} or {@link NoAnswer}. */
export interface PayProvider {
  create(ask: PayAsk): Promise<PayLink>
  /**
   * Charges by the code that a customer shows.
   * @returns paid, or `waiting` while the customer has to confirm
   * @throws PayRefused when the code is invalid or the customer cannot pay, finally
   */
  charge(ask: ChargeAsk): Promise<Trade>
  /** Ends a charge that is not paid; one that is paid at the same moment is refunded. @returns closed, or paid meanwhile */
  reverse(outTradeNo: string): Promise<Trade>
  query(outTradeNo: string): Promise<Trade>
  /** Queries a payment that does not exist, to test the contract. @returns the wrong field; null: the contract works. @throws NoAnswer */
  check(): Promise<KeyFault | null>
  /** Closes an unpaid payment. @returns its state: closed, or paid meanwhile */
  close(outTradeNo: string): Promise<Trade>
  refund(ask: RefundAsk): Promise<Outcome>
  queryRefund(ask: Pick<RefundAsk, 'outTradeNo' | 'outRefundNo'>): Promise<Outcome>
  readonly holds: HoldProvider
  /** Missing where the contract has none. */
  readonly inApp?: InApp
  /** Missing where the provider's key is only entered by hand. */
  readonly certificates?: CertificateProvider
  /** `notReady`: it is still being created; `none`: there is none of that day, or none yet. */
  bill(day: LocalDate): Promise<Bill | 'notReady' | 'none'>
  /** Undefined for a webhook with an invalid signature or an unknown content. */
  read(arrived: NoticeArrived): PayNotice | undefined
  reply(ok: boolean): NoticeReply
}

const captures: Readonly<Record<Trade['state'], Outcome['state']>> = {
  unknown: 'unknown',
  waiting: 'processing',
  succeeded: 'succeeded',
  closed: 'failed',
}

/** The result of a capture that is a separate transaction at the provider. */
export const captureOf = ({ state, amount, providerNo, paidAt }: Trade): Outcome => ({
  amount,
  state: captures[state],
  providerNo,
  at: paidAt,
  reason: state === 'closed' ? '扣款交易已关闭' : '',
})

/** Whether providers can reach this installation with webhooks: the vendors if it has a public URL, simulators on a demo. */
export const canBeTold = ({ simulators, publicUrl }: Pick<Config, 'simulators' | 'publicUrl'>): boolean =>
  simulators !== 'off' || publicUrl !== undefined

/** A fault of a contract: the field, and a message in Chinese. */
export interface KeyFault {
  readonly field:
    | 'appId'
    | 'merchantNo'
    | 'privateKey'
    | 'keySerial'
    | 'providerKey'
    | 'providerKeyId'
    | 'secret'
    | 'appSecret'
  readonly words: string
}

export interface PayPort {
  /** Checks a contract's keys locally; returns the fault, else the fingerprint of its private key. */
  inspect(account: PayAccount): KeyFault | { readonly fingerprint: string }
  /** `renew` downloads the provider's certificates, for an answer signed by an unknown one. */
  provider(account: PayAccount, renew?: () => Promise<readonly ProviderCertificate[]>): PayProvider
  /** Set where a simulator replaces the providers. */
  readonly simulator?: PaySimulator
  close?(): Promise<void>
}

/** Alipay's gateway, WeChat's 网页授权, and the effect of a {@link BridgeCall} in its app. */
export const simulatedPages = ['gateway.do', 'authorize', 'bridge'] as const

/** How a simulated provider handles requests and webhooks of a transaction; `down`: it answers no request. */
export type SimulatedFault = (typeof simulatedFaults)[number]

/**
 * `key`: it signs by its public key and has no certificates; `begin`: by a certificate; `publish`: it offers a newer
 * one beside the old; `switch`: and signs by it; `drop`: and no longer offers the old one.
 */
export type CertificateStep = 'key' | 'begin' | 'publish' | 'switch' | 'drop'

export interface SimulatedTrade {
  readonly no: string
  readonly provider: PayProviderName
  readonly outTradeNo: string
  readonly subject: string
  readonly amount: number
  readonly refunded: number
  /** A hold instead of a payment; the amount that is still held, and what was captured. */
  readonly isHold: boolean
  readonly held: number
  readonly captured: number
  readonly state: 'waiting' | 'succeeded' | 'closed'
  readonly fault: SimulatedFault
  readonly at: number
}

export interface PaySimulator {
  /** Its URL, once it listens: servers in other processes use the same one. */
  url(): Promise<string>
  /** A complete contract with it. */
  account(provider: PayProviderName): Promise<PayAccount>
  /** Its transactions, newest first. */
  trades(): Promise<readonly SimulatedTrade[]>
  /** Where the browser of a payer is redirected from one of its pages with this query; undefined for an invalid signature. */
  browse(page: (typeof simulatedPages)[number], search: string): Promise<string | undefined>
  /**
   * The payer decides, also about a pending capture, and pending refunds are completed; `expire`: a hold expires,
   * `takeBack`: it is ended by the payer or the provider; `refundThere`: the rest is refunded in the provider's own
   * back office.
   * @returns undefined for an unknown transaction
   */
  act(
    no: string,
    act: 'approve' | 'refuse' | 'expire' | 'takeBack' | 'refundThere',
    fen?: number,
  ): Promise<SimulatedTrade | undefined>
  /** Sets the fault for one transaction, or for all requests without a number. */
  fail(fault: SimulatedFault, no?: string): Promise<void>
  /** Sends the delayed webhooks (`delay`, `lose`), newest first: late and out of order. */
  flush(): Promise<void>
  /** Sets by what WeChat signs, and which certificates it offers. */
  certificates(step: CertificateStep): Promise<void>
  /** Sets how webhooks reach this server. */
  deliverBy(post: (url: string, arrived: NoticeArrived) => Promise<NoticeReply>): void
}
