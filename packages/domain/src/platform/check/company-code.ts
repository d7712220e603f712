const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Unified social credit code: 18 characters without I, O, S, V, Z, the last one a check character (GB 32100, weights 3^i mod 31). */
export function isCompanyCode(code: string): boolean {
  if (code.length !== 18) return false
  let sum = 0
  let weight = 1
  for (const sign of code.slice(0, 17)) {
    const value = SIGNS.indexOf(sign)
    if (value < 0) return false
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return SIGNS[(31 - (sum % 31)) % 31] === code[17]
}

/** Message for the form; null when the code is valid. */
export const companyCodeProblem = (code: string): string | null =>
  isCompanyCode(code) ? null : '统一社会信用代码不正确'
