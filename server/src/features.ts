import type { Contract } from '@cheyi/contract/index'
import * as handlers from './handlers.ts'
import type { Implementation } from './kernel/context.ts'

/** Every feature of the server; the contract says what each must answer. */
export const features: Readonly<Record<keyof Contract, Implementation>> = { ...handlers }
