import type { Language } from '@cheyi/domain/language'
import type { CarSign } from '@cheyi/domain/platform/check/sign-reading'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import type { SmsTemplate } from '@cheyi/domain/platform/session/sms-templates'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import type { PenPoint } from '@cheyi/domain/rental/agreement/handwriting'
import type { CheckedPaper, PaperAnswer, SimulatedAnswer } from '@cheyi/domain/rental/driver/paper-check'
import type { DocumentReading, ReadSlot } from '@cheyi/domain/rental/driver/reading'
import type { Whose } from './fair-queue.ts'
import type { PayPort } from './pay-port.ts'

/*
 * Ports of external services. Each port has an adapter for the vendor and one for an installation without a contract,
 * under `outside`.
 */

/** One message by its template; the vendor has the texts by code, the domain has their content. */
export interface Sms<T extends keyof SmsTemplate = keyof SmsTemplate> {
  readonly mobile: string
  readonly template: T
  readonly params: SmsTemplate[T]
  /** Missing: Chinese. */
  readonly language?: Language
}

export interface SmsPort {
  /** @throws any failure of the vendor; the caller decides whether it is shown */
  send<T extends keyof SmsTemplate>(sms: Sms<T>): Promise<void>
  /** Messages that a simulator did not really send, newest first; undefined for a vendor. */
  readonly outbox?: () => Promise<readonly SentSms[]>
  close?(): Promise<void>
}

export interface SentSms {
  readonly at: number
  readonly mobile: string
  readonly template: string
  readonly text: string
}

/** A partner whose app opens this product with a one-time code. */
export interface PartnerPort {
  /** The person of the code, by the partner's own id; undefined when it is unknown, used or expired. */
  exchange(code: string): Promise<{ readonly partnerUserId: string } | undefined>
  /** Where a simulator replaces the partner: creates a code as its app would get one. */
  readonly issue?: (partnerUserId: string) => Promise<string>
  close?(): Promise<void>
}

/** The domain name system. null: no answer came in time. */
export interface DnsPort {
  /** The TXT records of a name. */
  texts(name: string): Promise<readonly string[] | null>
  /** The addresses of a host, through its aliases. */
  addresses(host: string): Promise<readonly string[] | null>
  /** `TXT name` or `A host`, and what is answered; null: nothing. */
  readonly simulator?: { tell(question: string, records: readonly string[] | null): void }
}

export interface WechatPerson {
  /** Unique ids of the person, best first: the one shared by all apps of one owner at WeChat, then the one in the requested app. */
  readonly ids: readonly [string, ...string[]]
  readonly nickname: string
}

export interface WechatPort {
  /** The person of a code from the WeChat SDK, or of the page below; undefined when it is invalid. */
  exchange(code: string, by: WechatDoor): Promise<WechatPerson | undefined>
  /**
   * The page where a user scans WeChat's code with their phone; it redirects to `back` with `code` and `state`. null:
   * this installation has no website registered at WeChat.
   */
  page(back: string, state: string): string | null
  close?(): Promise<void>
}

/** A push notification. */
export interface Ring {
  readonly title: string
  /** May be empty. */
  readonly body: string
  /** Name of the merchant. */
  readonly merchant: string
  /** Epoch ms. */
  readonly at: number
  /** The page that a tap opens. */
  readonly link: string | null
}

/** A push channel to staff's phones, besides text messages. */
export interface RingPort {
  /**
   * Notifies one address: a registration of the app, a follower's `openid`.
   * @returns `gone` where the address is no longer valid
   * @throws any failure of the vendor, without the address
   */
  ring(address: string, ring: Ring): Promise<'rung' | 'gone'>
  /** Where a simulator is used: its notifications, newest first. */
  readonly rung?: () => readonly (Ring & { readonly address: string })[]
  close?(): Promise<void>
}

/** An event of our WeChat service account: a user follows it, by the code of `scene` or without one, or unfollows it. */
export interface Followed {
  readonly openId: string
  readonly scene: string
  readonly on: boolean
}

/** Proves to WeChat that a page is one of the account. */
export interface ShareProof {
  readonly appId: string
  readonly timestamp: string
  readonly nonceStr: string
  readonly signature: string
}

/** Pages of a service account that are opened inside WeChat. */
export interface WechatPages {
  /** The account: its users have other ids in any other one. */
  readonly appId: string
  /** Redirect URL of a browser that should come back to `redirectUrl` with a code and `state`. */
  authorizeUrl(ask: { readonly redirectUrl: string; readonly state: string }): string
  /** The `openid` of that code, which can be used once; undefined where WeChat refuses it or does not answer. */
  userOf(code: string): Promise<string | undefined>
  /** A new jsapi_ticket and the end of its life, epoch ms; undefined where WeChat gives none. */
  ticket(): Promise<{ readonly ticket: string; readonly until: number } | undefined>
}

/** A service account of WeChat (公众号), whose followers get template messages. */
export interface FollowPort extends RingPort {
  /** Text of a QR code for following with this scene (≤ 64 characters), valid for ten minutes. @throws Refusal channelRefused */
  codeOf(scene: string): Promise<string>
  /** The answer to WeChat's check of our URL; undefined for an invalid signature. */
  echo(query: URLSearchParams): string | undefined
  /** The content of an event, null where it is irrelevant; undefined for an invalid signature, or an old event. */
  heard(query: URLSearchParams, body: string): Followed | null | undefined
  /** Its pages that customers open inside WeChat. */
  readonly pages: WechatPages
  /** Where a simulator is used: sends events to our own route, which is set once. */
  readonly simulator?: {
    /** Where a browser that wants to know its user is redirected from WeChat's page with this query; undefined for a wrong one. */
    authorize(query: URLSearchParams): string | undefined
    /** Whether WeChat would allow a page of this address to set its share card. */
    allows(address: string, signed: ShareProof): boolean
    deliverBy(door: (query: string, body: string) => Promise<void>): void
    tell(followed: Followed): Promise<void>
  }
}

/** Which of our WeChat apps issued a code. */
export type WechatDoor = 'app' | 'site'

/** The last verified entry of a merchant's audit chain on a day. */
export interface Anchor {
  readonly day: string
  readonly seq: string
  /** Hex. */
  readonly hash: string
}

/** Storage of anchors outside of the database, so that someone with database access cannot change them. */
export interface AnchorPort {
  add(merchantId: string, anchor: Anchor): Promise<void>
  last(merchantId: string): Promise<Anchor | undefined>
}

/** Bytes of a file, or a function that reads them when needed, so that many large ones are never in memory together. */
export type FileBytes = Buffer | (() => Promise<Buffer>)

export interface PaperJob {
  readonly document: PaperDocument
  /** Its photos, in order; null where the file was deleted or cannot be read. */
  readonly photos: readonly (FileBytes | null)[]
  /** The lessor's seal; null: one is drawn. */
  readonly stamp: Buffer | null
  /** Hex: digest of the content, printed in the footer of every page. */
  readonly sha256: string
  /** URL of the page that verifies this document; null: it is no contract, and has no car outline, clauses or signatures. */
  readonly verifyUrl: string | null
  /** A sample: every page has the mark 样张. */
  readonly sample?: true
  /** Missing until it is signed. */
  readonly signed?: PaperSigned
  /** An evidence file: pictures are large, each with its digest, and the lessor seals it without a signature. */
  readonly pack?: {
    readonly sealedAt: number
    /** Attached files. If one cannot be read, the evidence file cannot be made. */
    readonly attached: readonly { readonly name: string; readonly bytes: FileBytes }[]
  }
}

/** How a document was signed, printed as its last part. */
export interface PaperSigned {
  /** Lines of the pen. */
  readonly hand: readonly (readonly PenPoint[])[]
  readonly at: number
  /** Facts of the signing, label and text. */
  readonly facts: readonly { readonly label: string; readonly text: string }[]
}

/** Prints documents as PDF, in a separate process. */
export interface PaperPort {
  /** @throws Refusal lineFull (-7) when too many are waiting; Error when it cannot be printed */
  print(job: PaperJob, whose: Whose): Promise<Buffer>
  close(): void
}

export interface DocumentPort {
  /** Reads the text of a document; `signal` aborts the work. @throws Refusal ocrFailed (1104) when it cannot be read */
  read(whose: Whose, slot: ReadSlot, picture: Buffer, signal?: AbortSignal): Promise<DocumentReading>
  /** Reads the plate or frame number of a car; a plate may lack its province. @throws Refusal ocrFailed (1104) when it cannot be read */
  readSign(whose: Whose, sign: CarSign, picture: Buffer, signal?: AbortSignal): Promise<string>
  close?(): Promise<void>
}

/** The answer of a register about a name and number; undefined: no answer. It never throws. */
export type Compare = (name: string, number: string) => Promise<PaperAnswer | undefined>

/** Queries state registers about documents. */
export interface RegisterPort {
  /** By document; others can only be checked by hand. */
  readonly compares: Readonly<Partial<Record<CheckedPaper, Compare>>>
  readonly simulator?: RegisterSimulator
  close?(): Promise<void>
}

/** The registers of a demo. */
export interface RegisterSimulator {
  /** Sets the answer of a register about this name. */
  tell(paper: CheckedPaper, name: string, answer: SimulatedAnswer): void
}

/** Approximate location of an IP address. */
export interface PlacePort {
  /** `广东省深圳市`, a foreign country, `内网IP` for a private one; null where unknown. */
  cityOf(ip: string): string | null
}

/** A place that somebody may mean; its position is WGS-84. */
export interface FoundPlace extends GeoPoint {
  readonly name: string
  readonly address: string
}

/** Road distances, and places by their names. */
export interface MapPort {
  /** The cached distance in whole metres; null: there is no road, or the service does not answer now; undefined: not cached. */
  heard(from: GeoPoint, to: GeoPoint): number | null | undefined
  /**
   * Queries the distance; after that {@link heard} has it. It takes two seconds at most and never throws, and no
   * transaction may wait for it.
   * @returns why there is no answer: the vendor's code or the failure's name; null where there is one
   */
  ask(from: GeoPoint, to: GeoPoint): Promise<string | null>
  /** The cached places of a name or address near a point, as {@link heard}. */
  heardPlaces(text: string, near: GeoPoint): readonly FoundPlace[] | null | undefined
  /** Queries them, as {@link ask}. */
  askPlaces(text: string, near: GeoPoint): Promise<string | null>
  readonly simulator?: MapSimulator
  close?(): Promise<void>
}

/** How a simulated map answers: with roads, with no road, with an exhausted daily quota, or never. */
export type SimulatedRoad = 'roads' | 'noRoad' | 'quota' | 'slow'

export interface MapSimulator {
  tell(answer: SimulatedRoad): void
  /** Number of queries that it received. */
  asked(): number
}

/** A plate for a query: authorities identify a car by it and the ends of its numbers. */
export interface AskedPlate {
  readonly plate: string
  readonly plateKind: number
  readonly vinTail: string
  readonly engineTail: string
  /** Violations since then. */
  readonly since: number
}

/** Provider answer: per-plate entries that are not parsed, a refusal, or no answer. `why`: its code, or the network failure. */
export type ViolationAnswer =
  | { readonly kind: 'told'; readonly entries: readonly unknown[] }
  | { readonly kind: 'refused' | 'silent'; readonly why: string }

/** Queries the violations of cars at a provider. */
export interface ViolationPort {
  /** At most fifty plates at once. It never throws, and no transaction may wait for it. */
  ask(plates: readonly AskedPlate[]): Promise<ViolationAnswer>
  readonly simulator?: ViolationSimulator
  close?(): Promise<void>
}

/**
 * How a simulated provider answers: normally; refusing; closing the connection; never; also about a car that was not
 * queried; with a wrong signature; with a clock that is two hours off; with ten thousand rows.
 */
export type SimulatedViolations =
  | 'knows'
  | 'refuses'
  | 'gone'
  | 'slow'
  | 'foreign'
  | 'unsigned'
  | 'otherClock'
  | 'flood'

export interface ViolationSimulator {
  /** Sets the violations of a plate. */
  tell(plate: string, violations: readonly object[]): void
  act(how: SimulatedViolations): void
  /** Plates of each query that it received. */
  asked(): readonly (readonly string[])[]
}

/** Sends messages to addresses that merchants enter. */
export interface PostPort {
  /**
   * Posts a message, with at most five seconds for all of it.
   * @returns the status and the beginning of the answer
   * @throws Error when there is no answer, with its reason
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<PostAnswer>
}

export interface PostAnswer {
  readonly status: number
  readonly body: string
}

/** What an answer to a message means. */
export interface MessageAnswer {
  /** Why the platform did not accept the message; null: it did. */
  readonly fault: string | null
  /** The platform itself works, even if it refused this message. */
  readonly works: boolean
}

/** A signed request that is ready to be sent. */
export interface SignedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface FliggyUpdate {
  readonly status: 'pickedUp' | 'returned'
  /** Number of the order on the platform, and ours. */
  readonly orderId: string
  readonly thirdOrderId: string
  /** Number of the merchant on the platform. */
  readonly providerId: string
}

/** The messages of 飞猪. They are sent by {@link PostPort}, as those of other channels. */
export interface FliggyPort {
  update(update: FliggyUpdate): Promise<SignedPost>
  read(answer: PostAnswer): MessageAnswer
  readonly simulator?: FliggySimulator
  close?(): Promise<void>
}

/** How the simulated 飞猪 answers: normally; with an error of the platform; refusing the order; not at all, after it took the update. */
export type SimulatedFliggy = 'accepts' | 'fails' | 'refuses' | 'drops'

export interface FliggySimulator {
  act(how: SimulatedFliggy): void
  /** Status of an order by its last update; null: there was none. */
  statusOf(orderId: string): number | null
  /** Number of updates that took effect; of these, those with the status that the order had, and those from returned to picked up. */
  counted(): { readonly accepted: number; readonly repeated: number; readonly reversed: number }
}

/** All external services, as the kernel passes them to handlers. */
export interface Outside {
  readonly sms: SmsPort
  readonly wukong: PartnerPort
  readonly wechat: WechatPort
  /** null: the installation has no WeChat service account. */
  readonly follow: FollowPort | null
  /** null: there are no push notifications to the app. */
  readonly push: RingPort | null
  readonly anchors: AnchorPort
  readonly papers: PaperPort
  readonly pay: PayPort
  /** null: there is no OCR, so that documents and plates are typed. */
  readonly ocr: DocumentPort | null
  readonly register: RegisterPort
  readonly places: PlacePort
  /** null: there is no map service, so that distances are estimated. */
  readonly map: MapPort | null
  readonly dns: DnsPort
  /** null: there is no provider, so that violations are entered and imported. */
  readonly violations: ViolationPort | null
  readonly post: PostPort
  /** null: the installation has no application on the platform. */
  readonly fliggy: FliggyPort | null
}
