import type { Call, OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import type { OpenCall } from '@cheyi/contract/kernel/open-call'
import type { openContract } from '@cheyi/contract/open-door'
import type { Context } from '../kernel/context.ts'
import type { OpenKey } from './door.ts'

export type OpenContract = typeof openContract

/** The handler of a call of the open door: as any other, and it is told whose key it came by. */
type OpenHandler<C> =
  C extends OpenCall<infer I, infer O>
    ? (input: ParsedOf<Call<I, O>>, ctx: Context, key: OpenKey) => Promise<OutputOf<Call<I, O>>> | OutputOf<Call<I, O>>
    : never

export type OpenHandlerOf<N extends keyof OpenContract> = OpenHandler<OpenContract[N]>
export type OpenHandlers = { readonly [N in keyof OpenContract]: OpenHandlerOf<N> }
