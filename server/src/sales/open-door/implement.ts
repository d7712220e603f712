import type { OpenCall } from '@cheyi/contract/kernel/open-call'
import type { openContract } from '@cheyi/contract/sales/open-door'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { OpenKey } from './door.ts'

export type OpenContract = typeof openContract

/** What a call of the open door was asked, parsed; and what it answers. */
export type OpenInput<N extends keyof OpenContract> =
  OpenContract[N] extends OpenCall<infer I, z.ZodType> ? z.output<I> : never
export type OpenOutput<N extends keyof OpenContract> =
  OpenContract[N] extends OpenCall<z.ZodType, infer O> ? z.input<O> : never

/** The handler of a call of the open door: as any other, and it is told whose key it came by. */
export type OpenHandlerOf<N extends keyof OpenContract> = (
  input: OpenInput<N>,
  ctx: Context,
  key: OpenKey,
) => Promise<OpenOutput<N>> | OpenOutput<N>

export type OpenHandlers = { readonly [N in keyof OpenContract]: OpenHandlerOf<N> }
