/** Two ways of typing the number of a slip or a provider are one number: spaces, dashes and case say nothing. */
export const slipNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
