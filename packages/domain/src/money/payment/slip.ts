/** Normalises the number of a slip or a provider: spaces, dashes and case are ignored. */
export const slipNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
