import type { contract } from '@cheyi/contract/index'
import type { Call, OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import type { PermissionKey } from '@cheyi/domain/permission'
import { Refusal } from '@cheyi/domain/refusal'
import type { Logger } from 'pino'
import type { Db, Queue, RawQuery, Transaction } from './db/db.ts'
import { prefetch } from './db/prefetch.ts'
import type { Scope } from './db/scope.ts'
import type { Whose } from './fair-queue.ts'
import type { Identity } from './identity.ts'
import type { MediaStore } from './media-store.ts'
import type { Outside } from './ports.ts'
import type { Config } from './process/config.ts'
import type { Vault, Vaults } from './vault.ts'

export type { Db } from './db/db.ts'

/** Content of an audit row besides caller, time and call. The caller must mask personal data. */
export interface AuditNote {
  readonly targetType: string
  readonly targetId: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

/** A file as it will be stored: its real type known, rotated upright, without metadata. */
export interface InspectedFile {
  readonly kind: 'image' | 'pdf' | 'table'
  readonly mime: string
  /** With its dot, in lower case; it may differ from the real type: a compressed PNG becomes a JPEG with its original extension. */
  readonly extension: string
  readonly bytes: Buffer
  /** The thumbnail, where one is made. */
  readonly thumb: Buffer | null
  readonly width: number | null
  readonly height: number | null
}

/** One uploaded file, already inspected. */
export interface UploadedFile extends InspectedFile {
  /** SHA-256 of the bytes as sent, which distinguishes a retry from another file. */
  readonly sentSha256: Buffer
}

/** A part of a file that is uploaded in parts; its type is not inspected. */
export interface UploadedPart {
  readonly bytes: Buffer
  readonly sha256: Buffer
}

/** Everything that a handler may use. It has no pool, no clock and no request. */
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
  /** Messages and partners, which are only called after the commit. */
  outside(): Outside
  /** Aborts waiting when the server closes. */
  readonly closing: AbortSignal
  /**
   * Aborted, with the failure as reason, when the client has disconnected or the time limit is exceeded: check it in
   * every loop over a client's input, and pass it to external work. For a job it is `closing`.
   */
  readonly awaited: AbortSignal
  /** The chosen merchant's vault for personal data. */
  readonly vault: Vault
  readonly vaults: Vaults
  readonly files: readonly UploadedFile[]
  /** Set for calls that receive a part of a file. */
  readonly part: UploadedPart | null
  /**
   * Inspects a file that was uploaded in parts like a whole one.
   * @throws Refusal fileTypeRefused (11003), fileTooLarge (11001), lineFull (-7)
   */
  inspect(fileName: string, bytes: Buffer, whose?: Whose): Promise<InspectedFile>
  /** User agent of the caller, for session rows. */
  readonly userAgent: string
  /** The caller's token, for signing out and switching the merchant. */
  readonly token: string | null
  readonly idempotencyKey: string | null
  /** The current call, as the contract declares it. */
  readonly call: { readonly name: string } & Pick<Call, 'permission' | 'twoPerson'>
  /** Hash that distinguishes this input from others, including files. */
  fingerprint(): Buffer
  can(key: PermissionKey): boolean
  /** @throws Refusal forbidden (-3) unless the key is held, with the field of the input that needs it. */
  require(key: PermissionKey, field?: string): void
  /** The keys that this call has required. */
  readonly required: ReadonlySet<PermissionKey>
  /** A header of the request that is not part of the input: the secret of a QR code, an approval. */
  header(name: string): string | null
  /** Runs work as a merchant inside this call without one; see Transaction. The handler has checked the permission. */
  inMerchant<T>(scope: Scope, work: () => Promise<T>): Promise<T>
  /** Shows the orders of a phone that the caller has proved, and no others; see Transaction. */
  showOrders(ids: readonly string[]): void
  /** Runs work with access to every store of the merchant; it must only return ids and counts (assignment of cars). */
  elevated<T>(work: () => Promise<T>): Promise<T>
  /** The same for the statements that `work` sends at once; see Transaction. */
  elevatedAtOnce<T>(work: () => T): T
  /** Runs work at the end of this transaction; see Transaction. */
  beforeEnd(work: () => Promise<void>): void
  /** A separate transaction without a merchant, committed even when this call is refused (failed sign-ins). */
  apart<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs work that no rollback undoes once for all attempts of this call: a later attempt gets what the first one found out. */
  oncePerCall<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Sets the content of this write's audit row. */
  audit(note: AuditNote): void
  /** The audit row of a read that shows documents, committed at once in a separate transaction. */
  auditRead(note: AuditNote): Promise<void>
  /** Runs after the commit, and the answer does not wait for it; a failure is logged. */
  afterCommit(work: () => void | Promise<void>): void
  /**
   * Replaces the answer of this call by the result of `work` after the commit, so that no transaction is open while
   * waiting for an external service. A retry gets what the handler returned.
   */
  answerAfterCommit(work: () => Promise<unknown>): void
  /**
   * A separate transaction as the system, for work after the commit, when {@link Context.db} is closed.
   * @param of the merchant, where the caller has none (a customer's link)
   */
  asSystem<T>(
    work: (ctx: Context) => Promise<T>,
    of?: { readonly merchantId: string; readonly vault: Vault },
  ): Promise<T>
  /** Kept data is not what it was made of: told by the log and by a metric, under the name of the work that found it. */
  tellDifference(details: object, what: string): void
  /** Milliseconds since the call began, by a monotonic clock, for time limits of searches. */
  elapsed(): number
  /** A readable number `O261120000123`: prefix + date + sequence of the merchant. */
  nextNumber(prefix: string): Promise<string>
  nextNumbers(prefix: string, count: number): Promise<string[]>
}

export type Handler<C extends Call> = (input: ParsedOf<C>, ctx: Context) => Promise<OutputOf<C>> | OutputOf<C>

type Contract = typeof contract
/** The handler type of a call by feature and name. */
export type HandlerOf<R extends keyof Contract, N extends keyof Contract[R]> = Contract[R][N] extends infer C extends
  Call
  ? Handler<C>
  : never
export type Feature = Readonly<Record<string, Call>>
export type Handlers<R extends Feature> = { readonly [K in keyof R]: Handler<R[K]> }

/**
 * Checks who may upload to a public call, before the body is read. Runs without a merchant, in a separate transaction,
 * which is committed when the caller is accepted.
 * @throws Refusal
 */
export type UploadGuard = (
  tx: Transaction,
  caller: { readonly now: number; header(name: string): string | null },
) => Promise<Whose>

export interface Implementation {
  readonly feature: Feature
  readonly handlers: Readonly<Record<string, Handler<Call>>>
  readonly uploadGuards: Readonly<Record<string, UploadGuard | undefined>>
}

/**
 * Binds every call of a feature to its handler; a missing handler or a wrong answer type does not compile. `uploadGuards`:
 * checks for public uploads, without which the server does not start.
 */
export function implement<R extends Feature>(
  feature: R,
  handlers: Handlers<R>,
  uploadGuards: { readonly [K in keyof R]?: UploadGuard } = {},
): Implementation {
  return {
    feature,
    handlers: handlers as unknown as Implementation['handlers'],
    uploadGuards: uploadGuards as Implementation['uploadGuards'],
  }
}

/** A new row id, for a ciphertext that must be bound to it before the row exists. */
export async function newId(ctx: Pick<Context, 'query'>): Promise<string> {
  const [id] = await newIds(ctx, 1)
  return id!
}

interface Reserve {
  left: number
  readonly ids: Promise<string[]>
}
const reserves = new WeakMap<object, Reserve>()

/**
 * Asks beside the first statements of a call for the ids of rows that it makes when it has decided: {@link reservedIds} takes them. Such a
 * row counts as older than what the call writes before it, so it is none whose place among those rows matters.
 */
export function reserveIds(ctx: Pick<Context, 'query'>, count: number): void {
  reserves.set(ctx, { left: count, ids: prefetch(newIds(ctx, count)) })
}

/** Ids that {@link reserveIds} asked for, or new ones. */
export async function reservedIds(ctx: Pick<Context, 'query'>, count: number): Promise<string[]> {
  const reserve = reserves.get(ctx)
  if (reserve === undefined || reserve.left < count) return newIds(ctx, count)
  reserve.left -= count
  return (await reserve.ids).splice(0, count)
}

/** Several row ids at once. */
export async function newIds(ctx: Pick<Context, 'query'>, count: number): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(`select nextval('row_id') as id from generate_series(1, $1::int)`, [
    count,
  ])
  return rows.map(({ id }) => id)
}

/** @throws Refusal notFound (-4) without a row */
export function requireFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refusal('notFound')
  return row
}

/** @throws Refusal stale (-5) when the row was changed since the caller read it */
export function requireVersion(sent: number | undefined, stored: number, detail: Record<string, unknown> = {}): void {
  if (sent !== undefined && sent !== stored) throw new Refusal('stale', detail)
}
