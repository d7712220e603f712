import type { AuditNote, Context } from '../context.ts'

/** Called before the commit of each write of a merchant, with its input and audit note; a feature sets it. */
export const written: { tell: (ctx: Context, input: unknown, note: AuditNote | undefined) => void } = { tell() {} }
