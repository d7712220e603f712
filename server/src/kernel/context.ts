import type { contract } from '@cheyi/contract/index'
import type { Call, OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import type { PermissionKey } from '@cheyi/domain/permission'
import { Refusal } from '@cheyi/domain/refusal'
import type { Logger } from 'pino'
import type { Db, Queue, RawQuery, Scope, Transaction } from './db/db.ts'
import type { Whose } from './fair-line.ts'
import type { Identity } from './identity.ts'
import type { MediaStore } from './media-store.ts'
import type { Outside } from './ports.ts'
import type { Config } from './process/config.ts'
import type { Vault, Vaults } from './vault.ts'

export type { Db } from './db/db.ts'

/** What an audit row says beside who, when and which call. Values of personal data must be masked by the caller. */
export interface AuditNote {
  readonly targetType: string
  readonly targetId: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

/** A file as it will be kept: its real type known, upright, without metadata. */
export interface InspectedFile {
  readonly kind: 'image' | 'pdf' | 'table'
  readonly mime: string
  /** With its dot, in lower case; it may differ from the real type, as a compressed PNG is a JPEG that keeps its name. */
  readonly extension: string
  readonly bytes: Buffer
  /** A small picture beside it, where one is made. */
  readonly thumb: Buffer | null
  readonly width: number | null
  readonly height: number | null
}

/** One uploaded file, already inspected. */
export interface UploadedFile extends InspectedFile {
  /** SHA-256 of the bytes as they were sent: tells a repeat from another file. */
  readonly sentSha256: Buffer
}

/** A part of a file that comes in parts: nobody has looked at what it is. */
export interface UploadedPart {
  readonly bytes: Buffer
  readonly sha256: Buffer
}

/** All that a handler may reach. It has no pool, no clock and no request. */
export interface Context {
  readonly db: Db
  readonly query: RawQuery
  /** Writes without waiting; see Queue. */
  readonly queue: Queue
  /** The server's clock at the start of the call, epoch ms. */
  readonly now: number
  readonly identity: Identity
  readonly merchantId: string
  readonly accountId: string
  readonly ip: string
  readonly traceId: string
  readonly log: Logger
  readonly config: Config
  readonly media: MediaStore
  /** Messages and partners. What they are told goes out after the commit. */
  outside(): Outside
  /** Ends waiting when the server closes. */
  readonly closing: AbortSignal
  /**
   * Aborted, with the failure for its reason, once nobody waits for the answer any more or it has taken too long: asked in
   * every loop over what a client sent, and given to whoever works on it elsewhere. Of a job it is `closing`.
   */
  readonly awaited: AbortSignal
  /** The chosen merchant's vault for personal data. */
  readonly vault: Vault
  readonly vaults: Vaults
  readonly files: readonly UploadedFile[]
  /** Where the call takes a part of a file. */
  readonly part: UploadedPart | null
  /**
   * Looks at a file that came in parts as at one that came whole.
   * @throws Refusal fileTypeRefused (11003), fileTooLarge (11001), lineFull (-7)
   */
  inspect(fileName: string, bytes: Buffer, whose?: Whose): Promise<InspectedFile>
  /** Device and agent of the caller, for session rows. */
  readonly userAgent: string
  /** The caller's token, for logout and switch. */
  readonly token: string | null
  readonly idempotencyKey: string | null
  /** The call under way, as the contract declares it. */
  readonly call: { readonly name: string } & Pick<Call, 'permission' | 'twoPerson'>
  /** What tells this input from any other, files included. */
  fingerprint(): Buffer
  can(key: PermissionKey): boolean
  /** @throws Refusal forbidden (-3) unless the key is held. */
  require(key: PermissionKey): void
  /** A header of the request that is no part of the input: the secret of a QR code, an approval. */
  header(name: string): string | null
  /** Runs work as a merchant inside this call of role `gate`; see Transaction. The handler has made sure it may. */
  inMerchant<T>(scope: Scope, work: () => Promise<T>): Promise<T>
  /** Runs work with every store of the merchant in sight; hands out ids and counts only (assignment, re-pack). */
  elevated<T>(work: () => Promise<T>): Promise<T>
  /** The same for the statements that `work` sends at once; see Transaction. */
  elevatedAtOnce<T>(work: () => T): T
  /** Runs work last in this transaction; see Transaction. */
  beforeEnd(work: () => Promise<void>): void
  /** A transaction of its own as role `gate`, kept even when this call is refused (failed logins). */
  apart<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Says what this write touched, for its audit row. */
  audit(note: AuditNote): void
  /** The audit row of a read that shows documents, kept at once in a transaction of its own. */
  auditRead(note: AuditNote): Promise<void>
  /** Runs after the commit, and no answer waits for it; a failure is logged. */
  afterCommit(work: () => void | Promise<void>): void
  /**
   * Replaces the answer of this call by what `work` finds after the commit: whoever waits for somebody outside holds no
   * transaction. A repeat of the call is answered by what the handler returned.
   */
  answerAfterCommit(work: () => Promise<unknown>): void
  /**
   * A transaction of its own as the product itself, for what follows the commit: {@link Context.db} is closed by then.
   * @param of the merchant, where the caller has none (a link of a customer)
   */
  asSystem<T>(
    work: (ctx: Context) => Promise<T>,
    of?: { readonly merchantId: string; readonly vault: Vault },
  ): Promise<T>
  /** Milliseconds since the call began on a monotonic clock, for search budgets. */
  elapsed(): number
  /** Human number `O261120000123`: prefix + date + a merchant-local sequence. */
  nextNumber(prefix: string): Promise<string>
  nextNumbers(prefix: string, count: number): Promise<string[]>
}

export type Handler<C extends Call> = (input: ParsedOf<C>, ctx: Context) => Promise<OutputOf<C>> | OutputOf<C>

type Contract = typeof contract
/** The handler of a call by room and name. */
export type HandlerOf<R extends keyof Contract, N extends keyof Contract[R]> = Contract[R][N] extends infer C extends
  Call
  ? Handler<C>
  : never
export type Room = Readonly<Record<string, Call>>
export type Handlers<R extends Room> = { readonly [K in keyof R]: Handler<R[K]> }

/**
 * Asked before the body of an upload is read, where nobody has signed in: who may send one. Runs as role `gate`, in a
 * transaction of its own, kept when it lets the caller in.
 * @throws Refusal
 */
export type Doorman = (
  tx: Transaction,
  caller: { readonly now: number; header(name: string): string | null },
) => Promise<Whose>

export interface Implementation {
  readonly room: Room
  readonly handlers: Readonly<Record<string, Handler<Call>>>
  readonly doormen: Readonly<Record<string, Doorman | undefined>>
}

/**
 * Binds every call of a room to its handler; a missing handler or a wrong answer does not compile. `doormen`: of the uploads
 * that are open to the public, without which the server does not start.
 */
export function implement<R extends Room>(
  room: R,
  handlers: Handlers<R>,
  doormen: { readonly [K in keyof R]?: Doorman } = {},
): Implementation {
  return {
    room,
    handlers: handlers as unknown as Implementation['handlers'],
    doormen: doormen as Implementation['doormen'],
  }
}

/** A new row id, where a cipher text must be bound to it before the row exists. */
export async function newId(ctx: Pick<Context, 'query'>): Promise<string> {
  const [row] = await ctx.query<{ id: string }>(`select nextval('row_id') as id`)
  return row!.id
}

/** So many ids of rows at once. */
export async function newIds(ctx: Pick<Context, 'query'>, count: number): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(`select nextval('row_id') as id from generate_series(1, $1::int)`, [
    count,
  ])
  return rows.map(({ id }) => id)
}

/** The row, or -4. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refusal('notFound')
  return row
}

/** The row changed under the caller: -5. */
export function sameVersion(sent: number | undefined, stored: number, detail: Record<string, unknown> = {}): void {
  if (sent !== undefined && sent !== stored) throw new Refusal('stale', detail)
}
