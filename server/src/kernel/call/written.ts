import type { Context } from '../context.ts'

/** Called before the commit of each write of a merchant, with its input; a feature sets it. */
export const written: { tell: (ctx: Context, input: unknown) => void } = { tell() {} }
