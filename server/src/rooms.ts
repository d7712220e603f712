import type { Contract } from '@cheyi/contract/index'
import * as handlers from './handlers.ts'
import type { Implementation } from './kernel/context.ts'

/** Every room of the server; the contract says what each must answer. */
export const rooms: Readonly<Record<keyof Contract, Implementation>> = { ...handlers }
