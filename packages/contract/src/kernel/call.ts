import type { ApprovalKind } from '@cheyi/domain/approval/rules'
import { type MenuKey, menuOf, menus, type PermissionKey } from '@cheyi/domain/permission'
import type { RefusalKey } from '@cheyi/domain/refusal'
import { z } from 'zod'

/** Who may call: `public` (no token, or a link token), `signedIn`, or holders of any one of the keys. */
export type CallPermission = 'public' | 'signedIn' | readonly [PermissionKey, ...PermissionKey[]]

/** `read` runs in a read-only transaction and also answers GET; `write` runs read-write and leaves an audit row. */
export type Effect = 'read' | 'write'

/**
 * How a repeat of a write is told from a new one.
 * `key`: by header `Idempotency-Key`; a write without it is never taken for a repeat; `natural`: the same input gives the same state (N);
 * `version`: the stored version is compared (V). Reads repeat freely and say nothing.
 */
export type Repeat = 'key' | 'natural' | 'version'

/** One call, declared once: route, validation, types, permission, OpenAPI and serialiser all come from this record. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly permission: CallPermission
  readonly effect: Effect
  readonly input: I
  readonly output: O
  /** Required for writes; see {@link Repeat}. */
  readonly repeat?: Repeat
  /** Refusals of its own, besides the base codes that every call may answer. Published in OpenAPI. */
  readonly refusals?: readonly RefusalKey[]
  /**
   * What this write makes stale on the web besides the reads of its own room: `room` (all its reads) or `room.call`.
   * A law test checks that each name exists.
   */
  readonly refreshes?: readonly string[]
  /** false: leaves nothing changed that anyone reads (a quote, showing a number), so no cached answer goes stale. */
  readonly changes?: false
  /**
   * A write of orders, channels or vehicle commands, which are for merchants that were approved: while one is under review
   * it answers 1015. Master data may be entered meanwhile. Its permission says whether it is one.
   */
  readonly inBusiness?: true
  /**
   * A write that serves the return or the settlement of a running order, and so stays open to a suspended merchant;
   * branches of it that serve neither refuse by themselves (`refuseSuspended`). Every other write answers 1017.
   */
  readonly whileSuspended?: true
  /**
   * `merchant`: what it shows or changes is of the merchant as a whole (its papers, roles, models, books), so whoever is limited to
   * some stores is refused (-3). Rows of one store, of several or of all guard themselves (migration 0420).
   */
  readonly reach?: 'merchant'
  /** One person alone may not always do it: the kind of deed, whose rule says when (domain approval/rules.ts). */
  readonly twoPerson?: ApprovalKind
  /** false: no audit row (a quote, a question to a provider). Default true for writes. */
  readonly audit?: false
  /** Where tenancy comes from: `merchant` (default) needs a chosen merchant; `none` runs as role `gate`. */
  readonly tenant?: 'none'
  /** Of no merchant, but what the platform's own people decide: asks for their second factor all the same. */
  readonly desk?: true
  /** The answer is the same for everybody until the next release: sent with an ETag, asked for again with it. */
  readonly etag?: true
  /** A multipart upload: the file stands beside the parsed fields, looked at first; or, unseen, a part of one that comes in parts. */
  readonly upload?: true | 'part'
  /** Most bytes of the body where its lists need more than {@link bodyLimit} gives. */
  readonly maxBody?: number
  readonly summary?: string
}

const nothing = z.object({})
type Nothing = typeof nothing

/** What only writes say. */
type OfWrites = 'repeat' | 'refreshes' | 'changes' | 'whileSuspended' | 'twoPerson' | 'audit' | 'upload'

/** What a read says of itself. It is a POST without input unless it says otherwise; what is public has no merchant. */
interface Read<I extends z.ZodType, O extends z.ZodType>
  extends Omit<Call, 'method' | 'effect' | 'inBusiness' | 'input' | 'output' | OfWrites> {
  readonly method?: Call['method']
  readonly input?: I
  readonly output: O
}

/**
 * What a write says of itself. Its repeats are told by a key and it answers nothing, unless it says otherwise; what leaves no
 * audit row changes nothing, and what may take a second person has the refusals of that.
 */
interface Write<I extends z.ZodType, O extends z.ZodType> extends Omit<Read<I, O>, 'output'>, Pick<Call, OfWrites> {
  readonly output?: O
}

/** Refusals of whatever may take a second person. */
const ofSecondPerson = ['approvalNeeded', 'stepUpNeeded', 'wrongCode'] as const satisfies readonly RefusalKey[]

/** Declares a call that reads. */
export const read = <O extends z.ZodType, I extends z.ZodType = Nothing>(declared: Read<I, O>): Call<I, O> => ({
  method: 'POST',
  effect: 'read',
  ...(declared.permission === 'public' && { tenant: 'none' }),
  ...declared,
  input: declared.input ?? (nothing as z.ZodType as I),
})

/** Declares a call that writes. */
export function write<I extends z.ZodType = Nothing, O extends z.ZodType = Nothing>(declared: Write<I, O>): Call<I, O> {
  const { permission, audit, twoPerson, refusals = [], input, output } = declared
  const call: Call<I, O> = {
    method: 'POST',
    effect: 'write',
    repeat: 'key',
    ...(permission === 'public' && { tenant: 'none' }),
    ...(audit === false && { changes: false }),
    ...declared,
    input: input ?? (nothing as z.ZodType as I),
    output: output ?? (nothing as z.ZodType as O),
    ...(twoPerson !== undefined && { refusals: [...refusals, ...ofSecondPerson] }),
  }
  return writesForMerchant(call) && doesBusiness(permission) ? { ...call, inBusiness: true } : call
}

/** Menus of orders, channels and vehicle commands. */
const businesses: readonly string[] = ['order', 'longOrder', 'channel', 'vehicleControl']
const businessOf = (key: MenuKey): string => {
  const menu = menuOf(key)
  const parent = menus.find(({ id }) => id === menu.parentId)
  return parent === undefined ? menu.key : businessOf(parent.key)
}

/** Whether all of its keys stand below those menus; customers' papers are master data. */
const doesBusiness = (permission: CallPermission): boolean =>
  typeof permission === 'object' &&
  permission.every((key) => businesses.includes(businessOf(key)) && !key.startsWith('person.'))

const KB = 1024

/** Most bytes of a body: 16 KB without a token, else 64 KB, and more where the call says so. A file comes beside it. */
export const bodyLimit = ({ maxBody, permission }: Pick<Call, 'maxBody' | 'permission'>): number =>
  maxBody ?? (permission === 'public' ? 16 * KB : 64 * KB)

/** Whether the call is closed to who must have a second factor and has none: whatever is not of their own account. */
export const asksFactor = ({ permission, tenant, desk }: Call): boolean =>
  permission !== 'public' && (tenant !== 'none' || desk === true)

/** Whether the call is closed to who is limited to some stores of the merchant. */
export const asksWholeMerchant = ({ reach }: Call): boolean => reach === 'merchant'

/** Whether the call changes what its merchant keeps: what a suspended merchant no longer may, and a closed one never. */
export const writesForMerchant = ({ effect, changes, tenant }: Call): boolean =>
  effect === 'write' && changes !== false && tenant !== 'none'

/**
 * Whether the call is closed to a guest who was let in to read: whatever writes, and what leaves an audit row because it
 * shows whole what is masked elsewhere. A quote, or a question to a provider, is neither.
 */
export const closedToReaders = (call: Call): boolean =>
  call.effect === 'write' && call.tenant !== 'none' && (call.changes !== false || call.audit !== false)

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never
export type ParsedOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.input<O> : never
