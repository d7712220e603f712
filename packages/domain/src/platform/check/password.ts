export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 64

/** Hint of forms under the field of a new password. */
export const passwordHint = '8-64位，可用任意字符；不能是常见或已泄露的密码'
/** Hint for a password that replaces another. */
export const nextPasswordHint = `${passwordHint}，不能与最近用过的相同`

/** Words that an attacker of this product tries first, alone or with digits and other characters around them. */
const contextWords = ['cheyi', '车驿', 'zuche', '租车', 'chexing', 'admin', 'password', 'mima', '密码']

/**
 * What is wrong with a new password; null when it is acceptable. Any characters are allowed, spaces at the ends
 * included, and no kinds are required (ASVS 6.2.5). It must not contain the own mobile number, nor be one of the
 * context words with up to three more characters (6.2.11). The server also refuses leaked and earlier passwords.
 */
export function passwordProblem(password: string, mobile: string): string | null {
  const length = [...password].length
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) return '密码须为8-64位'
  if (mobile !== '' && password.includes(mobile)) return '密码不能包含手机号'
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return contextWords.includes(letters) && length - [...letters].length <= 3 ? '密码不能只是产品或行业名称加数字' : null
}
