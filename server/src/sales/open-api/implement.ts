import type { OpenCall } from '@cheyi/contract/kernel/open-call'
import type { openContract } from '@cheyi/contract/sales/open-api'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { OpenKey } from './door.ts'

export type OpenContract = typeof openContract

/** The parsed input of a call of the open API; and its output. */
export type OpenInput<N extends keyof OpenContract> =
  OpenContract[N] extends OpenCall<infer I, z.ZodType> ? z.output<I> : never
export type OpenOutput<N extends keyof OpenContract> =
  OpenContract[N] extends OpenCall<z.ZodType, infer O> ? z.input<O> : never

/** The handler of a call of the open API: like any other, with the key of the caller. */
export type OpenHandlerOf<N extends keyof OpenContract> = (
  input: OpenInput<N>,
  ctx: Context,
  key: OpenKey,
) => Promise<OpenOutput<N>> | OpenOutput<N>

export type OpenHandlers = { readonly [N in keyof OpenContract]: OpenHandlerOf<N> }
