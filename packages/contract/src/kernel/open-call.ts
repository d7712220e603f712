import type { PermissionKey } from '@cheyi/domain/permission'
import type { RefusalKey } from '@cheyi/domain/refusal'
import type { OpenScope } from '@cheyi/domain/sales/channel/open-key'
import { z } from 'zod'
import type { Call } from './call.ts'

/** A call of the open API: like any other, with HTTP methods, parameters in its path (`:name`) and a scope of API keys. */
export interface OpenCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Omit<Call<I, O>, 'method' | 'path' | 'permission'> {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/open/v1/${string}`
  /** The scope that a key needs; null: any key. */
  readonly scope: OpenScope | null
  /** The permission that a user needs for the same. */
  readonly permission: readonly [PermissionKey, ...PermissionKey[]]
  readonly summary: string
  /** What its summary does not say, for the document. */
  readonly note?: string
}

/** Permissions inside the server for each scope. None of them allows overriding a guard. */
export const scopeKeys: Readonly<Record<OpenScope, readonly [PermissionKey, ...PermissionKey[]]>> = {
  catalog: ['channel'],
  stock: ['stock'],
  price: ['price', 'order.create'],
  order: ['order.create', 'order.list', 'order.cancel', 'order.modify', 'renewal.create'],
}

interface Declared<I extends z.ZodType, O extends z.ZodType> {
  readonly path: OpenCall['path']
  readonly summary: string
  readonly note?: string
  readonly scope: OpenScope | null
  readonly input?: I
  readonly output: O
  readonly refusals?: readonly RefusalKey[]
}

const nothing = z.strictObject({})

const callFields = <I extends z.ZodType, O extends z.ZodType>({ input, scope, ...declared }: Declared<I, O>) => ({
  ...declared,
  scope,
  input: input ?? (nothing as z.ZodType as I),
  permission: scope === null ? (['channel'] as const) : scopeKeys[scope],
})

/** Declares a read, by GET unless given otherwise. */
export const openRead = <O extends z.ZodType, I extends z.ZodType = typeof nothing>({
  method = 'GET',
  ...declared
}: Declared<I, O> & { readonly method?: 'GET' | 'POST' }): OpenCall<I, O> => ({
  method,
  effect: 'read',
  ...callFields(declared),
})

interface DeclaredWrite<I extends z.ZodType, O extends z.ZodType>
  extends Declared<I, O>,
    Pick<Call, 'whileSuspended' | 'changes'> {
  readonly method?: 'POST' | 'PUT'
}

/** Declares a write, or a query with a body. Sending it again changes nothing more. */
export const openWrite = <I extends z.ZodType, O extends z.ZodType>({
  method = 'POST',
  ...declared
}: DeclaredWrite<I, O>): OpenCall<I, O> => ({
  method,
  effect: 'write',
  repeat: 'natural',
  ...(declared.changes === false && { audit: false }),
  inBusiness: true,
  ...callFields(declared),
})
