import { type MenuKey, menuOf, menus, type PermissionKey } from '@cheyi/domain/permission'
import type { ApprovalKind } from '@cheyi/domain/platform/approval/rules'
import type { RefusalKey } from '@cheyi/domain/refusal'
import { z } from 'zod'

/** Who may call: `public` (no token, or a link token), `signedIn`, or holders of one of the permissions. */
export type CallPermission = 'public' | 'signedIn' | readonly [PermissionKey, ...PermissionKey[]]

/** `read` runs in a read-only transaction and also allows GET; `write` runs read-write and writes an audit row. */
export type Effect = 'read' | 'write'

/**
 * How a retry of a write is recognised. `key`: by the header `Idempotency-Key`; without it a write never counts as a
 * retry; `natural`: the same input leads to the same state (N); `version`: the stored version is compared (V). Reads
 * can be retried at any time.
 */
export type Repeat = 'key' | 'natural' | 'version'

/** Declaration of a call: route, validation, types, permission, OpenAPI and serialiser are derived from it. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly permission: CallPermission
  readonly effect: Effect
  readonly input: I
  readonly output: O
  /** Required for writes; see {@link Repeat}. */
  readonly repeat?: Repeat
  /** Its own refusals, besides the base codes that every call may return. Published in OpenAPI. */
  readonly refusals?: readonly RefusalKey[]
  /**
   * What this write invalidates on the web besides the reads of its own feature: `feature` (all its reads) or `feature.call`. A
   * law test checks that each name exists.
   */
  readonly refreshes?: readonly string[]
  /** false: changes nothing that can be read (a quote, showing a number), so that no cache is invalidated. */
  readonly changes?: false
  /**
   * A write of orders, channels or vehicle commands, which only approved merchants may use: under review it is refused
   * with 1015. Master data may be entered before. Derived from its permission.
   */
  readonly inBusiness?: true
  /**
   * A write for the return or the settlement of a running order, which a suspended merchant may still use; parts of it
   * with another purpose refuse on their own (`refuseSuspended`). Every other write is refused with 1017.
   */
  readonly whileSuspended?: true
  /**
   * `merchant`: it shows or changes data of the whole merchant (documents, roles, models, books), so that accounts
   * limited to some stores are refused (-3). Rows of stores are protected by row-level policies.
   */
  readonly reach?: 'merchant'
  /**
   * Whether operators of the platform may make this write of a merchant, with its consent. They may set up and plan: stores, models, cars,
   * prices, stock, assignment of cars. They may not start background jobs under an account's name (imports), pay or take deposits, grant
   * permissions, change personal data and documents, export, change what customers sign or receive, or the merchant's identity. Each write
   * of a merchant says so (`operators.test.ts`); one that does not is refused.
   */
  readonly operators?: boolean
  /** It may need a second person: the kinds of action, whose rules decide when (domain approval/rules.ts). */
  readonly twoPerson?: readonly ApprovalKind[]
  /** false: no audit row (a quote, a query to a provider). Default true for writes. */
  readonly audit?: false
  /** `merchant` (default) needs a chosen merchant; `none` runs as role `gate`. */
  readonly tenant?: 'none'
  /** A call of platform operators without a merchant, which still needs their second factor. */
  readonly desk?: true
  /** The answer is the same for all callers until the next release: sent with an ETag, and revalidated with it. */
  readonly etag?: true
  /**
   * Its answer may be up to 2.5 seconds old, and is given by a replica of the database if there is one. Never for a read
   * that decides a write, and never for one that a form is filled from.
   */
  readonly stale?: true
  /** A multipart upload: the file is passed beside the parsed fields after validation; `part`: a part of a file, without validation. */
  readonly upload?: true | 'part'
  /** Limit of the body in bytes, where its lists need more than {@link bodyLimit}. */
  readonly maxBody?: number
  readonly summary?: string
}

const nothing = z.object({})
type Nothing = typeof nothing

/** Properties of writes only. */
type OfWrites = 'repeat' | 'refreshes' | 'changes' | 'whileSuspended' | 'operators' | 'twoPerson' | 'audit' | 'upload'

/** Declaration of a read: by default a POST without input; a public one has no merchant. */
interface Read<I extends z.ZodType, O extends z.ZodType>
  extends Omit<Call, 'method' | 'effect' | 'inBusiness' | 'input' | 'output' | OfWrites> {
  readonly method?: Call['method']
  readonly input?: I
  readonly output: O
}

/**
 * Declaration of a write: by default retries are recognised by a key and the answer is empty; without an audit row it
 * changes nothing, and with a second person it has the refusals of that.
 */
interface Write<I extends z.ZodType, O extends z.ZodType> extends Omit<Read<I, O>, 'output'>, Pick<Call, OfWrites> {
  readonly output?: O
}

/** Refusals of calls that may need a second person. */
const ofSecondPerson = ['approvalNeeded', 'stepUpNeeded', 'wrongCode'] as const satisfies readonly RefusalKey[]

export const read = <O extends z.ZodType, I extends z.ZodType = Nothing>(declared: Read<I, O>): Call<I, O> => ({
  method: 'POST',
  effect: 'read',
  ...(declared.permission === 'public' && { tenant: 'none' }),
  ...declared,
  input: declared.input ?? (nothing as z.ZodType as I),
})

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

/** Whether all of its permissions are below those menus; customers' documents count as master data. */
const doesBusiness = (permission: CallPermission): boolean =>
  typeof permission === 'object' &&
  permission.every((key) => businesses.includes(businessOf(key)) && !key.startsWith('person.'))

const KB = 1024

/** Limit of a body in bytes: 16 KB without a token, else 64 KB, and more where the call declares it. A file is not included. */
export const bodyLimit = ({ maxBody, permission }: Pick<Call, 'maxBody' | 'permission'>): number =>
  maxBody ?? (permission === 'public' ? 16 * KB : 64 * KB)

/**
 * Whether the call is refused for accounts that must have a second factor and have none: every call except those about
 * their own account.
 */
export const asksFactor = ({ permission, tenant, desk }: Call): boolean =>
  permission !== 'public' && (tenant !== 'none' || desk === true)

/** Whether an operator in a merchant may make the call with the merchant's consent; reads only depend on permissions. */
export const isOpenToOperators = ({ effect, tenant, operators }: Call): boolean =>
  effect === 'read' || tenant === 'none' || operators === true

/** Whether the call is refused for accounts limited to some stores. */
export const asksWholeMerchant = ({ reach }: Call): boolean => reach === 'merchant'

/** Whether the call changes data of its merchant, which a suspended or closed merchant may not do. */
export const writesForMerchant = ({ effect, changes, tenant }: Call): boolean =>
  effect === 'write' && changes !== false && tenant !== 'none'

/**
 * Whether the call is refused for a guest with read access: writes, and calls with an audit row because they show
 * unmasked data. A quote, or a query to a provider, is allowed.
 */
export const closedToReaders = (call: Call): boolean =>
  call.effect === 'write' && call.tenant !== 'none' && (call.changes !== false || call.audit !== false)

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never
export type ParsedOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.input<O> : never
