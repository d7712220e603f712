export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 64

/** What forms say under the field of a new password. */
export const passwordHint = '8-64位，可用任意字符；不能是常见或已泄露的密码'
/** Of a password that takes the place of another. */
export const nextPasswordHint = `${passwordHint}，不能与最近用过的相同`

/** Words that anybody who guesses at this product tries first, alone or with figures and signs around them. */
const contextWords = ['cheyi', '车驿', 'zuche', '租车', 'chexing', 'admin', 'password', 'mima', '密码']

/**
 * What is wrong with a new password; null when it is good enough. Any signs are allowed, spaces at its ends included,
 * and none are asked for (ASVS 6.2.5); it holds not the own mobile and is no word of the trade with up to three signs more
 * (6.2.11).
 * Leaked and earlier passwords are refused by the server besides.
 */
export function passwordProblem(password: string, mobile: string): string | null {
  const length = [...password].length
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) return '密码须为8-64位'
  if (mobile !== '' && password.includes(mobile)) return '密码不能包含手机号'
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return contextWords.includes(letters) && length - [...letters].length <= 3 ? '密码不能只是产品或行业名称加数字' : null
}
