import type { PaperDocument } from '@cheyi/domain/agreement/document'
import type { PenPoint } from '@cheyi/domain/agreement/handwriting'
import type { CarSign } from '@cheyi/domain/check/sign-reading'
import type { CheckedPaper, PaperAnswer, SimulatedAnswer } from '@cheyi/domain/driver/paper-check'
import type { DocumentReading, ReadSlot } from '@cheyi/domain/driver/reading'
import type { GeoPoint } from '@cheyi/domain/quote/rules'
import type { SmsTemplate } from '@cheyi/domain/session/sms-templates'
import type { Whose } from './fair-line.ts'
import type { PayPort } from './pay-port.ts'

/*
 * What the server asks of others. Each port has an adapter for the vendor and one for a machine without a contract
 * with any, under `server/src/outside`.
 */

/** One message by its template; the vendor knows the texts by code, the domain knows what they say. */
export interface Sms<T extends keyof SmsTemplate = keyof SmsTemplate> {
  readonly mobile: string
  readonly template: T
  readonly params: SmsTemplate[T]
}

export interface SmsPort {
  /** @throws whatever the vendor fails with; the caller decides whether anybody is told */
  send<T extends keyof SmsTemplate>(sms: Sms<T>): Promise<void>
  /** What would have been sent, newest first, where nothing is sent in earnest; undefined otherwise. */
  readonly outbox?: () => Promise<readonly SentSms[]>
  close?(): Promise<void>
}

export interface SentSms {
  readonly at: number
  readonly mobile: string
  readonly template: string
  readonly text: string
}

/** A partner whose app sends its people here with a one-time code. */
export interface PartnerPort {
  /** Who the code stands for, by the partner's own id; undefined when it is unknown, used or too old. */
  exchange(code: string): Promise<{ readonly partnerUserId: string } | undefined>
  /** Where a simulator stands in for the partner: a code as its app would have got one. */
  readonly issue?: (partnerUserId: string) => Promise<string>
  close?(): Promise<void>
}

export interface WechatPerson {
  /** What is theirs alone, best first: the same in every account of one owner with WeChat, then in the one account that was asked. */
  readonly ids: readonly [string, ...string[]]
  readonly nickname: string
}

export interface WechatPort {
  /** Who the code of the WeChat SDK, or of the page below, stands for; undefined when it is no longer good. */
  exchange(code: string, by: WechatDoor): Promise<WechatPerson | undefined>
  /**
   * Where somebody scans WeChat's code with their phone; from there they come back to `back` with `code` and `state`. null: this
   * installation has no website with WeChat.
   */
  page(back: string, state: string): string | null
  close?(): Promise<void>
}

/** What a phone shows when it rings for a notice. */
export interface Ring {
  readonly title: string
  /** May be empty. */
  readonly body: string
  /** Of whose business. */
  readonly merchant: string
  /** Epoch ms. */
  readonly at: number
  /** The page that a tap leads to. */
  readonly link: string | null
}

/** A way to staff's phones besides text messages. */
export interface RingPort {
  /**
   * Rings one address: a registration of the app, a follower's `openid`.
   * @returns `gone` where the address leads nowhere any more
   * @throws whatever the vendor fails with, without the address
   */
  ring(address: string, ring: Ring): Promise<'rung' | 'gone'>
  /** Where a simulator stands in: what rang, newest first. */
  readonly rung?: () => readonly (Ring & { readonly address: string })[]
  close?(): Promise<void>
}

/** What WeChat tells of our service account: somebody follows it, by the code of `scene` or without one, or does no more. */
export interface Followed {
  readonly openId: string
  readonly scene: string
  readonly on: boolean
}

/** A service account of WeChat (公众号), whose followers get messages by a template. */
export interface FollowPort extends RingPort {
  /** Text of a QR code that leads to following with this scene (≤ 64 characters), for ten minutes. @throws Refusal channelRefused */
  codeOf(scene: string): Promise<string>
  /** The answer to WeChat's check of our address; undefined for what WeChat did not sign. */
  echo(query: URLSearchParams): string | undefined
  /** What an event says, null where it concerns nobody; undefined for what WeChat did not sign, or too long ago. */
  heard(query: URLSearchParams, body: string): Followed | null | undefined
  /** Where a simulator stands in: tells by our own door what somebody did, which is set once. */
  readonly simulator?: {
    deliverBy(door: (query: string, body: string) => Promise<void>): void
    tell(followed: Followed): Promise<void>
  }
}

/** Where WeChat's code came from: each has an account of its own there. */
export type WechatDoor = 'app' | 'site'

/** How far a merchant's chain of the log was whole, on a day. */
export interface Anchor {
  readonly day: string
  readonly seq: string
  /** Hex. */
  readonly hash: string
}

/** Where anchors are kept: out of reach of whoever may change the database. */
export interface AnchorPort {
  add(merchantId: string, anchor: Anchor): Promise<void>
  last(merchantId: string): Promise<Anchor | undefined>
}

/** Bytes of a file, or what reads them once it is their turn: many large ones are never held together. */
export type FileBytes = Buffer | (() => Promise<Buffer>)

export interface PaperJob {
  readonly document: PaperDocument
  /** Its photos, in its order; null where the file is gone, which one that cannot be read counts as. */
  readonly photos: readonly (FileBytes | null)[]
  /** A picture of the lessor's seal; null: one is drawn. */
  readonly stamp: Buffer | null
  /** Hex: digest of the content, in the footer of every page. */
  readonly sha256: string
  /** Address of the page that says whether this paper is the one; null: it is no contract, without a car's outline, clauses and signatures. */
  readonly verifyUrl: string | null
  /** It is nobody's contract: every page says 样张. */
  readonly sample?: true
  /** Left out until it is signed. */
  readonly signed?: PaperSigned
  /** It is a pack of proof: pictures are large, each with its digest, and the lessor seals it without anybody's hand. */
  readonly pack?: {
    readonly sealedAt: number
    /** Files that go inside. One that cannot be read is no pack. */
    readonly attached: readonly { readonly name: string; readonly bytes: FileBytes }[]
  }
}

/** How a paper was signed, printed as its last part. */
export interface PaperSigned {
  /** Lines of the pen. */
  readonly hand: readonly (readonly PenPoint[])[]
  readonly at: number
  /** What is known of the signing, label and text. */
  readonly facts: readonly { readonly label: string; readonly text: string }[]
}

/** Prints papers as PDF, in a process of its own. */
export interface PaperPort {
  /** @throws Refusal lineFull (-7) when too many wait already; Error when it cannot be printed */
  print(job: PaperJob, whose: Whose): Promise<Buffer>
  close(): void
}

export interface DocumentPort {
  /**
   * What a picture says; `signal` ends the work on it.
   * @throws Refusal ocrFailed (1104) when it cannot be read
   */
  read(whose: Whose, slot: ReadSlot, picture: Buffer, signal?: AbortSignal): Promise<DocumentReading>
  /**
   * The plate or frame number of a car; a plate without its province where that was not made out.
   * @throws Refusal ocrFailed (1104) when it cannot be read
   */
  readSign(whose: Whose, sign: CarSign, picture: Buffer, signal?: AbortSignal): Promise<string>
  close?(): Promise<void>
}

/** What a register says of the paper of a name and number; undefined: no answer. It never throws. */
export type Compare = (name: string, number: string) => Promise<PaperAnswer | undefined>

/** Asks registers of the state whether what papers say is so. */
export interface RegisterPort {
  /** By the paper that each knows; what is not among them is compared by hand alone. */
  readonly compares: Readonly<Partial<Record<CheckedPaper, Compare>>>
  readonly simulator?: RegisterSimulator
  close?(): Promise<void>
}

/** The registers of a demo. */
export interface RegisterSimulator {
  /** What the register of a paper says of whoever has this name from now on. */
  tell(paper: CheckedPaper, name: string, answer: SimulatedAnswer): void
}

/** Where an address of the internet is, roughly. */
export interface PlacePort {
  /** `广东省深圳市`, a country abroad, `内网IP` for a private one; null where nothing is known. */
  cityOf(ip: string): string | null
}

/** Tells how far it is by road. */
export interface MapPort {
  /** Whole metres, as far as it was asked lately; null: no road leads there, or it does not answer now; undefined: it is to be asked. */
  heard(from: GeoPoint, to: GeoPoint): number | null | undefined
  /**
   * Asks. Once this is over, {@link heard} knows; it takes two seconds at most and never throws, and no transaction waits for it.
   * @returns why there is no answer: the vendor's code or the failure's name; null where there is one
   */
  ask(from: GeoPoint, to: GeoPoint): Promise<string | null>
  readonly simulator?: MapSimulator
  close?(): Promise<void>
}

/** How a simulated map answers: by roads of its own, with none, that the day's questions are used up, or never. */
export type SimulatedRoad = 'roads' | 'noRoad' | 'quota' | 'slow'

export interface MapSimulator {
  tell(answer: SimulatedRoad): void
  /** Questions that it got. */
  asked(): number
}

/** A plate as a provider of violations is asked about it: offices know a car by it and the ends of its numbers. */
export interface AskedPlate {
  readonly plate: string
  readonly plateKind: number
  readonly vinTail: string
  readonly engineTail: string
  /** Violations since then. */
  readonly since: number
}

/** What it says: of each plate something, unread; or that it does not; or nothing. `why`: its code, or what became of the wire. */
export type ViolationAnswer =
  | { readonly kind: 'told'; readonly entries: readonly unknown[] }
  | { readonly kind: 'refused' | 'silent'; readonly why: string }

/** Asks a provider which violations offices know of cars. */
export interface ViolationPort {
  /** At most fifty plates at once. It never throws, and no transaction waits for it. */
  ask(plates: readonly AskedPlate[]): Promise<ViolationAnswer>
  readonly simulator?: ViolationSimulator
  close?(): Promise<void>
}

/**
 * How a simulated provider answers: as it knows; that it may not; by ending the connection; never; of a car nobody asked about too;
 * under a signature that is not its own; by a clock two hours off; with ten thousand rows.
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
  /** What it knows of a plate from now on. */
  tell(plate: string, violations: readonly object[]): void
  act(how: SimulatedViolations): void
  /** Plates that it was asked about, question by question. */
  asked(): readonly (readonly string[])[]
}

/** Everything outside, as the kernel hands it to handlers. */
export interface Outside {
  readonly sms: SmsPort
  readonly wukong: PartnerPort
  readonly wechat: WechatPort
  /** null: the installation has no service account with WeChat. */
  readonly follow: FollowPort | null
  /** null: nobody pushes to the app. */
  readonly push: RingPort | null
  readonly anchors: AnchorPort
  readonly papers: PaperPort
  readonly pay: PayPort
  /** null: nobody reads, papers and signs of cars are typed. */
  readonly ocr: DocumentPort | null
  readonly register: RegisterPort
  readonly places: PlacePort
  /** null: nobody is asked, and distances are estimated. */
  readonly map: MapPort | null
  /** null: nobody is asked, violations are entered and imported. */
  readonly violations: ViolationPort | null
}
