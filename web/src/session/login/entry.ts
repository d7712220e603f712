/** What a person has typed to sign in; the mobile with the spaces it is shown with. */
export interface Entered {
  readonly mobile: string
  readonly password: string
  readonly agree: boolean
}

export type EntryErrors = { readonly [K in keyof Entered]?: string }

/** A mobile as it is read, `186 2107 0937`; anything but digits is dropped, and so is a country code. */
export function spaced(text: string): string {
  const digits = text
    .replace(/^\s*(\+|00)86/, '')
    .replaceAll(/\D/g, '')
    .slice(0, 11)
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ')
}

/** What is missing or wrong, by field. */
export function entryErrors({ mobile, password, agree }: Entered): EntryErrors {
  const digits = mobile.replaceAll(' ', '')
  return {
    ...(digits === '' ? { mobile: '请输入手机号' } : !/^1[3-9]\d{9}$/.test(digits) && { mobile: '手机号格式不正确' }),
    ...(password === '' && { password: '请输入密码' }),
    ...(!agree && { agree: '请先阅读并同意协议' }),
  }
}
