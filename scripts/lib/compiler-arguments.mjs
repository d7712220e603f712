import { availableParallelism } from 'node:os'
import { at } from './workspace.mjs'

/**
 * The compiler over the whole workspace. Each checker works out anew the types that its files share with the others'
 * (four of them take more than twice the processor time of one), so there are no more of them than cores.
 */
export const compilerArguments = ['-p', at('tsconfig.json'), '--checkers', String(Math.min(4, availableParallelism()))]
