import type { OpenScope } from '@cheyi/domain/channel/open-key'
import type { PermissionKey } from '@cheyi/domain/permission'
import type { RefusalKey } from '@cheyi/domain/refusal'
import { z } from 'zod'
import type { Call } from './call.ts'

/** One call of the open door: a call like any other, with its own methods, parameters in its path (`:name`) and a scope of keys. */
export interface OpenCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Omit<Call<I, O>, 'method' | 'path' | 'permission'> {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/open/v1/${string}`
  /** What a key must open; null: any key. */
  readonly scope: OpenScope | null
  /** What the same is asked of people for. */
  readonly permission: readonly [PermissionKey, ...PermissionKey[]]
  readonly summary: string
}

/** What whoever holds a scope may do inside, as a person who holds these keys. None of them overrides anything. */
export const scopeKeys: Readonly<Record<OpenScope, readonly [PermissionKey, ...PermissionKey[]]>> = {
  catalog: ['channel'],
  stock: ['stock'],
  price: ['price', 'order.create'],
  order: ['order.create', 'order.list', 'order.cancel'],
}

interface Declared<I extends z.ZodType, O extends z.ZodType> {
  readonly path: OpenCall['path']
  readonly summary: string
  readonly scope: OpenScope | null
  readonly input?: I
  readonly output: O
  readonly refusals?: readonly RefusalKey[]
}

const nothing = z.strictObject({})

const made = <I extends z.ZodType, O extends z.ZodType>({ input, scope, ...declared }: Declared<I, O>) => ({
  ...declared,
  scope,
  input: input ?? (nothing as z.ZodType as I),
  permission: scope === null ? (['channel'] as const) : scopeKeys[scope],
})

/** Declares a call that reads, asked by GET unless it says otherwise. */
export const openRead = <O extends z.ZodType, I extends z.ZodType = typeof nothing>({
  method = 'GET',
  ...declared
}: Declared<I, O> & { readonly method?: 'GET' | 'POST' }): OpenCall<I, O> => ({
  method,
  effect: 'read',
  ...made(declared),
})

interface DeclaredWrite<I extends z.ZodType, O extends z.ZodType>
  extends Declared<I, O>,
    Pick<Call, 'whileSuspended' | 'changes'> {
  readonly method?: 'POST' | 'PUT'
}

/** Declares a call that writes, or asks by a body. The same sent again changes nothing more. */
export const openWrite = <I extends z.ZodType, O extends z.ZodType>({
  method = 'POST',
  ...declared
}: DeclaredWrite<I, O>): OpenCall<I, O> => ({
  method,
  effect: 'write',
  repeat: 'natural',
  ...(declared.changes === false && { audit: false }),
  inBusiness: true,
  ...made(declared),
})
