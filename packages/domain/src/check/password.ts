export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 64

/**
 * What is wrong with a new password; null when it is good enough. Any signs are allowed, but a letter and a digit are
 * needed and the own mobile may not be part of it. Common and earlier passwords are refused by the server besides.
 */
export function passwordProblem(password: string, mobile: string): string | null {
  const length = [...password].length
  if (length < MIN_PASSWORD || length > MAX_PASSWORD || !/[A-Za-z]/.test(password) || !/\d/.test(password)) {
    return '密码须为8-64位且含字母和数字'
  }
  return mobile !== '' && password.includes(mobile) ? '密码不能包含手机号' : null
}
