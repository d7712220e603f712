import type { bridgeCalls } from '@cheyi/contract/payment'
import type { simulatedFaults } from '@cheyi/contract/simulation'
import type { BillLine } from '@cheyi/domain/reconcile/compare'
import type { LocalDate } from '@cheyi/domain/time'
import type { Config } from './process/config.ts'

/*
 * Payment providers as the product asks them. Amounts are fen, instants epoch ms, numbers of requests ours: a question
 * that got no answer is asked again under the same number and happens once.
 */

export const payProviders = ['alipay', 'wechat'] as const
export type PayProviderName = (typeof payProviders)[number]

/** A certificate that a provider signs by, and replaces by itself. */
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
  /** 微信支付商户号; Alipay's 商户 PID, which only holds ask for. */
  readonly merchantNo: string
  readonly privateKey: string
  /** WeChat: serial number of the certificate of that key. */
  readonly keySerial: string
  /** The provider's own key, which its answers and notifications are verified by. */
  readonly providerKey: string
  /** WeChat: id of that key (serial number, or PUB_KEY_ID_…). */
  readonly providerKeyId: string
  /** WeChat: 微信支付平台证书, as it gave them last. */
  readonly certificates: readonly ProviderCertificate[]
  /** WeChat: APIv3 key, under which notifications are encrypted. */
  readonly secret: string
  /** 微信支付分 or 芝麻免押: the service that was signed for. */
  readonly serviceId: string
  /** WeChat: secret of the app, by which it says who opened a page; '' where nobody pays inside WeChat. */
  readonly appSecret: string
}

/** Where a payment is made; `scan`: nowhere, the customer's own payment code was scanned. */
export type PayClient = 'h5' | 'web' | 'qr' | 'jsapi' | 'scan'

export interface PayAsk {
  readonly outTradeNo: string
  readonly amount: number
  readonly subject: string
  /** A page of a phone's browser, of a desktop's, a code to scan, or a page inside the provider's own app. */
  readonly client: Exclude<PayClient, 'scan'>
  /** Of a page inside the provider's app: who pays, as {@link InApp.payerOf} named them. */
  readonly payer?: string
  readonly expiresAt: number
  readonly notifyUrl: string
  /** Where the payer's browser goes afterwards. */
  readonly returnUrl?: string
  readonly payerIp: string
}

/** A payment by the code (付款码) that a customer holds up; it is good once and for a minute. */
export interface ChargeAsk
  extends Pick<PayAsk, 'outTradeNo' | 'amount' | 'subject' | 'expiresAt' | 'notifyUrl' | 'payerIp'> {
  /** As {@link wayOfAuthCode} knows it; kept nowhere. */
  readonly authCode: string
  readonly storeId: string
}

/** Where the payer goes; a QR holds `qr` as it stands, and a page inside the provider's app pays by `prepay`. */
export interface PayLink {
  readonly url: string | null
  readonly qr: string | null
  readonly prepay?: string
}

/** What a page asks of the app that it is open in. */
export interface BridgeCall {
  readonly name: (typeof bridgeCalls)[number]
  readonly params: Readonly<Record<string, string>>
}

/** Pages that are open inside the provider's own app. */
export interface InApp {
  /** Where a browser is sent that is to come back to `redirectUrl` with a code and `state`. */
  authorizeUrl(ask: { readonly redirectUrl: string; readonly state: string }): string
  /** Who came back with that code, which is good once. @throws PayRefused, NoAnswer */
  payerOf(code: string): Promise<string>
  /** The call that pays what was made for a payer ({@link PayLink.prepay}), signed now. */
  payBy(prepay: string): BridgeCall
}

/** `unknown`: the provider has never heard of it, as of a code that nobody scanned. */
export interface Trade {
  readonly outTradeNo: string
  readonly state: 'unknown' | 'waiting' | 'succeeded' | 'closed'
  /** What was paid, where the provider says it. */
  readonly amount: number | null
  readonly providerNo: string | null
  readonly paidAt: number | null
}

export interface RefundAsk {
  readonly outTradeNo: string
  /** Ours, of the hold that the payment was captured from: WeChat knows no capture by a number of ours. */
  readonly holdNo?: string
  readonly outRefundNo: string
  readonly amount: number
  /** Of the whole payment. */
  readonly total: number
  readonly reason: string
  readonly notifyUrl: string
}

/** How something that was sent went; `unknown`: the provider has never heard of that number. */
export interface Outcome {
  readonly state: 'succeeded' | 'processing' | 'failed' | 'unknown'
  readonly providerNo: string | null
  readonly at: number | null
  /** What moved, fen; left out or null where the provider names no sum. */
  readonly amount?: number | null
  /** In the provider's words. */
  readonly reason: string
}

/** What a customer is asked to let be held: frozen, or with `credit` only answered for by the provider. */
export interface FreezeAsk extends Omit<PayAsk, 'outTradeNo' | 'returnUrl'> {
  /** Ours, of the hold for as long as it lives. */
  readonly holdNo: string
  readonly credit: boolean
  /** The rental that it stands for. */
  readonly startAt: number
  readonly endAt: number
}

/** `waiting`: the customer has not agreed; `closed`: and never will, or all of it was let go. */
export interface Freeze {
  readonly state: 'unknown' | 'waiting' | 'held' | 'closed'
  readonly amount: number | null
  /** What of it is still held, fen; null where the provider does not say. */
  readonly restFen: number | null
  /** The provider's number of the hold. */
  readonly authNo: string | null
  readonly at: number | null
}

/** Something that was asked of a hold, by our number of it. */
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

/** Holds of a provider; every question as in {@link PayProvider}. */
export interface HoldProvider {
  freeze(ask: FreezeAsk): Promise<PayLink>
  /** The call that lets a customer agree inside the provider's app to what was made ({@link PayLink.prepay}). */
  agreeBy?(prepay: string): BridgeCall
  queryFreeze(holdNo: string): Promise<Freeze>
  /** Gives up what nobody agreed to. @returns what became of it: closed, or held meanwhile */
  closeFreeze(holdNo: string): Promise<Freeze>
  capture(ask: CaptureAsk): Promise<Outcome>
  queryCapture(ref: HoldRef): Promise<Outcome>
  unfreeze(ask: UnfreezeAsk): Promise<Outcome>
  queryUnfreeze(ref: HoldRef): Promise<Outcome>
}

/** The bill of a day, downloaded and whole; its lines are read from disk, so that its size costs no memory. */
export interface Bill {
  /** In batches, as often as asked. @throws PayRefused for what is no bill as the provider makes them */
  lines(): AsyncIterable<readonly BillLine[]>
  /** Throws the file away. */
  close(): Promise<void>
}

/** What a provider told by itself, verified. */
export interface PayNotice {
  /** The provider's number of this notification. */
  readonly id: string
  /** Ours, of the payment or refund that it is about. */
  readonly outNo: string
  /** Ours, of the hold that it is about: where `outNo` is nobody's, the provider did by itself what it tells. */
  readonly holdNo?: string
  readonly about: 'trade' | 'refund' | 'freeze' | 'capture' | 'hold'
  readonly trade: Trade | null
  /** Of a refund, of letting go, or of a capture that is named by its hold. */
  readonly outcome: Outcome | null
  readonly freeze: Freeze | null
  /** Money of a payment that went back, told with the payment: maybe by somebody in the provider's own back office. */
  readonly wentBack?: WentBack
}

export interface WentBack {
  /** Ours, of the payment that it went back of. */
  readonly outTradeNo: string
  /** The number of the refund: ours, or one that the provider's back office made; '' where the provider does not say. */
  readonly no: string
  /** What this refund gave back, fen; or `total`, what went back of the payment in all. */
  readonly amount: number | null
  readonly total: number | null
  readonly at: number | null
}

export interface NoticeArrived {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The certificates of a provider that replaces them by itself. */
export interface CertificateProvider {
  /** Those it signs by now or soon, each readable by this contract alone. @throws NoAnswer, PayRefused; BadSecret when none can be read */
  fetch(): Promise<readonly ProviderCertificate[]>
  /** Whether it may be signed by a certificate that is newer than those of the contract. */
  mayBeNewer(arrived: NoticeArrived): boolean
}

/** What a provider wants to hear back: anything else makes it tell again. */
export interface NoticeReply {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** The provider cannot be reached, or does not know itself: nothing is decided. */
export class NoAnswer extends Error {}

/** The provider decided against it, for good. */
export class PayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What a provider gave can not be read by the contract's secret. */
export class BadSecret extends Error {}

/**
 * A provider under one contract. Whatever it is asked ends in an answer, {@link PayRefused} or {@link NoAnswer}.
 */
export interface PayProvider {
  create(ask: PayAsk): Promise<PayLink>
  /**
   * Takes money by the code that a customer holds up. @returns paid, or `waiting` while its customer is asked to confirm
   * @throws PayRefused when the code is no good or the customer cannot pay: nothing will come of it
   */
  charge(ask: ChargeAsk): Promise<Trade>
  /** Ends a charge that is not paid; one that is paid in the same moment goes back. @returns closed, or paid meanwhile */
  reverse(outTradeNo: string): Promise<Trade>
  query(outTradeNo: string): Promise<Trade>
  /** Asks about a payment that does not exist. @returns what of the contract is wrong; null: both sides understand each other. @throws NoAnswer */
  check(): Promise<KeyFault | null>
  /** Closes what is not paid. @returns what became of it: closed, or paid meanwhile */
  close(outTradeNo: string): Promise<Trade>
  refund(ask: RefundAsk): Promise<Outcome>
  queryRefund(ask: Pick<RefundAsk, 'outTradeNo' | 'outRefundNo'>): Promise<Outcome>
  readonly holds: HoldProvider
  /** Left out where the contract has none. */
  readonly inApp?: InApp
  /** Left out where the provider's key is typed by hand alone. */
  readonly certificates?: CertificateProvider
  /** `notReady`: it is still being made; `none`: there is none of that day, or none yet. */
  bill(day: LocalDate): Promise<Bill | 'notReady' | 'none'>
  /** Undefined for what the provider did not sign, or what nobody here understands. */
  read(arrived: NoticeArrived): PayNotice | undefined
  reply(ok: boolean): NoticeReply
}

const captures: Readonly<Record<Trade['state'], Outcome['state']>> = {
  unknown: 'unknown',
  waiting: 'processing',
  succeeded: 'succeeded',
  closed: 'failed',
}

/** What a capture comes to that is a trade of its own. */
export const captureOf = ({ state, amount, providerNo, paidAt }: Trade): Outcome => ({
  amount,
  state: captures[state],
  providerNo,
  at: paidAt,
  reason: state === 'closed' ? '扣款交易已关闭' : '',
})

/** Whether providers can tell this installation of payments: the vendors where the public reaches it, simulators on a demo. */
export const canBeTold = ({ simulators, publicUrl }: Pick<Config, 'simulators' | 'publicUrl'>): boolean =>
  simulators !== 'off' || publicUrl !== undefined

/** What of a contract is wrong: the field, and in Chinese what would be right. */
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
  /** What is wrong with a contract's keys as far as nobody has to be asked; else the fingerprint of its private key. */
  inspect(account: PayAccount): KeyFault | { readonly fingerprint: string }
  /** `renew` asks which certificates the provider signs by, for an answer under one that the contract does not hold. */
  provider(account: PayAccount, renew?: () => Promise<readonly ProviderCertificate[]>): PayProvider
  /** Where a simulator stands in for the providers. */
  readonly simulator?: PaySimulator
  close?(): Promise<void>
}

/** Alipay's gateway, WeChat's 网页授权, and what its app does with a {@link BridgeCall}. */
export const simulatedPages = ['gateway.do', 'authorize', 'bridge'] as const

/** What a simulated provider does with us and with its notifications of a trade; `down`: it answers nobody. */
export type SimulatedFault = (typeof simulatedFaults)[number]

/**
 * `key`: it signs by its public key and has no certificates; `begin`: by a certificate; `publish`: it gives a newer one beside
 * the old; `switch`: and signs by it; `drop`: and gives the old one no more.
 */
export type CertificateStep = 'key' | 'begin' | 'publish' | 'switch' | 'drop'

export interface SimulatedTrade {
  readonly no: string
  readonly provider: PayProviderName
  readonly outTradeNo: string
  readonly subject: string
  readonly amount: number
  readonly refunded: number
  /** A hold, as against a payment; what of it is still held, and what was captured. */
  readonly isHold: boolean
  readonly held: number
  readonly captured: number
  readonly state: 'waiting' | 'succeeded' | 'closed'
  readonly fault: SimulatedFault
  readonly at: number
}

export interface PaySimulator {
  /** Its address, once it listens: servers of other processes ask the same one. */
  url(): Promise<string>
  /** A contract with it, keys and all. */
  account(provider: PayProviderName): Promise<PayAccount>
  /** Its trades, newest first. */
  trades(): Promise<readonly SimulatedTrade[]>
  /** Where a payer's browser is led that opened one of its pages with this query; undefined for what is not signed. */
  browse(page: (typeof simulatedPages)[number], search: string): Promise<string | undefined>
  /** The payer decides, also about money that a capture waits for, and what waits to go back has gone; `expire`: a hold ends by its time, `takeBack`: by its payer or the provider; `refundThere`: the shop gives back what is left in the provider's own back office. @returns undefined for a trade it does not know */
  act(
    no: string,
    act: 'approve' | 'refuse' | 'expire' | 'takeBack' | 'refundThere',
    fen?: number,
  ): Promise<SimulatedTrade | undefined>
  /** From now on it fails so; for one trade, or for whatever is asked when none is named. */
  fail(fault: SimulatedFault, no?: string): Promise<void>
  /** Tells what it kept back (`delay`, `lose`), the newest first: late and out of order. */
  flush(): Promise<void>
  /** What WeChat signs by from now on, and which certificates it gives. */
  certificates(step: CertificateStep): Promise<void>
  /** How notifications reach this server. */
  deliverBy(post: (url: string, arrived: NoticeArrived) => Promise<NoticeReply>): void
}
